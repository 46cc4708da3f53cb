# %% [markdown]
# # Lab 19: when is it enough to count?
#
# Step 19 says what it needs when it asks about following up. This lab watches how these questions end, shows
# which of them step 18 did not ask, and measures what is saved.

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from common.tools import course
from common.tools.searches import record_calls, walk_calls
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

SMALL = 65_537  # entries of the table: enough here, and quick to empty
LINES = [load_set("middle-medium", 45)[index].moves for index in (33, 34, 44)]
FOLLOW_UP = course.load("18").module.solver.FOLLOW_UP
module = course.load("19").module.position
aligned, score_if_followed = module.aligned, module.Position.score_if_followed

# %% [markdown]
# ## How a question ends
#
# Each call of `score_if_followed` ends in one of three ways: it counts too few stones, it counts enough but
# the mover makes four in a row, or the score is enough. Only the last two look for four in a row.

# %%
ENDS = ["too few stones", "four in a row", "enough"]
looks, ends = Counter[str](), Counter[tuple[int, str]]()


def watch_aligned(stones: int) -> bool:
    """Count how often four in a row are looked for."""
    looks["aligned"] += 1
    return aligned(stones)


def watch_following(position: Any, threats: int, followed: int, least: int) -> int:
    """Count how a question about following up ends."""
    before = looks["aligned"]
    score = score_if_followed(position, threats, followed, least)
    counted = looks["aligned"] == before
    ends[least, ENDS[0] if counted else ENDS[1] if score < least else ENDS[2]] += 1
    return score


module.aligned, module.Position.score_if_followed = watch_aligned, watch_following
after = [list(walk_calls(record_calls("19", moves, size=SMALL))) for moves in LINES]
module.aligned, module.Position.score_if_followed = aligned, score_if_followed

asked = range(min(least for least, _ in ends), max(least for least, _ in ends) + 1)
figure, axes = plt.subplots()
below = np.zeros(len(asked))
for end, color in zip(ENDS, ("#999999", "#0072b2", "#d55e00"), strict=True):
    counts = np.array([ends[least, end] for least in asked])
    axes.bar(asked, counts, bottom=below, color=color, label=end)
    below += counts
axes.axvline(FOLLOW_UP + 0.5, color="black", linestyle="--", marker="")
axes.set_xlabel("score that is needed")
axes.set_ylabel("questions about following up")
axes.legend()
show(figure, "How questions about following up end. Step 18 did not ask those on the right of the line.")

# %% [markdown]
# Whoever needs a high score mostly learns by counting that following does not bring it. On the right of the
# line few questions find enough. But each of them saves a search:

# %%
print("enough, on the left of the line: ", sum(ends[n, ENDS[2]] for n in asked if n <= FOLLOW_UP))
print("enough, on the right of the line:", sum(ends[n, ENDS[2]] for n in asked if n > FOLLOW_UP))

# %% [markdown]
# ## One number asks the same as two
#
# All windows of step 18 are null: `beta` is `alpha + 1`. So step 19 gets the same questions as step 18.

# %%
before = [list(walk_calls(record_calls("18", moves, size=SMALL))) for moves in LINES]
print("widths of the windows of step 18:", {call.beta - call.alpha for calls in before for call in calls})
questions = [Counter(call.beta for calls in watched for call in calls) for watched in (before, after)]
betas = range(min(questions[0]), max(questions[0]) + 1)
figure, axes = plt.subplots()
for place, (counts, color) in enumerate(zip(questions, ("#0072b2", "#d55e00"), strict=True)):
    axes.bar(
        np.array(betas) + 0.4 * place - 0.2,
        [counts[beta] for beta in betas],
        width=0.4,
        color=color,
        label=f"step {18 + place}",
    )
axes.set_xlabel("is the score at least ...?")
axes.set_ylabel("nodes")
axes.legend()
show(figure, "How often each question is asked by the nodes of steps 18 and 19.")
