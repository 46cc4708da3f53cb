# %% [markdown]
# # Lab 21: what to ask, and what to forget
#
# What a question costs depends on how far it is from the score. This lab measures that, tries sequences of
# questions on it, and draws what the history holds with and without fading.

# %%
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np

from common.position import HEIGHT, WIDTH, parse
from common.score import MAX_SCORE
from common.tools import course, sets
from common.tools.site.figures.pictures import show

step = course.load("21")
SETS = {"begin-easy": (0, 60), "middle-medium": (14, 100), "begin-medium": (13, 60)}  # least stones, lines
LINES = {
    name: [line for line in sets.load_set(name, 1000) if len(line.moves) >= stones][:number]
    for name, (stones, number) in SETS.items()
}

# %% [markdown]
# ## The tent
#
# Two questions cannot be avoided: is it at least the score, and is it at least one more? Each of the others
# is asked from an empty table, and its nodes are given as a part of what those two take together.

# %%
solver, search = step.with_options(use_book=False), step.module.solver.search


def ask(moves: str, beta: int) -> tuple[bool, int]:
    """Return whether the score is at least beta, and the nodes this takes; the table stays as it is."""
    before = solver.nodes
    answer = search(parse(moves, step.Position.start()), beta - 1, beta, *solver.memory.values())
    return answer >= beta, solver.nodes - before


def ask_anew(moves: str, beta: int) -> int:
    """Return the nodes that a question takes from an empty table."""
    solver.reset()
    return ask(moves, beta)[1]


away = np.arange(-6, 8)
figure, axes = plt.subplots()
for name in ("middle-medium", "begin-medium"):
    costs = np.array([[ask_anew(line.moves, line.score + far) for far in away] for line in LINES[name]])
    unavoidable = costs[:, (away == 0) | (away == 1)].sum()
    axes.plot(away, costs.sum(axis=0) / unavoidable, label=name)
axes.axvspan(-0.25, 1.25, color="#999999", alpha=0.2)
axes.set_xlabel("the question: at least the score plus ...?")
axes.set_ylabel("nodes, as a part of the two")
axes.legend()
show(figure, "What questions cost. Both that cannot be avoided are on the grey ground.")

# %% [markdown]
# A question one away costs about a quarter of the two, and those further away cost less and less. So a detour
# near the score is expensive, and one far away costs next to nothing.
#
# ## Your questions against ours
#
# A rule gets what is known, from `low` to `high`, and which question it is. It returns alpha: is the score
# more than that? Change `yours`, and run the cell again.

# %%
Rule = Callable[[int, int, int], int]


def outward(low: int, high: int, _: int) -> int:
    """Away from 0, one score at a time."""
    return max(low, min(high - 1, 0))


