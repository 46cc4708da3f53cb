# %% [markdown]
# # Lab 11: what the table knows of a score
#
# Step 11 keeps a lower and an upper bound of a position's score. This lab looks into its table after a
# search. How narrow are the bounds, and how many nodes do they save?

# %%
import matplotlib.pyplot as plt
import numpy as np

from common.position import children, parse
from common.tools import course
from common.tools.searches import count_nodes
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

SIZE = 262_147  # entries of the table
step = course.load("11")
offset = step.module.solver.OFFSET
solver = step.with_options(use_book=False, size=SIZE)
table = solver.memory["table"]
positions = [moves for moves, _ in load_set("middle-medium", 40)]

# %% [markdown]
# ## Enough, and no more
#
# One position is solved. Then the table is asked about the position after each move. The true score of each
# move is found afterwards, by a search of its own.

# %%
moves = "2133651173113757"
root = parse(moves, step.Position.start())
score = solver.solve(root)
known = {column + 1: table.get(child.key()) for column, child in children(root)}
figure, axes = plt.subplots()
for column, value in known.items():
    lowest, highest = offset - (value & 255), offset - (value >> 8)
    axes.bar(column, highest - lowest + 0.5, bottom=lowest - 0.25, width=0.4, color="#56b4e9")
truth = [-solver.solve(child) for _, child in children(root)]
axes.plot(list(known), truth, color="black", linestyle="", label="score of the move")
axes.axhline(score, color="#d55e00", marker="", zorder=0, label="score of the position")
axes.set_ylim(-13.5, 4.5)
axes.set_xlabel("column")
axes.legend(loc="lower right")
show(figure, f"After {moves}: a bar reaches from the lower to the upper bound that the table has of a move.")

# %% [markdown]
# The table knows the best move's score exactly. About the others it knows that they are not better, which
# is what their upper bounds say. It need not know their scores.
#
# ## All pairs of bounds
#
# The first positions of middle-medium are solved, and every entry is counted by its lower and its upper
# bound.

# %%
solver = step.with_options(use_book=False, size=SIZE)
for moves in positions:
    solver.solve(parse(moves, step.Position.start()))
entries = solver.memory["table"].entries
values = entries[entries != 0] & 65535
lowest, highest = (values >> 8) - offset, (values & 255) - offset
figure, axes = plt.subplots(figsize=(5.5, 4.5))
picture = axes.hist2d(lowest, highest, bins=np.arange(-13.5, 14.5), norm="log", rasterized=True)[3]
figure.colorbar(picture, label="entries")
axes.set_xlabel("lower bound")
axes.set_ylabel("upper bound")
axes.set_title(f"exact: {np.mean(lowest == highest):.0%} of {len(values):,} entries")
show(
    figure,
    "Each square is a pair of bounds; the lighter it is, the more entries. On the diagonal both are equal.",
)

# %% [markdown]
# Few entries are on the diagonal, where both bounds are equal. The search asks whether a score is above or
# below something, and stops when it knows.
#
# ## Nodes saved
#
# How many of step 10's nodes does step 11 still need for the same positions?

# %%
before, after = count_nodes("10", positions, size=SIZE), count_nodes("11", positions, size=SIZE)
figure, axes = plt.subplots()
axes.semilogx(before, np.divide(after, before), linestyle="")
axes.axhline(1, color="#999999", marker="")
axes.set_ylim(0, 1.1)
axes.set_xlabel("nodes of step 10")
axes.set_ylabel("nodes of step 11 / step 10")
show(
    figure, "Each point is a position of middle-medium. On the grey line both steps would need equally many."
)

# %% [markdown]
# Every point is below the line. What step 10 forgets is worth the room it takes in an entry.
