# %% [markdown]
# # Lab 15: what a follower gets
#
# The rule of step 15 gives each player their cells and looks for four in a row. This lab shows it on a
# board, counts where it applies in the test sets, and measures it in nodes.

# %%
import matplotlib.pyplot as plt
import numpy as np

from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.searches import count_nodes
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

step = course.load("15")
FOLLOWED = step.module.position.FOLLOWED


def place(moves: str) -> tuple[int, ...]:
    """Return the position after a move string."""
    return parse(moves, step.Position.start())


# %% [markdown]
# ## The board at the end of the game
#
# Here are two positions with X to move. Discs are stones. Bare letters are the cells that the rule gives to
# a player if O follows. The lowest empty cell of a column counts as X's.

# %%
figure, boards = plt.subplots(1, 2, figsize=(8, 3.6))
for axes, moves in zip(boards, ("725444136231445746", "7254441362314457"), strict=True):
    position = place(moves)
    for column in range(WIDTH):
        for row in range(HEIGHT):
            bit = 1 << column * (HEIGHT + 1) + row
            lowest = not position.mask & bit and (row == 0 or position.mask & bit >> 1)
            mine = position.stones & bit if position.mask & bit else lowest or not FOLLOWED & bit
            box = (
                {"boxstyle": "circle", "fc": "#e8998d" if mine else "#ffd23f"}
                if position.mask & bit
                else None
            )
            axes.text(column, row, "X" if mine else "O", ha="center", va="center", bbox=box)
    axes.set_axis_off()
    axes.set(xlim=(-0.6, WIDTH - 0.4), ylim=(-0.6, HEIGHT - 0.4))
    axes.set_title("X cannot win" if position.can_be_followed() else "not decided by the rule")
show(
    figure,
    "The boards after 725444136231445746 and, two plies earlier, 7254441362314457. Row 6 is on top.",
)

# %% [markdown]
# On the left, no four of X are in a row, discs and letters together. On the right, columns 4 and 6 have an
# odd number of empty cells. X is given the lowest of each, and that of column 6 makes four in row 2.
#
# ## How often the rule applies
#
# The chart counts all positions of the sets with X to move, by the number of stones. With O to move the
# rule never applies on this board, since O makes the last move.

# %%
positions: dict[int, list[bool]] = {}
for name in ("begin-easy", "begin-medium", "begin-hard", "middle-easy", "middle-medium", "end-easy"):
    for moves, _ in load_set(name, 1000):
        positions.setdefault(len(moves), []).append(place(moves).can_be_followed())
stones = sorted(number for number in positions if number % 2 == 0)
figure, axes = plt.subplots()
axes.bar(stones, [np.mean(positions[number]) for number in stones], width=1.6)
axes.set_xlabel("stones on the board")
axes.set_ylabel("part of the positions")
show(figure, "The part of the positions in which O need only follow, by the number of stones.")

# %% [markdown]
# It hardly ever applies in the first half of a game, and often near the end. As long as an odd row is
# open, X gets four cells of it side by side.
#
# ## Nodes saved
#
# How many of step 14's nodes are left in step 15? The positions of middle-medium are sorted by that.

# %%
chosen = [moves for moves, _ in load_set("middle-medium", 150)]
before, after = count_nodes("14", chosen, size=65_537), count_nodes("15", chosen, size=65_537)
figure, axes = plt.subplots()
axes.plot(sorted(np.divide(after, before)), marker="")
axes.axhline(1, color="#999999", marker="", zorder=0)
axes.set_ylim(0, 1.2)
axes.set_xlabel("positions, sorted")
axes.set_ylabel("nodes of step 15 / step 14")
show(figure, "The nodes of step 15, divided by those of step 14. On the grey line both explore equally many.")

# %% [markdown]
# In a few positions the rule saves much of the search. In most it saves hardly anything.
