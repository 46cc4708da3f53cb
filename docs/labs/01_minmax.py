# %% [markdown]
# # Lab 01: the tree of all games
#
# The search of step 01 as plain Python, watched call by call. What does the tree of a position look like,
# how fast do trees grow, and how do all those games end?

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from statistics import median

import matplotlib.pyplot as plt

from common.position import CELLS
from common.tools.searches import count_nodes, record_calls, walk_calls
from common.tools.sets import load_set
from common.tools.site.figures.pictures import draw_tree, show

# %% [markdown]
# ## A whole tree
#
# A position with few empty cells, and every game that goes on from it. Each node shows its score, seen
# by its mover.

# %%
late = "447562343661775754456417753353663111"
(root,) = record_calls("01", late)
figure, axes = plt.subplots(figsize=(8, 4))
draw_tree(axes, root, CELLS - len(late), lambda call: f"{call.score}")
show(figure, f"The calls of step 01 after {late}, and their scores. Each row is one move later.")

# %% [markdown]
# Read it from below: each node has the highest of *minus* the scores of its children. A node without
# children is a full board, with score 0, or a position in which a move wins at once.
#
# ## How trees grow
#
# Each point is a position of end-easy: the nodes of its tree, by the number of empty cells. Positions
# in which a move wins at once are left out, because their tree is a single node.

# %%
late = [moves for moves, _ in load_set("end-easy", 400) if len(moves) >= CELLS - 8]
trees = [(moves, count) for moves, count in zip(late, count_nodes("01", late), strict=True) if count > 1]
counted = [(CELLS - len(moves), count) for moves, count in trees]
numbers = sorted({empty for empty, _ in counted})
middle = [median(count for empty, count in counted if empty == number) for number in numbers]
figure, axes = plt.subplots()
axes.semilogy(*zip(*counted, strict=True), linestyle="", alpha=0.4)
axes.semilogy(numbers, middle, marker="")
axes.set_xlabel("empty cells")
axes.set_ylabel("nodes, logarithmic")
show(figure, "Nodes of step 01, by the number of empty cells. The line joins the medians.")

# %% [markdown]
# On a logarithmic scale, equal steps upwards are equal factors: each empty cell *multiplies* the nodes.
# The points of one column are far apart, because games may end early, and full columns leave few moves.
#
# ## Counting is not minimax
#
# Minimax sees every end of a game. Would it be enough to count who wins more of them? Here the difference of
# these counts is drawn against the score.

# %%
balances, scores = [], []
for moves in [moves for moves, count in trees if count > 20][:60]:
    (root,) = record_calls("01", moves)
    winners = [call.position.moves % 2 for call in walk_calls([root]) if call.score > 0 and not call.children]
    won = winners.count(len(moves) % 2)
    balances.append(won - (len(winners) - won))
    scores.append(root.score)
wrong = [pair for pair in zip(balances, scores, strict=True) if pair[0] * pair[1] < 0]
figure, axes = plt.subplots()
axes.plot(balances, scores, linestyle="", alpha=0.5)
axes.plot(*zip(*wrong, strict=True), linestyle="")
axes.set_xscale("symlog")
axes.axhline(0, color="#999999")
axes.axvline(0, color="#999999")
axes.set_xlabel("ends that the mover wins, minus those that the mover loses")
axes.set_ylabel("score")
show(figure, f"A point for each of {len(scores)} positions. The {len(wrong)} squares have a wrong sign.")

# %% [markdown]
# In the squares, most ends are won by the player who loses under perfect play. The number of ends is no
# measure: a single good reply outweighs many bad ones. So minimax takes the best score, not the average.
