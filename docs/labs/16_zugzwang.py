# %% [markdown]
# # Lab 16: who runs out of moves
#
# The rule of step 16 gives each player their cells, stops at the squares that a player waits for, and says
# who wins. This lab shows it on a board, counts where it applies, and measures it in nodes.

# %%
import matplotlib.pyplot as plt
import numpy as np

from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.searches import count_nodes
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

step = course.load("16")
bitboard = step.module.position


def place(moves: str) -> tuple[int, ...]:
    """Return the position after a move string."""
    return parse(moves, step.Position.start())


def waiting(position: tuple[int, ...]) -> int:
    """Return the winning squares of the player who is not to move."""
    return bitboard.winning_squares(position.stones ^ position.mask, position.mask)


# %% [markdown]
# ## The board at the end of the game
#
# O is to move, and X follows. Discs are stones, X's in red. A bare O is a cell that O may get, a bare X one
# that only X gets. A star is a winning square of X that can be waited for, and a dot a cell that stays
# empty above it.

# %%
moves = "75716242246611264331333"
position = place(moves)
turned = 4  # the column in which X gets the cells of odd rows
followed = bitboard.FOLLOWED ^ bitboard.cells(turned)
lowest = position.mask + bitboard.BOTTOMS & bitboard.BOARD
squares = waiting(position) & followed & ~lowest
figure, axes = plt.subplots(figsize=(4.2, 3.6))
for column in range(WIDTH):
    stopped = False
    for row in range(HEIGHT):
        bit = 1 << column * (HEIGHT + 1) + row
        stopped = stopped or bool(squares & bit)
        if position.mask & bit:
            text = "O" if position.stones & bit else "X"
        elif stopped:
            text = "★" if squares & bit else "·"
        else:
            text = "X" if followed & bit and not lowest & bit else "O"
        disc = {"boxstyle": "circle", "fc": "#ffd23f" if text == "O" else "#e8998d"}
        axes.text(column, row, text, ha="center", va="center", bbox=disc if position.mask & bit else None)
axes.set_axis_off()
axes.set(xlim=(-0.6, WIDTH - 0.4), ylim=(-0.6, HEIGHT - 0.4))
show(figure, f"The board after {moves}: what each player may get. Row {HEIGHT} is on top.")

# %%
print("highest score that O can reach:", position.follow_up_bound(waiting(position)))

# %% [markdown]
# ## How often the rule says something
#
# For each position of the sets, is there a bound on the mover's score? And is it below 0, so that the mover
# is lost? Step 15 knew only of draws, and only with an even number of stones.

# %%
bounds: dict[int, list[int]] = {}
for name in ("begin-easy", "begin-medium", "begin-hard", "middle-easy", "middle-medium", "end-easy"):
    for moves, _ in load_set(name, 1000):
        position = place(moves)
        bounds.setdefault(len(moves), []).append(position.follow_up_bound(waiting(position)))
stones = sorted(bounds)
figure, axes = plt.subplots()
draws = [np.mean([bound == 0 for bound in bounds[number]]) for number in stones]
losses = [np.mean([bound < 0 for bound in bounds[number]]) for number in stones]
axes.bar(stones, draws, color="#0072b2", label="at most a draw")
axes.bar(stones, losses, bottom=draws, color="#d55e00", label="lost")
axes.set_xlabel("stones on the board")
axes.set_ylabel("part of the positions")
axes.legend()
show(figure, "The part of the positions whose mover cannot win, or is lost, as far as the rule knows.")

# %% [markdown]
# At the root of a search it seldom says anything. But it is asked at each node, about each child, and most
# nodes lie near the end of the game.
#
# ## Nodes saved
#
# How many of step 15's nodes are left in step 16? The positions of each set are sorted by that.

# %%
figure, axes = plt.subplots()
for name, count in (("middle-medium", 150), ("begin-medium", 15)):
    chosen = [moves for moves, _ in load_set(name, count)]
    before, after = count_nodes("15", chosen, size=65_537), count_nodes("16", chosen, size=65_537)
    axes.plot(np.linspace(0, 1, count), sorted(np.divide(after, before)), marker="", label=name)
axes.axhline(1, color="#999999", marker="", zorder=0)
axes.set_ylim(0, 1.5)
axes.set_xlabel("part of the positions, sorted")
axes.set_ylabel("nodes of step 16 / step 15")
axes.legend()
show(figure, "The nodes of step 16, divided by those of step 15. On the grey line both explore equally many.")

# %% [markdown]
# Nearly every position gains, and many gain much.
