# %% [markdown]
# # Lab 11: positions without a choice
#
# How often is only one move safe? How long do forced replies go on? And what is saved by leaving such
# positions out of the table? Steps 10 and 11 run as plain Python, watched call by call.

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter
from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt

from common.tools import course
from common.tools.searches import Call, count_nodes, record_calls, walk_calls
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

SMALL = 65_537  # entries of the table: enough here, and quick to empty
positions = [moves for moves, _ in load_set("middle-easy", 150)]
roots = [root for moves in positions for root in record_calls("11", moves, size=SMALL)]

# %% [markdown]
# ## How many moves are safe?
#
# The chart counts all calls of step 11. The bar on the left shows the forced positions.


# %%
def choices(call: Call) -> int:
    """Return the number of safe moves."""
    return int(call.position.safe_moves()).bit_count()


safe = Counter(choices(call) for call in walk_calls(roots))
figure, axes = plt.subplots()
axes.bar(list(safe), list(safe.values()), color=["#d55e00" if number == 1 else "#0072b2" for number in safe])
axes.set_xlabel("safe moves")
axes.set_ylabel("calls")
show(figure, "The calls of step 11 by the number of safe moves. Those with a single one have another colour.")

# %% [markdown]
# ## One forced reply after another
#
# After a forced reply the next may be forced as well. How long is each such row of forced calls?


# %%
def rows(call: Call, before: int = 0) -> list[int]:
    """Return the lengths of the rows of forced calls that end below a call."""
    length = before + 1 if choices(call) == 1 else 0
    ended = [before] if before and not length else []
    if length and not call.children:
        ended.append(length)
    return ended + [row for child in call.children for row in rows(child, length)]


lengths = Counter(row for root in roots for row in rows(root))
figure, axes = plt.subplots()
axes.bar(list(lengths), list(lengths.values()), log=True)
axes.set_xlabel("forced calls in a row")
axes.set_ylabel("rows")
show(figure, "Rows of forced calls by their length. The scale on the left grows by factors of ten.")

# %% [markdown]
# Most rows are short. But short or long, no position in them holds a decision.
#
# ## Nodes against accesses to the table
#
# Step 11 explores a few more nodes than step 10. How often does each of them read the table or write to it?

# %%
accesses: Counter[str] = Counter()
explored: Counter[str] = Counter()


def counting(number: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method of the table that counts how often it is called."""

    def counted(*given: Any) -> Any:
        accesses[number] += 1
        return method(*given)

    return counted


for number in ("10", "11"):
    table = course.load(number).module.table.Table
    table.get, table.put = counting(number, table.get), counting(number, table.put)
    explored[number] = sum(count_nodes(number, positions, size=SMALL))
figure, halves = plt.subplots(1, 2, figsize=(7, 3))
for axes, counts, title in zip(halves, (explored, accesses), ("nodes", "accesses to the table"), strict=True):
    axes.bar([f"step {number}" for number in counts], list(counts.values()), color=["#0072b2", "#d55e00"])
    axes.set_title(title)
show(figure, "Steps 10 and 11: nodes on the left, accesses to the table on the right.")

# %% [markdown]
# There is a little more to search, and clearly less to fetch from memory. That is the trade this step
# makes.
