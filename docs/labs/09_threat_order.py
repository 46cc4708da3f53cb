# %% [markdown]
# # Lab 09: is the guess any good?
#
# The centre first, as in step 08, against most threats first, as in step 09: how far forward the best
# move comes, which move cuts off, and what that saves.

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter
from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from common.position import CELLS, HEIGHT, WIDTH, parse
from common.score import MAX_SCORE, win_score
from common.tools import course
from common.tools.searches import count_nodes, record_calls, walk_calls
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

step, SIZE = course.load("09"), 65_537  # entries of the table
positions = [moves for moves, _ in load_set("middle-easy", 600) if len(moves) >= 24]

# %% [markdown]
# ## The place of the best move
#
# Both orders, on positions of middle-easy with two or more safe moves that are not all equally good. In which
# place is the first move with the highest score?

# %%
solver, search, module = step.solver(use_book=False, size=SIZE), step.module.solver, step.module.position
places = {"centre first": Counter(), "most threats first": Counter()}
for moves in positions:
    position = parse(moves, step.Position.start())
    safe = (
        0 if count_nodes("09", [moves], size=SIZE) == [0] else position.safe_moves()
    )  # 0 nodes: wins at once
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
        calls = walk_calls(record_calls(number, moves, size=SIZE))
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
some = positions[1::2]
before, after = count_nodes("08", some, size=SIZE), count_nodes("09", some, size=SIZE)
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
#
# ## A better guess, and more nodes
#
# Could the order be learnt? Here is a search of null windows, as in step 06, with whatever order it is
# given. It notes each position at which a move reached beta.

# %%
Order = Callable[[Any, int], list[int]]


class Search:
    """A search with an order of its own, and with a table that keeps everything."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.nodes = 0
        self.table: dict[int, tuple[int, int]] = {}
        self.cutoffs: list[tuple[Any, int, bool]] = []  # position, beta, whether the first move did it

    def negamax(self, position: Any, beta: int) -> int:
        """Return a lower bound on the score of a position if it is at least beta, else an upper bound."""
        self.nodes += 1
        safe = position.safe_moves()
        if safe == 0:
            return -win_score(position.moves + 1)
        if position.moves >= CELLS - 2:
            return 0
        possible = -win_score(position.moves + 3), win_score(position.moves + 2)
        lowest, highest = self.table.get(position.key(), possible)
        if not lowest < beta <= highest:
            return lowest if beta <= lowest else highest
        best = -MAX_SCORE
        for index, column in enumerate(self.order(position, safe)):
            best = max(best, -self.negamax(position.play(column), 1 - beta))
            if best >= beta:
                self.cutoffs.append((position, beta, index == 0))
                self.table[position.key()] = best, highest
                return best
        self.table[position.key()] = lowest, best
        return best


def ask_all(order: Order, lines: list[str]) -> list[Search]:
    """Search whether the mover wins, and whether the opponent does, for each line from an empty table."""
    searches = [Search(order) for _ in lines]
    for line, asked in zip(lines, searches, strict=True):
        for beta in (1, 0):
            asked.negamax(parse(line, step.Position.start()), beta)
    return searches


def order_by_threats(position: Any, safe: int) -> list[int]:
    """Return the columns of the safe moves, those with most threats first, as step 09 does."""
    columns = [column for column in search.COLUMN_ORDER if safe & search.cells(column)]
    return sorted(columns, key=lambda c: -search.count(position.threats(safe & search.cells(c))))


# %% [markdown]
# It learns from half of the lines, and is tried on the others. A move is described by eight numbers, each
# with a weight. The weights are fitted so that the move that refutes with the fewest nodes comes first as
# often as they can make it.

# %%
random = np.random.default_rng(21)
lines = [moves for moves, _ in load_set("middle-medium", 300) if len(moves) >= 19]
lessons, exam = lines[: len(lines) // 2], lines[len(lines) // 2 :]


def describe(position: Any, column: int) -> list[float]:
    """Return what may speak for a move."""
    cell = position.safe_moves() & search.cells(column)
    near = sum(cell << shift | cell >> shift for shift in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2))
    mine, theirs = position.stones, position.stones ^ position.mask
    threats, denied = position.threats(cell), module.winning_squares(theirs | cell, position.mask | cell)
    row = float(cell.bit_length() % (HEIGHT + 1))
    counted = threats, threats & threats << 1, denied, near & mine, near & theirs
    return [*(float(search.count(cells)) for cells in counted), abs(2 * column + 1 - WIDTH), row, row % 2]


def count_refutations(position: Any, beta: int) -> dict[int, int]:
    """Return the nodes of each safe move that reaches beta, by its column."""
    refutations: dict[int, int] = {}
    for column in order_by_threats(position, position.safe_moves()):
        below = Search(order_by_threats)
        if -below.negamax(position.play(column), 1 - beta) >= beta:
            refutations[column] = below.nodes
    return refutations


def sample_cutoffs(lines: list[str], number: int) -> list[tuple[Any, dict[int, int]]]:
    """Return some positions at which step 09's order cut off with a choice, and their refutations."""
    cutoffs = [cutoff for each in ask_all(order_by_threats, lines) for cutoff in each.cutoffs]
    cutoffs = [cutoff for cutoff in cutoffs if search.count(cutoff[0].safe_moves()) > 1]
    chosen = random.choice(len(cutoffs), number, replace=False)
    return [(cutoffs[index][0], count_refutations(*cutoffs[index][:2])) for index in chosen]


