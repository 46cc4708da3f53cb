# %% [markdown]
# # Lab 05: the same position again
#
# How often does a search come to a position where it has been before, and how large must a table be to
# notice?

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter

import matplotlib.pyplot as plt

from common.position import children, parse
from common.tools import course
from common.tools.searches import count_nodes, record_calls, walk_calls
from common.tools.site.figures.pictures import show

step = course.load("05")

# %% [markdown]
# ## Games and positions
#
# From the empty board: how many games of each length are there, and to how many positions do they
# lead?

# %%
layer, games, positions = Counter({step.Position.start(): 1}), [1], [1]
for _ in range(6):
    after = Counter()
    for position, count in layer.items():
        for _, child in children(position):
            after[child] += count
    layer = after
    games.append(layer.total())
    positions.append(len(layer))
figure, axes = plt.subplots()
axes.semilogy(games, label="games")
axes.semilogy(positions, label="positions")
axes.set_xlabel("stones")
axes.legend()
show(figure, "Games, and the different positions they lead to, on a logarithmic scale.")

# %% [markdown]
# The lines drift apart: each new stone brings more orders in which the same stones can be played.
#
# ## What a search meets
#
# Step 04 has no table. Here are its calls for one position, and how many different positions they are for, by
# the number of stones.

# %%
moves = "724225746724174342377663"
roots = record_calls("04", moves)
calls = Counter(call.position.moves for call in walk_calls(roots))
distinct = Counter(position.moves for position in {call.position for call in walk_calls(roots)})
figure, axes = plt.subplots()
axes.xaxis.get_major_locator().set_params(integer=True)
axes.bar(list(calls), list(calls.values()), color="#bbbbbb", label="calls")
axes.bar(list(distinct), list(distinct.values()), label="different positions")
axes.set_xlabel("stones on the board")
axes.legend()
show(figure, f"Calls after {moves}. If each position were searched only once, blue would be all.")

# %% [markdown]
# The grey part is what a table can save at best. It is largest deep in the tree.
#
# ## How large a table?
#
# A small table forgets: one position takes the slot of another. Here are the nodes of step 05, by the size of
# its table.

# %%
sizes = [257, 521, 1031, 2053, 4099, 8209, 16411]
figure, axes = plt.subplots()
for moves in ("612413621766764755351", "7676274335366247134457", "2563237553326731764241221"):
    axes.semilogx(sizes, [count_nodes("05", [moves], size=size)[0] for size in sizes], label=moves)
axes.set_xlabel("entries, logarithmic")
axes.set_ylabel("nodes")
axes.set_ylim(bottom=0)
axes.legend(fontsize=8)
show(figure, "Nodes of step 05 for three positions, by the number of entries.")

# %% [markdown]
# Beyond a certain size, a larger table changes little: it already holds all that the tree of the position
# has.
#
# ## Why a prime?
#
# Which slots of a table were used at all? Try a prime number of slots, then a power of two.

# %%
figure, several = plt.subplots(1, 2, figsize=(7, 3.6))
for axes, size in zip(several, (1031, 1024), strict=True):
    solver = step.with_options(size=size)
    solver.solve(parse("612413621766764755351", step.Position.start()))
    used = [entry > 0 for entry in solver.memory["table"].entries[:1024]]
    axes.imshow([used[row * 32 : row * 32 + 32] for row in range(32)], cmap="Blues")
    axes.set_title(f"{size} slots, {solver.nodes:,} nodes")
    axes.set_axis_off()
show(figure, "The first 1024 slots, row by row: the dark ones were used.")

# %% [markdown]
# A slot is the remainder of the key. Divided by a power of two, the remainder is the lowest bits of the key:
# the leftmost cells alone. Here these are filled in few ways. So most slots stay empty, and the search
# pays for it in nodes. Divided by a prime, every column has a say.
