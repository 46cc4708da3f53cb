# %% [markdown]
# # Lab 09: is the guess any good?
#
# The centre first, as in step 08, against most threats first, as in step 09: how far forward the best
# move comes, which move cuts off, and what that saves.

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter

import matplotlib.pyplot as plt

from common.position import parse
from common.tools import course
from common.tools.site.figures.pictures import show
from common.tools.site.searches.recording import nodes, recorded, sample, walk_calls

step, SIZE = course.load("09"), 65_537  # entries of the table
positions = [moves for moves in sample("middle-easy", 600) if len(moves) >= 24]

# %% [markdown]
# ## The place of the best move
#
# Both orders, on positions of middle-easy with two or more safe moves that are not all equally good. In which
# place is the first move with the highest score?

# %%
solver, search = step.solver(use_book=False, size=SIZE), step.module.solver
places = {"centre first": Counter(), "most threats first": Counter()}
for moves in positions:
    position = parse(moves, step.Position.start())
    safe = 0 if nodes("09", [moves], size=SIZE) == [0] else position.safe_moves()  # 0 nodes: wins at once
    scores, threats = {}, {}
    for column in search.COLUMN_ORDER:
        if cell := safe & search.cells(column):
            scores[column] = -solver.solve(position.play(column))
            threats[column] = search.count(position.threats(cell))
    if len(set(scores.values())) > 1:
        best = max(scores.values())
        orders = list(scores), sorted(scores, key=lambda column: -threats[column])
        for order, place in zip(orders, places.values(), strict=True):
            place[1 + [scores[column] for column in order].index(best)] += 1
figure, axes = plt.subplots()
for shift, (name, place) in zip((-0.2, 0.2), places.items(), strict=True):
    axes.bar([number + shift for number in place], list(place.values()), width=0.4, label=name)
axes.set_xlabel("place of the best move")
axes.set_ylabel("positions")
axes.legend()
show(figure, f"The place of the best move by both orders, in {places['centre first'].total()} positions.")

# %% [markdown]
# Ordered by threats, the best move comes first more often, and it is less often far behind.
#
# ## Which move cuts off?
#
# In the searches themselves: how many moves does a node try until one reaches beta?

# %%
figure, axes = plt.subplots()
for shift, number in zip((-0.2, 0.2), ("08", "09"), strict=True):
    tried = Counter()
    for moves in positions[:110]:
        calls = walk_calls(recorded(number, moves, size=SIZE)[1])
        tried.update(len(call.children) for call in calls if call.children and call.score >= call.beta)
    shares = [100 * count / tried.total() for count in tried.values()]
    label = f"step {number}: {tried.total():,} cutoffs, {tried[1] / tried.total():.0%} by the first move"
    axes.bar([number + shift for number in tried], shares, width=0.4, label=label)
axes.set_xlabel("moves tried until the cutoff")
axes.set_ylabel("percent of the cutoffs")
axes.legend()
show(
    figure, "How many moves a node tried before one of them reached beta, in percent of each step's cutoffs."
)

# %% [markdown]
# The share of the first move was high and is higher now. It is a small gain, but it counts at every ply, so
# there are fewer nodes to cut off at.
#
# ## Position by position
#
# The nodes of both steps. A point on the right of the grey line is a position that takes step 09
# fewer nodes.

# %%
before, after = nodes("08", positions, size=SIZE), nodes("09", positions, size=SIZE)
pairs = [(old, new) for old, new in zip(before, after, strict=True) if old > 10]
figure, axes = plt.subplots()
axes.loglog(*zip(*pairs, strict=True), linestyle="", alpha=0.5)
axes.plot([1, max(before)], [1, max(before)], color="#999999", marker="")
axes.set_xlabel("nodes of step 08")
axes.set_ylabel("nodes of step 09")
less, more = sum(new < old for old, new in pairs), sum(new > old for old, new in pairs)
show(figure, f"{len(pairs)} positions: step 09 explores fewer nodes in {less}, more in {more}.")

# %% [markdown]
# It is still a bet, and it is lost now and then. On the whole it pays.
