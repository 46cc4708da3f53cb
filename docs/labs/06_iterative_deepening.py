# %% [markdown]
# # Lab 06: what a question costs
#
# The null windows of step 06, watched as plain Python: which questions are asked, how deep they go, and what
# each possible question would cost.

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter

import matplotlib.pyplot as plt

from common.position import parse
from common.score import MAX_SCORE
from common.tools import course
from common.tools.searches import record_calls, walk_calls
from common.tools.site.figures.pictures import show

SIZE = 65_537  # entries: these trees are small

# %% [markdown]
# ## Closing in
#
# The questions about one position, from the top. A bar shows what is still possible after the answer.

# %%
moves = "453772442746"
questions = record_calls("06", moves, size=SIZE)
figure, axes = plt.subplots(figsize=(6, 3))
low, high = -MAX_SCORE, MAX_SCORE
for row, call in enumerate(questions):
    low, high = (call.score, high) if call.score > call.alpha else (low, call.score)
    axes.barh(row, high - low + 0.4, left=low - 0.2, color="#56b4e9")
    answer = "yes" if low == call.score else "no"
    label = f"more than {call.alpha}? {answer}, {len(list(walk_calls([call]))):,} nodes"
    axes.text(-MAX_SCORE - 2, row, label, ha="right", va="center")
axes.set_xlim(-MAX_SCORE - 1, MAX_SCORE + 1)
axes.set_ylim(len(questions) - 0.5, -0.5)
axes.set_yticks([])
axes.set_xlabel("possible scores")
show(figure, f"Step 06 after {moves}: each question, its nodes, and the scores its answer leaves.")

# %% [markdown]
# The question nearest to 0 is the most expensive here. Those on the other side of 0 are never asked: its
# answer rules them out.
#
# ## How deep they go
#
# The nodes of each question, by the number of stones on the board. A question that a single node answers
# is left out.

# %%
figure, axes = plt.subplots()
for call in [call for call in questions if call.children]:
    stones = Counter(below.position.moves for below in walk_calls([call]))
    plies = sorted(stones)
    axes.plot(plies, [stones[ply] for ply in plies], label=f"more than {call.alpha}?")
axes.set_yscale("log")
axes.set_xlabel("stones on the board")
axes.set_ylabel("nodes, logarithmic")
axes.legend()
show(figure, "One line for each question. The further alpha is from 0, the earlier its line ends.")

# %% [markdown]
# The code has no limit of depth. The window alone ends a search where no result of interest
# is left.
#
# ## What all the questions would cost
#
# For three positions, each null window there is, with an empty table each time.

# %%
step = course.load("06")
negamax = step.module.solver.negamax
figure, axes = plt.subplots()
for moves in ("612413621766764755351", "7275251212643377", "47132541444215541532662727"):
    position, costs = parse(moves, step.Position.start()), []
    for alpha in range(-MAX_SCORE, MAX_SCORE):
        solver = step.with_options(size=SIZE)
        negamax(position, alpha, alpha + 1, *solver.memory.values())
        costs.append(solver.nodes)
    score = step.solver(size=SIZE).solve(position)
    axes.semilogy(range(-MAX_SCORE, MAX_SCORE), costs, marker="", label=f"{moves}, score {score}")
    axes.plot(score, costs[score + MAX_SCORE], "k|", markersize=14)
axes.set_xlabel("alpha")
axes.set_ylabel("nodes of the question, logarithmic")
axes.legend(loc="upper left", fontsize=8)
axes.set_ylim(top=10**6)
show(figure, "The nodes of each null window for three positions. A black mark is at the score.")

# %% [markdown]
# At both ends of the scale, a question costs next to nothing. In between, the curves rise by orders of
# magnitude. So a search that begins outside has paid little by the time it gets there, and what it has
# learned may spare it the middle.
