# %% [markdown]
# # Lab 18: four directions side by side
#
# Step 18 puts the stones into four lanes, one for each direction. This lab draws what the lanes hold, and
# measures what it buys: the same nodes, in less time.

# %%
from time import process_time

import matplotlib.pyplot as plt
import numpy as np

from common.jit import Lanes
from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

STEPS = Lanes(1, HEIGHT, HEIGHT + 1, HEIGHT + 2)
DIRECTIONS = ["up", "down and right", "right", "up and right"]
before, after = (course.load(number) for number in ("17", "18"))

# %% [markdown]
# ## What the lanes hold
#
# The mover's stones go into all four lanes. One `&` finds the pairs of all directions: the stones that have
# another one beside them.


# %%
def cells(bits: int) -> np.ndarray:
    """Return a bitboard as rows of 0 and 1, the highest first."""
    return np.array(
        [[bits >> x * (HEIGHT + 1) + y & 1 for x in range(WIDTH)] for y in reversed(range(HEIGHT))]
    )


position = parse("434464573356", after.Position.start())
pairs = position.stones & (position.stones >> STEPS)
figure, boards = plt.subplots(1, 4, figsize=(8, 2))
for axes, direction, lane in zip(boards, DIRECTIONS, pairs.numbers, strict=True):
    axes.imshow(cells(position.stones) + cells(lane), cmap="Blues", vmin=0, vmax=2)
    axes.set(title=direction, xticks=[], yticks=[])
show(
    figure,
    "The mover's stones after 434464573356, lane by lane. Those with another one beside them in that"
    " direction are darker.",
)

# %% [markdown]
# ## The same nodes, in less time
#
# Each position is solved by steps 17 and 18 in turns, three times, and the shortest time counts.

# %%
positions = [moves for moves, _ in load_set("middle-medium", 25)]
before.prepare()
after.prepare()
solvers = [step.solver(use_book=False) for step in (before, after)]
times = np.full((2, len(positions)), np.inf)
explored = np.zeros((2, len(positions)), int)
for _ in range(3):
    for index, moves in enumerate(positions):
        for row, solver in enumerate(solvers):
            solver.reset()
            position = parse(moves, (before, after)[row].Position.start())
            begin = process_time()
            solver.solve(position)
            times[row, index] = min(times[row, index], process_time() - begin)
            explored[row, index] = solver.nodes
print("nodes of step 17:", explored[0].sum())
print("nodes of step 18:", explored[1].sum())
figure, axes = plt.subplots()
axes.plot(np.linspace(0, 1, len(positions)), np.sort(times[1] / times[0]), marker="")
axes.axhline(1, color="#999999", marker="", zorder=0)
axes.set_xlabel("part of the positions, sorted")
axes.set_ylabel("time of step 18 / step 17")
show(figure, "The time of step 18, divided by that of step 17. On the grey line both take equally long.")

# %% [markdown]
# How much it is depends on the processor: on how wide its registers are, and on how many simple instructions
# it does at once without them.
#
# ## Nanoseconds a node

# %%
found = [1e9 * row.sum() / count.sum() for row, count in zip(times, explored, strict=True)]
figure, axes = plt.subplots(figsize=(7, 2))
axes.barh(["step 17", "step 18"], found, color=["#0072b2", "#d55e00"])
axes.invert_yaxis()
axes.set_xlabel("nanoseconds a node")
show(figure, "The time a node takes, on average over these positions.")
