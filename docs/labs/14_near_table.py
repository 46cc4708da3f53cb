# %% [markdown]
# # Lab 14: what lies in the table
#
# An entry and its slot tell the whole key, so the positions can be read back out of the table. What is in
# it, and what does its size do to the speed of steps 13 and 14?

# %%
from time import process_time

import matplotlib.pyplot as plt
import numpy as np

from common.jit import clear
from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

PRIMES = [131_063, 524_269, 2_097_143, 8_388_593]
near = course.load("14").module.table
positions = [moves for moves, _ in load_set("begin-medium", 9)[3:]]


def solved(number: str, size: int, positions: list[str] = positions) -> tuple[np.ndarray, int, float]:
    """Solve positions with one table; return its entries, the nodes and the seconds."""
    step = course.load(number)
    solver = step.with_options(use_book=False, size=size)
    entries = solver.memory["table"].entries
    clear(entries)  # or the system would hand out its memory while the clock runs
    begin = process_time()
    for moves in positions:
        solver.solve(parse(moves, step.Position.start()))
    return entries, solver.nodes, process_time() - begin


course.load("13").prepare()
course.load("14").prepare()

# %% [markdown]
# ## Entries by the number of stones
#
# Step 13 has one table for all, here a large one that is never full. A key has a group of bits for each
# column. Add 1 to the group, and the place of its highest bit is the number of stones in the column.

# %%
size = 2_097_143
entries, nodes_13, _ = solved("13", size)
slots = np.flatnonzero(entries)
keys = (entries[slots] >> 16) * size + slots
groups = [(keys >> column * (HEIGHT + 1) & (2 << HEIGHT) - 1) + 1 for column in range(WIDTH)]
stones = np.sum([np.floor(np.log2(group)) for group in groups], axis=0)
numbers, counts = np.unique(stones, return_counts=True)
figure, axes = plt.subplots()
axes.bar(numbers, counts, color=["#0072b2" if number < near.NEAR else "#d55e00" for number in numbers])
axes.set_xlabel("stones on the board")
axes.set_ylabel("entries")
axes.set_title(f"{len(slots) / size:.0%} of the slots in use")
show(
    figure,
    "Entries by the number of stones. Those in orange, on the right, go to the near part in step 14.",
)

# %% [markdown]
# The entries that may serve for long are on the left, and they are few.
#
# ## What gets lost, and what that costs
#
# Step 14, with as large a far part, has room for some of the entries on the right. How many does it hold at
# the end, and how many more nodes does it need for the same positions?

# %%
entries, nodes_14, _ = solved("14", size)
held = [int(counts[numbers >= near.NEAR].sum()), int(np.count_nonzero(entries[size:]))]
figure, halves = plt.subplots(1, 2, figsize=(7, 3))
for axes, found, title in zip(halves, (held, [nodes_13, nodes_14]), ("late entries", "nodes"), strict=True):
    axes.bar(["step 13", "step 14"], np.divide(found, 1000), color=["#0072b2", "#d55e00"])
    axes.set_title(f"thousand {title}: {found[1] / found[0]:.0%}")
show(
    figure,
    f"Entries of {near.NEAR} stones or more at the end, and nodes. Percentages are of step 13.",
)

# %% [markdown]
# Most of the late entries are overwritten, and the search hardly notices.
#
# ## Nodes a second
#
# The chart takes some of these positions, tables from 1 MiB to 64 MiB, and the faster of two runs. Times
# depend on the machine, and on what else it does. Compare the right ends of the lines.

# %%
figure, axes = plt.subplots()
speeds: dict[str, list[float]] = {"13": [], "14": []}
for size in PRIMES:
    for number, found in speeds.items():
        runs = [solved(number, size, positions[:5]) for _ in range(2)]
        found.append(max(explored / seconds for _, explored, seconds in runs) / 1e6)
for number, found in speeds.items():
    axes.semilogx(np.multiply(PRIMES, 8 / 2**20), found, base=2, label=f"step {number}")
axes.set_xticks([1, 4, 16, 64], ["1 MiB", "4 MiB", "16 MiB", "64 MiB"])
axes.set_ylim(0)
axes.set_xlabel("size of the table")
axes.set_ylabel("million nodes a second")
axes.legend()
show(figure, "The speed of steps 13 and 14 by the size of the table, the near part of step 14 not counted.")

# %% [markdown]
# When a table no longer fits into the processor's caches, a node of step 13 has to wait for main memory. In
# step 14 most entries are in the near part, whose size is the same in all runs.