examples: list[tuple[np.ndarray, int]] = []  # a row for each move, and the row of the cheapest refutation
for position, refutations in sample_cutoffs(lessons, 2000):
    columns = order_by_threats(position, position.safe_moves())
    rows = np.array([describe(position, column) for column in columns])
    examples.append((rows, columns.index(min(refutations, key=refutations.__getitem__))))
spread = np.vstack([rows for rows, _ in examples]).std(axis=0)
weights = np.zeros(len(spread))
for _ in range(300):
    for rows, cheapest in examples:
        chances = np.exp(rows / spread @ weights)
        weights += 0.002 * (rows[cheapest] - chances @ rows / chances.sum()) / spread


def order_as_learnt(position: Any, safe: int) -> list[int]:
    """Return the columns of the safe moves, by the sum of their numbers times the weights."""
    columns = order_by_threats(position, safe)
    return sorted(columns, key=lambda column: -float(np.array(describe(position, column)) / spread @ weights))


# %%
held_out = sample_cutoffs(exam, 1000)
hits: list[float] = []
for order in (order_by_threats, order_as_learnt):
    firsts = [order(position, position.safe_moves())[0] for position, _ in held_out]
    refuted = sum(first in refutations for first, (_, refutations) in zip(firsts, held_out, strict=True))
    hits.append(100 * refuted / len(held_out))
taken = [[asked.nodes for asked in ask_all(order, exam)] for order in (order_by_threats, order_as_learnt)]
pairs = sorted((old, new) for old, new in zip(*taken, strict=True) if old > 10)
third = len(pairs) // 3
sizes = {"smallest": pairs[:third], "middle": pairs[third:-third], "largest": pairs[-third:]}
ratios = [sum(new for _, new in part) / sum(old for old, _ in part) for part in sizes.values()]
figure, (upper, lower) = plt.subplots(2, 1)
upper.bar(["threats", "learnt"], hits)
upper.set_ylim(0, 100)
upper.set_ylabel("hits, %")
lower.bar(list(sizes), ratios)
lower.axhline(1, color="#999999")
lower.set_xlabel("third of the trees")
lower.set_ylabel("ratio of nodes")
less = sum(new < old for old, new in pairs)
title = f"The first move refutes at {hits[1]:.0f} % of {len(held_out):,} nodes in place of {hits[0]:.0f} %."
show(
    figure,
    f"{title} {less} of {len(pairs)} positions take fewer nodes, but not those with the largest trees.",
)

# %% [markdown]
# What was learnt is true: on positions that it has not seen, it puts a move that refutes first more often,
# and most positions take fewer nodes. In all, it does not pay, since it loses where the trees are large. The
# order by threats and columns is much the same for all positions of a search, so lines that swap two moves
# meet in the table. An order that changes from one position to the next leads to other positions from each.
# The larger the tree, the more of it is saved by such meetings: an order learnt for a later step guesses
# better still, and takes two to four times the nodes. The page "What did not work" has it, and others. Step
# 20 has an order that is learnt and pays: from the scores of positions in place of cutoffs, and asked early
# in the game alone.