def ours(low: int, high: int, asked: int) -> int:
    """First the two far questions, then outward."""
    far = [MAX_SCORE // 2, -(MAX_SCORE // 2) - 1]
    return max(low, min(high - 1, far[asked])) if asked < len(far) else outward(low, high, asked)


def as_in_step_20(low: int, high: int, _: int) -> int:
    """First whether the likelier winner wins soon."""
    middle = (low + high) // 2
    return max(middle, high // 2) if middle >= 0 else min(middle, low // 2)


def yours(low: int, high: int, _: int) -> int:
    """The middle."""
    return (low + high) // 2


def count_nodes(line: sets.Line, rule: Rule) -> int:
    """Return the nodes that a position takes by a rule."""
    solver.reset()
    low, high, asked = -MAX_SCORE, MAX_SCORE, 0
    while low < high:
        alpha = rule(low, high, asked)
        if ask(line.moves, alpha + 1)[0]:
            low = alpha + 1
        else:
            high = alpha
        asked += 1
    assert low == line.score
    return solver.nodes


def know(line: sets.Line) -> Rule:
    """Return the rule of somebody who knows the score: nothing but the two questions."""
    return lambda low, high, _: max(low, min(high - 1, line.score - (low < line.score)))


rules = {"step 20": as_in_step_20, "yours": yours, "outward from 0": outward}
totals = {
    name: {title: sum(count_nodes(line, rule) for line in lines) for title, rule in rules.items()}
    | {"who knows the score": sum(count_nodes(line, know(line)) for line in lines)}
    | {"step 21": sum(count_nodes(line, ours) for line in lines)}
    for name, lines in LINES.items()
}
figure, axes = plt.subplots()
for at, (name, nodes) in enumerate(totals.items()):
    parts = [number / nodes["step 21"] for number in nodes.values()]
    bars = axes.barh(np.arange(len(parts)) + 0.27 * (at - 1), parts, 0.25, label=name)
    axes.bar_label(bars, [f" {part:.2f}" for part in parts], fontsize=7)
axes.axvline(1, color="#999999", marker="")
axes.set_xscale("log")
axes.set_yticks(range(len(parts)), list(totals["begin-easy"]))
axes.invert_yaxis()
axes.set_xlabel("nodes, as a part of those of step 21")
axes.legend()
show(figure, "The nodes that sequences of questions take, all with the search of step 21.")

# %% [markdown]
# From 0 outward is good wherever a game is close, and bad where somebody wins soon: then it asks many
# questions, and those near 0 go deep for nothing. The two far questions first cost next to nothing and
# prevent that.
#
# ## The history, with and without fading
#
# Three copies of the step: one whose history never fades, one without a history, and one with the history
# heuristic as it is usually written, where a cutoff adds the square of the stones left to play, and the
# history comes before all else. Each is compiled, which takes some seconds.

# %%
TERM = "scratch[HISTORY + position.cell(column)] >> (FADE + 2)"
COPIES = {
    "never fades": [("scratch[at] >> FADE", "scratch[at] >> 60")],
    "no history": [(TERM, "0")],
    "the plain heuristic": [
        (TERM, TERM.partition(" >>")[0]),
        (
            "            remember_cutoff(position, scratch, first, index)",
            "            scratch[HISTORY + position.cell(column)] += (CELLS - position.moves) ** 2",
        ),
    ],
}


def copy_with(edits: list[tuple[str, str]]) -> course.Step:
    """Return a copy of step 21 with other lines in its search."""
    folder = Path(mkdtemp()) / "own"
    shutil.copytree(step.folder, folder, ignore=shutil.ignore_patterns("__pycache__", "test_step.py"))
    text = (folder / "solver.py").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    (folder / "solver.py").write_text(text, encoding="utf-8")
    return course.at(folder)


copies = {"step 21": step} | {name: copy_with(edits) for name, edits in COPIES.items()}
LINES["begin-hard"] = [line for line in sets.load_set("begin-hard", 1000) if len(line.moves) in (7, 8)][:8]


def count_set(tried: course.Step, name: str) -> int:
    """Return the nodes that a step explores on the lines of a set."""
    own, total = tried.solver(use_book=False), 0
    for line in LINES[name]:
        own.reset()
        assert own.solve(parse(line.moves, tried.Position.start())) == line.score
        total += own.nodes
    return total


figure, axes = plt.subplots()
for at, name in enumerate(("begin-medium", "begin-hard")):
    shown = [title for title in copies if name == "begin-medium" or title != "the plain heuristic"]
    counts = [count_set(copies[title], name) for title in shown]
    places = [list(copies).index(title) + 0.4 * at - 0.2 for title in shown]
    bars = axes.barh(places, [number / counts[0] for number in counts], 0.38, label=name)
    axes.bar_label(bars, [f" {number / counts[0]:.2f}" for number in counts])
axes.axvline(1, color="#999999", marker="")
axes.set_yticks(range(len(copies)), list(copies))
axes.invert_yaxis()
axes.set_xlabel("nodes, as a part of those of step 21")
axes.legend()
show(figure, "The nodes of other histories. The plain one would take too long on begin-hard.")

# %% [markdown]
# A history that never fades is a little better on begin-medium, and gives most of the gain away on
# begin-hard. There a question takes longer, so numbers have more time to grow. See them at the end of a long
# one:

# %%
hard = max(LINES["begin-hard"], key=lambda line: ask_anew(line.moves, line.score + 1))
figure, boards = plt.subplots(1, 2, figsize=(8, 3.4))
for axes, title in zip(boards, ("step 21", "never fades"), strict=True):
    tried = copies[title]
    memory, module = tried.with_options(use_book=False).memory, tried.module.solver
    position = parse(hard.moves, tried.Position.start())
    module.search(position, hard.score, hard.score + 1, *memory.values())
    numbers = memory["scratch"][module.HISTORY : module.HISTORY + module.BITS]  # of X
    terms = [
        [int(numbers[x * (HEIGHT + 1) + y]) >> module.FADE + 2 for x in range(WIDTH)] for y in range(HEIGHT)
    ]
    axes.imshow(terms, origin="lower", cmap="RdBu", vmin=-8, vmax=8)
    for y, row in enumerate(terms):
        for x, term in enumerate(row):
            axes.text(x, y, term, ha="center", va="center", fontsize=8)
    axes.set(xticks=range(WIDTH), xticklabels=range(1, WIDTH + 1), yticks=range(HEIGHT))
    axes.set(yticklabels=range(1, HEIGHT + 1), title=title)
show(
    figure,
    f"What a stone of X in each cell adds to the order, after the hardest question about {hard.moves}.",
)

# %% [markdown]
# A line with two stones counts 4, a winning square 7. With fading, the history can outweigh one of them at
# most. Without it, it grows with the search, until some cells come first or last whatever the board looks
# like.
