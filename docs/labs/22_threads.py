# %% [markdown]
# # Lab 22: two threads on one position
#
# Step 22 runs with one thread and with two. With two, nodes and times change from run to run and from
# machine to machine, and so do these charts. The scores do not.

# %%
from threading import Thread
from time import perf_counter, sleep
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from common.position import parse
from common.tools import course
from common.tools.searches import count_nodes
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

SIZE = 1_048_573  # entries of the table
step = course.load("22")
step.prepare()
alone, together = (step.solver(use_book=False, size=SIZE, threads=threads) for threads in (1, 2))
strings = [moves for moves, _ in load_set("begin-medium", 11)[2:]]
positions = [parse(moves, step.Position.start()) for moves in strings]


def run(solver: Any, position: Any) -> tuple[int, int, float]:
    """Return the score, the nodes and the seconds of a position, the table empty before."""
    solver.reset()
    begin = perf_counter()
    score = solver.solve(position)
    return score, solver.nodes, perf_counter() - begin


# %% [markdown]
# ## One thread: the search of step 21
#
# A thread that is alone finds nothing taken and nothing answered. Are the nodes really the same?

# %%
single = [run(alone, position) for position in positions]
before = count_nodes("21", strings, size=SIZE)
print("nodes of step 21:            ", *before)
print("nodes of step 22, one thread:", *(explored for _, explored, _ in single))

# %% [markdown]
# ## The same question, again and again
#
# Two threads solve one position several times, with an empty table each time.

# %%
hardest = max(range(len(positions)), key=before.__getitem__)
runs = [run(together, positions[hardest]) for _ in range(8)]
figure, axes = plt.subplots()
axes.plot(range(1, 9), [explored / 1000 for _, explored, _ in runs], linestyle="", label="two threads")
axes.axhline(before[hardest] / 1000, color="#999999", marker="", label="one thread")
axes.set_ylim(0, 1.2 * max(explored for _, explored, _ in runs) / 1000)
axes.set_title("scores returned: " + ", ".join(str(score) for score in {score for score, _, _ in runs}))
axes.set_xlabel("run")
axes.set_ylabel("thousand nodes")
axes.legend(loc="lower right")
show(
    figure,
    f"The nodes of both threads together after {strings[hardest]}, run by run.",
)

# %% [markdown]
# No two runs go the same way. What they find out is the same.
#
# ## How far they go together
#
# While two threads search that position, this cell looks at both paths again and again. How many moves from
# the root do they have in common?

# %%
table = step.module.table
together.reset()
paths = [scratch[table.PATH : table.PATH + table.SHARED] for _, scratch, _ in together._threads]
worker = Thread(target=together.solve, args=(positions[hardest],))
begin = perf_counter()
worker.start()
times, common = [], []
while worker.is_alive():
    first, second = (path.copy() for path in paths)
    common.append(int(np.argmax(np.append(first != second, True))) - len(strings[hardest]) - 1)
    times.append(1000 * (perf_counter() - begin))
    sleep(0.0002)
figure, axes = plt.subplots()
axes.step(times, np.maximum(common, 0), marker="", where="post")
axes.set_xlabel("milliseconds")
axes.set_ylabel("moves in common")
axes.yaxis.get_major_locator().set_params(integer=True)
show(figure, "How many moves the paths of the two threads have in common, moment by moment.")

# %% [markdown]
# Where the line is at 0, they are below different moves of the root. Where it is high, they work on the
# same small part of the tree, and what one finds there soon serves the other.
#
# ## What it buys
#
# The same positions are solved with one thread and with two. On the left are the nodes of both threads
# together. On the right is the time, which depends on the machine, and on what else it does.

# %%
double = [run(together, position) for position in positions]
figure, halves = plt.subplots(1, 2, figsize=(8, 3.4))
for axes, index, title in zip(halves, (1, 2), ("nodes", "seconds"), strict=True):
    ends = [result[index] for result in single]
    axes.loglog(ends, [result[index] for result in double], linestyle="")
    axes.plot([min(ends), max(ends)], [min(ends), max(ends)], color="#999999", marker="")
    axes.set(title=title, xlabel="one thread", ylabel="two threads")
show(
    figure, "Each point is a position of begin-medium. On the grey line two threads would make no difference."
)

# %% [markdown]
# As a rule two threads need more nodes between them. You gain time only if a processor is free for each of
# them. Where a position is solved at once, starting the second thread takes longer than it helps.
