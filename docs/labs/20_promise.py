# %% [markdown]
# # Lab 20: what is a line worth?
#
# Thousands of positions are solved, and a linear regression says how much lines and the right to move add to
# a score. Then these weights order the moves of a search, and others do, and the nodes are counted.

# %%
import shutil
from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np

import c4
from common.position import COLUMN_NAMES, HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

step = course.load("20")
module = step.module.position

# %% [markdown]
# ## Positions and their scores
#
# Games are played at random up to some number of stones. Where the mover wins at once, or has a single safe
# move, there is nothing to order, so such positions are left out. The course solves the others.

# %%
random = np.random.default_rng(22)


def play_at_random(stones: int) -> tuple[tuple[int, int], str] | None:
    """Return the mover's stones, all stones and the moves; None if nothing is to be ordered there."""
    position, moves = step.Position.start(), ""
    while position.moves < stones:
        column = int(random.integers(WIDTH))
        if position.can_play(column):
            if position.is_winning_move(column):
                return None
            position, moves = position.play(column), moves + COLUMN_NAMES[column]
    wins = [x for x in range(WIDTH) if position.can_play(x) and position.is_winning_move(x)]
    safe = position.safe_moves()
    return None if wins or safe & (safe - 1) == 0 else ((position.stones, position.mask), moves)


found: dict[tuple[int, int], str] = {}
while len(found) < 4000:
    if game := play_at_random(int(random.integers(11, 20))):
        found[game[0]] = game[1]
boards = random.permutation(np.array(sorted(found)))
mine, both = boards.T
theirs = mine ^ both
games = [found[tuple(board)] for board in boards.tolist()]
scores = np.clip(c4.solve_many(games, book=None).scores, -8, 8)
print(
    f"{len(scores):,} positions, {np.mean(scores > 0):.0%} won by the mover, {np.mean(scores < 0):.0%} lost"
)

# %% [markdown]
# A score far from 0 says that a win is near. The order needs to know who is better, not when it ends, so
# scores beyond 8 count as 8.
#
# ## What says most?
#
# Lines are counted as one would on paper, all 69 of them. A line is open to a player if it has no stone of
# the other one. Each feature is the mover's number less the opponent's.


# %%
def list_lines() -> list[tuple[bool, int]]:
    """Return the lines of four as bitboards, with whether each stands upright."""
    lines: list[tuple[bool, int]] = []
    for across, up in ((0, 1), (1, -1), (1, 0), (1, 1)):
        for column in range(WIDTH):
            for row in range(HEIGHT):
                cells = [(column + k * across, row + k * up) for k in range(4)]
                if all(0 <= x < WIDTH and 0 <= y < HEIGHT for x, y in cells):
                    lines.append((across == 0, sum(1 << x * (HEIGHT + 1) + y for x, y in cells)))
    return lines


