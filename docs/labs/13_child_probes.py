# %% [markdown]
# # Lab 13: what the children's entries tell
#
# How often does a child's entry end the search of a position, and what does that save? Steps 12 and 13 run
# as plain Python, and every look-up in the table is noted.

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

import sys
from collections import Counter
from typing import Any

import matplotlib.pyplot as plt

from common.tools import course
from common.tools.searches import record_calls, walk_calls
from common.tools.site.figures.pictures import show

SMALL = 65_537  # entries of the table: enough here, and quick to empty
positions = ["14376427661167711767", "55577457222716114", "764356157714373771336", "547761566743215513123"]
step = course.load("13")
search, table = step.module.solver, step.module.table.Table

# %% [markdown]
# ## Cut off by a child's entry
#
# Which of the children, in the order of the moves, had the entry that was enough? If it is the first, one
# call is saved. If it is another, the search of all moves before it is saved.

# %%
asked: Counter[int] = Counter()  # by the number of stones: positions that probed
ended: Counter[int] = Counter()  # those of them that a probe ended
place: Counter[int] = Counter()  # by the child's place in the order: probes that ended a search
get = table.get


def watched(self: Any, key: int) -> int:
    """Look up a key, and note whether that ends the search that asks."""
    value = get(self, key)
    caller = sys._getframe(1).f_locals  # the names in negamax, which is asking
    if "index" in caller:  # in the loop of probes, else it asks for the position itself
        stones = caller["position"].moves
        asked[stones] += caller["index"] == caller["first"]
        if value and search.OFFSET - (value & 255) >= caller["beta"]:
            ended[stones] += 1
            place[caller["index"] - caller["first"] + 1] += 1
    return value


table.get = watched
explored = Counter(
    call.position.moves for m in positions for call in walk_calls(record_calls("13", m, size=SMALL))
)
table.get = get
figure, axes = plt.subplots()
axes.bar(list(place), list(place.values()))
axes.set_xticks(list(place))
axes.set_xlabel("place of the child in the order of moves")
axes.set_ylabel("searches ended")
show(figure, "How many searches were ended by the entry of the first child, the second, and so on.")

# %% [markdown]
# Often it is the first child: the order of the moves is a good guess, and one call is saved. Each of the
# others saves the search of at least one move before it.
#
# ## Where probing pays
#
# What part of the searches that probe the children do the probes end? The chart shows it by the number of
# stones.

# %%
figure, axes = plt.subplots()
stones = [number for number in asked if asked[number] >= 20]
axes.bar(stones, [ended[number] / asked[number] for number in stones])
axes.set_xlabel("stones on the board")
axes.set_ylabel("part ended by a probe")
show(figure, "The part of the probing positions whose search ended by a probe, by the number of stones.")

# %% [markdown]
# ## Fewer nodes and more nodes
#
# Probes save nodes. Doing without a table in the last plies costs nodes. Where does each of them happen?

# %%
before = Counter(
    call.position.moves for m in positions for call in walk_calls(record_calls("12", m, size=SMALL))
)
figure, axes = plt.subplots()
for number, calls in (("12", before), ("13", explored)):
    axes.plot(sorted(calls), [calls[stones] for stones in sorted(calls)], label=f"step {number}")
axes.axvspan(search.STORED, 42, color="#dddddd", zorder=0)
axes.set_xlabel("stones on the board")
axes.set_ylabel("nodes")
axes.legend()
show(figure, "The nodes of both steps by the number of stones. In the grey part step 13 has no table.")

# %% [markdown]
# Before the grey part step 13 explores somewhat fewer nodes where the lines differ. In the grey part it
# explores clearly more, as the same positions are searched again each time they come up. But little is left
# to search below these nodes, and they take no trip to memory.
