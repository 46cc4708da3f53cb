# %% [markdown]
# # Lab 16: what a follower gets
#
# The rule of step 16 gives each player his cells and looks for four in a row. Seen on a board, counted over
# the test sets, and measured in nodes.

# %%
import matplotlib.pyplot as plt
import numpy as np

from common import course
from common.position import HEIGHT, WIDTH, parse
from common.site.lab import nodes, sample, show

step = course.load("16")
FOLLOWED = step.module.position.FOLLOWED


def place(moves: str) -> tuple[int, ...]:
    """Return the position after a move string."""
    return parse(moves, step.Position.start())


# %% [markdown]
# ## The board at the end of the game
#
# Two positions with X to move. Discs are stones; letters are cells that the rule gives to a player if O
# follows. In a column with an odd number of empty cells, it gives all of them to X.

# %%
figure, boards = plt.subplots(1, 2, figsize=(8, 3.6))
for axes, moves in zip(boards, ("725444136231445746", "7254441362314457"), strict=True):
    position = place(moves)
    for column in range(WIDTH):
        bits = [1 << column * (HEIGHT + 1) + row for row in range(HEIGHT)]
        odd = sum(not position.mask & bit for bit in bits) % 2
        for row, bit in enumerate(bits):
            mine = position.stones & bit if position.mask & bit else odd or not FOLLOWED & bit
            box = (
                {"boxstyle": "circle", "fc": "#ffd23f" if mine else "#e8998d"}
                if position.mask & bit
                else None
            )
            axes.text(column, row, "X" if mine else "O", ha="center", va="center", bbox=box)
    axes.set_axis_off()
    axes.set(xlim=(-0.6, WIDTH - 0.4), ylim=(-0.6, HEIGHT - 0.4))
    axes.set_title("X cannot win" if position.can_be_followed() else "not decided by the rule")
show(
    figure,
    "The boards after 725444136231445746 and, two moves before that, 7254441362314457. Row 6 is on top.",
)

# %% [markdown]
# On the left no four letters or discs of X are in a row. On the right columns 4 and 6 have an odd number of
# empty cells; X is given all of them, and so four on top of each other in column 6.
#
# ## How often the rule applies
#
# By the number of stones, over all positions of the sets with X to move. On this board the rule never
# applies with O to move: it is O who makes the last move.

# %%
positions: dict[int, list[bool]] = {}
for name in ("begin-easy", "begin-medium", "begin-hard", "middle-easy", "middle-medium", "end-easy"):
    for moves in sample(name, 1000):
        positions.setdefault(len(moves), []).append(place(moves).can_be_followed())
stones = sorted(number for number in positions if number % 2 == 0)
figure, axes = plt.subplots()
axes.bar(stones, [np.mean(positions[number]) for number in stones], width=1.6)
axes.set_xlabel("stones on the board")
axes.set_ylabel("part of the positions")
show(figure, "The part of the positions in which O need only follow, by the number of stones.")

# %% [markdown]
# In the first half of a game hardly ever, near its end often. As long as a row of odd number is open, X
# gets four cells of it side by side.
#
# ## Nodes saved
#
# Positions of middle-medium, sorted by what part of the nodes of step 15 is left in step 16.

# %%
chosen = sample("middle-medium", 150)
before, after = nodes("15", chosen, size=65_537), nodes("16", chosen, size=65_537)
figure, axes = plt.subplots()
axes.plot(sorted(np.divide(after, before)), marker="")
axes.axhline(1, color="#999999", marker="", zorder=0)
axes.set_ylim(0, 1.2)
axes.set_xlabel("positions, sorted")
axes.set_ylabel("nodes of step 16 / step 15")
show(figure, "The nodes of step 16, divided by those of step 15. On the grey line both explore the same.")

# %% [markdown]
# In a few positions the rule answers much of the search, in most of them hardly anything.
