# %% [markdown]
# # Lab 17: how near the end of the question
#
# Step 17 answers at once where only a win within two stones can still matter. This lab counts how many nodes
# are that near in the search of step 16, shows where in the game they lie, and measures what is saved.

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter

import matplotlib.pyplot as plt
import numpy as np

from common.score import win_score
from common.tools.searches import Call, record_calls, walk_calls
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

SMALL = 65_537  # entries of the table: enough here, and quick to empty
LINES = [moves for moves, _ in load_set("middle-easy", 90)]

# %% [markdown]
# ## How far is it to the horizon?
#
# For each node of step 16: the mover's stones, or the opponent's, within which a win would still change the
# answer. At 2, step 17 does not search.


# %%
def stones_left(call: Call) -> int:
    """Return the number of stones within which a win of the mover or the opponent still matters."""
    stones = call.position.moves
    return win_score(stones) - call.alpha if call.alpha >= 0 else win_score(stones + 1) + call.beta


watched = {
    number: [list(walk_calls(record_calls(number, moves, size=SMALL))) for moves in LINES]
    for number in ("16", "17")
}
calls = [call for found in watched["16"] for call in found]
distance = Counter(map(stones_left, calls))
figure, axes = plt.subplots()
axes.bar(list(distance), np.array(list(distance.values())) / len(calls), color="#0072b2")
axes.set_xlabel("stones within which a win still matters")
axes.set_ylabel("part of the nodes")
show(figure, "How near to the horizon the nodes of step 16 are. A tree is widest where it ends.")

# %% [markdown]
# ## Where is that in the game?
#
# `STORED` was a number of stones. The horizon is no such number: it depends on the question.

# %%
near = Counter(call.position.moves for call in calls if stones_left(call) <= 2)
far = Counter(call.position.moves for call in calls if stones_left(call) > 2)
plies = range(min(near + far), max(near + far) + 1)
figure, axes = plt.subplots()
axes.bar(plies, [far[ply] for ply in plies], color="#0072b2", label="searched by step 17 too")
axes.bar(
    plies,
    [near[ply] for ply in plies],
    bottom=[far[ply] for ply in plies],
    color="#d55e00",
    label="at the horizon",
)
axes.set_xlabel("stones on the board")
axes.set_ylabel("nodes of step 16")
axes.legend()
show(figure, "The nodes of step 16 by stones on the board, those at the horizon of their question on top.")

# %% [markdown]
# ## Nodes saved
#
# The positions are sorted by what part of step 16's nodes step 17 explores.

# %%
before, after = ([len(found) for found in watched[number]] for number in ("16", "17"))
parts = sorted(np.divide(now, then) for now, then in zip(after, before, strict=True) if then)
figure, axes = plt.subplots()
axes.plot(np.linspace(0, 1, len(parts)), parts, marker="")
axes.axhline(1, color="#999999", marker="", zorder=0)
axes.set_xlabel("part of the positions, sorted")
axes.set_ylabel("nodes of step 17 / step 16")
show(figure, "The nodes of step 17, divided by those of step 16. On the grey line both explore equally many.")

# %% [markdown]
# Most positions gain, or stay as they were. A few small ones explore more: the horizon has no order of moves.
