# %% [markdown]
# # Lab 02: what alpha-beta leaves out
#
# The search of step 02 itself, run as plain Python and watched call by call. Beside it, minimax on the
# same positions.

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter

import matplotlib.pyplot as plt

from common.tools.searches import count_nodes, record_calls, walk_calls
from common.tools.sets import load_set
from common.tools.site.figures.pictures import draw_tree, show

# %% [markdown]
# ## A whole tree
#
# A position with few empty cells. Each node shows the window that the search came with, and below it
# what came back.

# %%
candidates = [moves for moves, _ in load_set("end-easy", 1000) if len(moves) == 38]
late = next(moves for moves in candidates if 10 < count_nodes("02", [moves])[0] < 20)
(root,) = record_calls("02", late)
figure, axes = plt.subplots(figsize=(8, 3))
draw_tree(axes, root, 3, lambda call: f"{call.alpha}..{call.beta}\n{call.score}")
show(figure, f"The calls of step 02 after {late}: the window of each, and below it the score it returned.")

# %% [markdown]
# ## Nodes saved, position by position
#
# Minimax must look at everything. How much of that does alpha-beta need?

# %%
positions = [moves for moves, _ in load_set("end-easy", 60) if len(moves) >= 32]
before, after = count_nodes("01", positions), count_nodes("02", positions)
figure, axes = plt.subplots()
axes.loglog(before, after, linestyle="")
axes.plot([1, max(before)], [1, max(before)], color="#999999", marker="")
axes.set_xlabel("nodes of minimax")
axes.set_ylabel("nodes of alpha-beta")
show(figure, "Each point is a position of end-easy. On the grey line both would explore the same.")

# %% [markdown]
# The more there is to search, the larger the part that is left out.
#
# ## Which move cuts off?
#
# A node returns early when a child's score reaches beta. Which child was it: the first, the second, a later
# one?

# %%
cut_by: Counter[int] = Counter()
for moves in [moves for moves, _ in load_set("end-easy", 100) if len(moves) == 32]:
    roots = record_calls("02", moves)
    cut_by.update(
        len(call.children) for call in walk_calls(roots) if call.children and call.score >= call.beta
    )
figure, axes = plt.subplots()
axes.bar(list(cut_by), list(cut_by.values()))
axes.set_xlabel("moves tried until the cutoff")
axes.set_ylabel("nodes")
show(figure, "How many moves a node tried before one of them reached beta.")

# %% [markdown]
# A cutoff by the first move is the cheapest there is. Here the columns are tried from the left. Step 03 asks
# which order is better.
