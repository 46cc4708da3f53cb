# %% [markdown]
# # Lab 17: a bet on the order
#
# Steps 16 and 17 differ only in the order of the moves. Does the best move come sooner, and what does that
# do to the nodes?

# %%
import matplotlib.pyplot as plt
import numpy as np

from common.position import WIDTH, parse
from common.tools import course
from common.tools.site.lab import nodes, sample, show

step = course.load("17")
bitboard = step.module.position
SIZE = 262_147  # entries of the table
SHADES = {"sooner": "#0072b2", "same place": "#dddddd", "later": "#d55e00"}
solver = step.solver(use_book=False, size=SIZE)


def orders(position: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Return the safe moves of a position in the order of step 16, and in that of step 17."""
    safe = position.safe_moves()
    columns = [column for column in step.module.solver.COLUMN_ORDER if safe & bitboard.cells(column)]
    squares = {column: position.threats(safe & bitboard.cells(column)) for column in columns}
    all_of_them = {column: squares[column].bit_count() for column in columns}
    on_top = {column: bool(squares[column] & (safe & bitboard.cells(column)) << 1) for column in columns}
    return (
        sorted(columns, key=lambda column: -all_of_them[column]),
        sorted(columns, key=lambda column: on_top[column] - 2 * all_of_them[column]),
    )


# %% [markdown]
# ## Does the best move come sooner?
#
# Take the positions in which the two orders differ. In each, the first move with the highest score comes
# sooner in the new order, or later, or at the same place.

# %%
figure, axes = plt.subplots(figsize=(7, 2.4))
for name in ("middle-medium", "middle-easy"):
    moved: list[int] = []
    for moves in sample(name, 400):
        position = parse(moves, step.Position.start())
        wins = any(position.can_play(x) and position.is_winning_move(x) for x in range(WIDTH))
        before, after = ([], []) if wins else orders(position)
        if before != after:
            score = {column: -solver.solve(position.play(column)) for column in before}
            places = [
                [score[column] for column in order].index(max(score.values())) for order in (before, after)
            ]
            moved.append(places[1] - places[0])
    left = 0
    for kind, number in zip(("sooner", "same place", "later"), (-1, 0, 1), strict=True):
        part = np.mean(np.sign(moved) == number)
        axes.barh(name, part, left=left, color=SHADES[kind], label=kind if name == "middle-easy" else None)
        left += part
axes.set_xlabel("part of the positions in which the orders differ")
axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))
show(figure, "How the place of the best move changes from the order of step 16 to that of step 17.")

# %% [markdown]
# In middle-medium the best move comes sooner more often than later. In middle-easy nothing is gained: both
# are about equally frequent.
#
# ## A bet, position by position
#
# The chart shows the nodes of step 17, divided by those of step 16, for positions of two sets. Below the
# grey line the bet is won.

# %%
figure, axes = plt.subplots()
for name in ("middle-medium", "begin-easy"):
    chosen = sample(name, 120)
    pairs = zip(nodes("16", chosen, size=SIZE), nodes("17", chosen, size=SIZE), strict=True)
    ratios = sorted(new / old for old, new in pairs if old)
    axes.semilogy(np.linspace(0, 1, len(ratios)), ratios, marker="", linewidth=2, label=name)
axes.axhline(1, color="#999999", marker="", zorder=0)
axes.set_yticks([0.1, 1, 10, 100], ["1/10", "1", "10", "100"])
axes.set_xlabel("part of the positions, sorted")
axes.set_ylabel("nodes of step 17 / step 16")
axes.legend()
show(figure, "A line for each set, its positions in ascending order. Below 1, step 17 has fewer nodes.")

# %% [markdown]
# In middle-medium most of the line is below 1. In begin-easy most positions are unaffected. Where there is
# a difference, it is mostly a loss, and a few positions lose much. An order of moves is judged by what it
# wins in all.