def count_lines(upright: bool, number: int, stones: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return how many open lines have so many stones, for each position."""
    lines = [line for is_upright, line in list_lines() if is_upright == upright]
    return sum((np.bitwise_count(stones & line) == number) & (others & line == 0) for line in lines)


def compare(upright: bool, number: int) -> np.ndarray:
    """Return the mover's number of such lines less the opponent's."""
    return count_lines(upright, number, mine, theirs) * 1 - count_lines(upright, number, theirs, mine)


centre = module.COLUMN << WIDTH // 2 * (HEIGHT + 1)
features = {
    "one stone": compare(False, 1),
    "two stones": compare(False, 2),
    "three stones": compare(False, 3),
    "upright, one": compare(True, 1),
    "upright, two": compare(True, 2),
    "right to move": np.ones(len(scores)),
}
others = {
    "stones in the centre": np.bitwise_count(mine & centre) * 1.0 - np.bitwise_count(theirs & centre),
    "all": np.array(list(features.values())),
}
half = len(scores) // 2


def fit(*columns: np.ndarray) -> tuple[np.ndarray, float]:
    """Return weights of one half of the positions, and the part of the variance explained on the other."""
    table = np.vstack(columns).T
    weights = np.linalg.lstsq(table[:half], scores[:half])[0]
    missed = scores[half:] - table[half:] @ weights
    return weights, 1 - float(np.var(missed) / np.var(scores[half:]))


alone = ["stones in the centre", "one stone", "two stones", "three stones", "all"]
parts = [fit((features | others)[name], features["right to move"])[1] for name in alone[:-1]]
weights, part = fit(*features.values())
figure, axes = plt.subplots()
bars = axes.barh(alone, [*parts, part])
axes.bar_label(bars, [f" {each:.2f}" for each in [*parts, part]])
axes.invert_yaxis()
axes.set_xlabel("part of the variance of scores")
show(
    figure,
    "The part of the variance of scores that a feature explains alone, on positions that were not fitted.",
)

# %% [markdown]
# ## The weights
#
# Only ratios matter to an order, so all are shown with 4 for a line with two stones. Ours were rounded, and
# then changed one at a time as long as the search took fewer nodes on lines kept for that. The right to move
# is the same after each move from a position, so an order needs no weight for it.

# %%
OURS = [1, 4, 6, -1, 1, 0]
scaled = weights * 4 / weights[list(features).index("two stones")]
figure, axes = plt.subplots()
places = np.arange(len(features))
axes.barh(places - 0.2, scaled, 0.4, label="fitted")
axes.barh(places + 0.2, OURS, 0.4, label="step 20")
axes.set_yticks(places, list(features))
axes.invert_yaxis()
axes.legend()
show(figure, "What the regression gives, and what step 20 uses.")

# %% [markdown]
# Most are close. Those of lines of three, which are rare, change with the sample. Upright lines are worth
# less to the search than to the score. A prediction of the score and an order of moves are not the same
# thing.
#
# ## Weights of your own
#
# A compiled search cannot be given other weights, but a copy of the step can. Each copy is compiled, which
# takes some seconds. Change `WEIGHTS` and run it again.

# %%
WEIGHTS = {
    "fitted": [1, 4, 8, 0, 2],
    "doubled": [2, 8, 12, -2, 2],
    "no promise": [0, 0, 0, 0, 0],
    "two stones alone": [0, 4, 0, 0, 4],
    "signs turned": [-1, -4, -6, 1, -1],
}


def copy_with(weights: list[int]) -> course.Step:
    """Return a copy of step 20 with weights of one's own."""
    one, two, three, upright_one, upright_two = weights
    folder = Path(mkdtemp()) / "own"
    shutil.copytree(step.folder, folder, ignore=shutil.ignore_patterns("__pycache__", "test_step.py"))
    text = (folder / "position.py").read_text(encoding="utf-8")
    rest = f"{three} * count(three)"
    for old, new in (
        (
            "count(two) - count(one) + 6 * count(three)",
            f"{upright_one} * count(one) + {upright_two} * count(two) + {rest}",
        ),
        (
            "count(one) + 4 * count(two) + 6 * count(three)",
            f"{one} * count(one) + {two} * count(two) + {rest}",
        ),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "position.py").write_text(text, encoding="utf-8")
    return course.at(folder)


def count_nodes(tried: course.Step) -> int:
    """Return the nodes that a step explores on some lines of begin-medium."""
    solver, total = tried.solver(use_book=False), 0
    for moves in LINES:
        solver.reset()
        solver.solve(parse(moves, tried.Position.start()))
        total += solver.nodes
    return total


LINES = [moves for moves, _ in load_set("begin-medium", 100) if len(moves) > 7]
before = count_nodes(step)
nodes = {name: count_nodes(copy_with(own)) for name, own in WEIGHTS.items()}
figure, axes = plt.subplots()
bars = axes.barh(list(nodes), [number / before for number in nodes.values()])
axes.bar_label(bars, [f" {number / before:.2f}" for number in nodes.values()])
axes.axvline(1, color="#999999", marker="")
axes.set_xscale("log")
axes.invert_yaxis()
axes.set_xlabel("nodes, as a part of those of step 20")
show(
    figure,
    f"The nodes of {len(LINES)} lines of begin-medium, with different weights. All scores are the same.",
)

# %% [markdown]
# Any weights give the right scores. Those that the regression found are about as good as ours. Doubling all
# of them costs little: an early position has few threats, so the ratios are what counts. Lines with two
# stones say most about the score, but alone they order moves worse than no promise at all. A judgement with
# its signs turned shows how much an order can cost.
