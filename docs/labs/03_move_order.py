# %% [markdown]
# # Lab 03: which column first?
#
# The search of step 03 as plain Python, with other orders of the columns in place of its own. What is
# the centre worth?

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be given another order

from statistics import geometric_mean

import matplotlib.pyplot as plt

from common.position import WIDTH
from common.tools import course
from common.tools.searches import count_nodes
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

# %% [markdown]
# ## The bet
#
# How many lines of four run through each cell? On the board of the course, and on two small boards.


# %%
def lines(x: int, y: int, width: int, height: int) -> int:
    """Return how many lines of four cross a cell."""
    spots = [
        [(x + i * dx, y + i * dy) for i in range(first, first + 4)]
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        for first in range(-3, 1)
    ]
    return sum(all(0 <= a < width and 0 <= b < height for a, b in line) for line in spots)


figure, several = plt.subplots(1, 3, figsize=(9, 3), width_ratios=[7, 5, 4])
for axes, (width, height) in zip(several, [(7, 6), (5, 4), (4, 4)], strict=True):
    counts = [[lines(x, y, width, height) for x in range(width)] for y in range(height)]
    axes.imshow(counts, cmap="Blues", vmin=0, vmax=20)
    for y, row in enumerate(counts):
        for x, count in enumerate(row):
            axes.text(x, y, f"{count}", ha="center", va="center")
    axes.set_title(f"{width}x{height}")
    axes.set_axis_off()
show(figure, "Lines of four through each cell: the darker, the more.")

# %% [markdown]
# On the board of the course, the middle column has the most in every row, and the edges have the fewest.
# On the small boards the columns differ less.
#
# ## Seven orders
#
# Step 03 begins with column 4 and goes outwards. Here the same is tried from each of the seven columns,
# on positions of middle-easy.

# %%
late = [moves for moves, _ in load_set("middle-easy", 200) if len(moves) >= 26]
positions = [moves for moves, count in zip(late, count_nodes("03", late), strict=True) if 50 < count < 1300]
solver, own = course.load("03").module.solver, course.load("03").module.solver.COLUMN_ORDER
means = []
for centre in range(WIDTH):
    solver.COLUMN_ORDER = sorted(range(WIDTH), key=lambda column: abs(column - centre))
    means.append(geometric_mean(count_nodes("03", positions)))
solver.COLUMN_ORDER = own
figure, axes = plt.subplots()
axes.bar(range(1, WIDTH + 1), means)
axes.set_xlabel("the column tried first")
axes.set_ylabel("nodes, geometric mean")
show(
    figure,
    f"Nodes of step 03 on {len(positions)} positions, for seven orders. The bar in the middle is its own.",
)

# %% [markdown]
# The further from the centre an order begins, the more has to be searched. The scores are the same for
# all seven.
#
# ## Position by position
#
# The means hide that the order is a bet. Here each position is a point: its nodes with the columns from left
# to right, and with the centre first.

# %%
before, after = count_nodes("02", late), count_nodes("03", late)
pairs = [(old, new) for old, new in zip(before, after, strict=True) if old > 1]
lost = [(old, new) for old, new in pairs if new > old]
figure, axes = plt.subplots()
axes.loglog(*zip(*pairs, strict=True), linestyle="")
axes.loglog(*zip(*lost, strict=True), linestyle="")
axes.plot([1, max(before)], [1, max(before)], color="#999999", marker="")
axes.set_xlabel("nodes of step 02, from the left")
axes.set_ylabel("nodes of step 03, centre first")
show(
    figure,
    f"Of {len(pairs)} positions, {len(lost)} are above the grey line: the squares, where the bet is lost.",
)

# %% [markdown]
# Most bets are won, and the wins are far larger than the losses. Step 09 looks at the position before
# it bets.
