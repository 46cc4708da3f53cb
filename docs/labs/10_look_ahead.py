# %% [markdown]
# # Lab 10: which calls the look ahead saves
#
# Steps 09 and 10 run as plain Python on the same positions, watched call by call. Which calls of step 09
# does step 10 not make?

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter

import matplotlib.pyplot as plt

from common.score import win_score
from common.tools import course
from common.tools.searches import Call, record_calls, walk_calls
from common.tools.sets import load_set
from common.tools.site.figures.pictures import draw_tree, show

SMALL = 65_537  # entries of the table: enough here, and quick to empty
cells = course.load("10").module.position.cells

# %% [markdown]
# ## One question, asked of both
#
# Both steps get the same position, and the same window at the root. A position without a safe move is
# marked as lost. The others show the score that came back.

# %%
moves = "514476613265211372"
figure, halves = plt.subplots(1, 2, figsize=(9, 2.6))
for axes, number in zip(halves, ("09", "10"), strict=True):
    roots = record_calls(number, moves, size=SMALL)
    draw_tree(axes, roots[0], 3, lambda call: str(call.score) if call.position.safe_moves() else "lost")
    axes.set_title(f"step {number}: {len(list(walk_calls(roots[:1])))} calls")
show(
    figure,
    f"The first tree of each step after {moves}. Step 10 does not visit the fourth row, all lost at once.",
)

# %% [markdown]
# A node of the third row has a move that leaves no safe reply. Step 09 learns this from the call below.
# Step 10 sees it in the node itself.
#
# ## Calls lost at once
#
# How many calls of step 09 only find out that no move is safe? They are counted by the number of stones,
# for positions of middle-easy.

# %%
watched: dict[str, list[Call]] = {"09": [], "10": []}
for number, calls in watched.items():
    for moves, _ in load_set("middle-easy", 90):
        calls += walk_calls(record_calls(number, moves, size=SMALL))
lost = Counter(call.position.moves for call in watched["09"] if not call.position.safe_moves())
others = Counter(call.position.moves for call in watched["09"] if call.position.safe_moves())
ahead = Counter(call.position.moves for call in watched["10"])
stones = range(min(others), max(others) + 1)
figure, axes = plt.subplots()
axes.bar(stones, [others[n] for n in stones], label="step 09, a move is safe")
axes.bar(stones, [lost[n] for n in stones], bottom=[others[n] for n in stones], label="step 09, none is safe")
axes.plot(stones, [ahead[n] for n in stones], color="black", label="step 10")
axes.set_xlabel("stones on the board")
axes.set_ylabel("calls")
axes.legend()
show(figure, "The calls of step 09 as bars, those lost at once on top; the calls of step 10 as a line.")

# %% [markdown]
# For most numbers of stones, the line is well below even the lower part of the bar. So step 10 saves more
# than the lost positions themselves. It also saves moves that stood before the winning one, and its
# windows close earlier.
#
# ## How a call of step 10 ends
#
# Does a node see a win ahead, does it have to search its moves, or did the table or the rules answer?


# %%
def ending(call: Call) -> str:
    """Say what a call of step 10 got its score from."""
    position = call.position
    safe = [column for column in range(7) if position.safe_moves() & cells(column)]
    if call.children:
        return "search of its moves"
    if call.score == win_score(position.moves + 2) and any(not position.play(x).safe_moves() for x in safe):
        return "a move without a safe reply"
    return "the table, the rules,\nor the earliest win left"


endings = Counter(ending(call) for call in watched["10"])
figure, axes = plt.subplots(figsize=(7, 2))
axes.barh(list(endings), list(endings.values()))
axes.set_xlabel("calls")
show(figure, "How the calls of step 10 ended. Some are won at first glance, without another call.")

# %% [markdown]
# Calls that found a move without a safe reply end before any move is searched. Step 09 would try its moves
# in order until it came to the winning one.
