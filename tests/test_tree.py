"""Tests of the tree of lesson 02: it is the search of the step, its words follow the windows."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from common.position import parse
from common.tools import course
from common.tools.site.searches import traces, tree_drawing
from common.tools.site.searches.tree import Node, grown
from common.tools.site.searches.tree_drawing import every
from common.tools.site.searches.tree_stages import stages, turned

LESSON = (Path(__file__).parents[1] / "docs" / "lessons" / "02_alpha_beta.md").read_text()
(MOVES,) = re.findall(r'search_tree\("02", "(\d+)"\)', LESSON)


@pytest.fixture(scope="module")
def root() -> Node:
    """Return the first call of the search that the lesson shows."""
    searches = json.loads((traces.folder() / f"{MOVES}.json").read_text())["searches"]
    return grown(next(search for search in searches if search["step"] == "02"), MOVES)


def test_the_tree_is_the_search_of_the_step(root: Node) -> None:
    step = course.load("02")
    solver = step.solver()
    assert solver.solve(parse(MOVES, step.Position.start())) == root.score
    assert len(list(every(root))) == solver.nodes


def test_what_came_back_is_true_of_each_position(root: Node) -> None:
    step = course.load("07")
    for node in every(root):
        if len(node.moves) < 42:
            score = step.solver().solve(parse(node.moves, step.Position.start()))
            assert (score >= node.score) if node.bound == 1 else (score <= node.score)
            assert node.bound or score == node.score


def test_each_window_is_what_the_stages_before_made_it(root: Node) -> None:
    for node in every(root):
        for tried, child in enumerate(node.children):
            assert (child.alpha, child.beta) == (-node.lowered, -node.alpha_after(tried))
        assert len(node.children) + len(node.left_out) in (0, len(node.columns))
        assert node.is_cut or not node.children or node.alpha_after(len(node.children)) == node.score


def test_every_call_begins_and_every_move_is_judged(root: Node) -> None:
    told = stages(root)
    nodes = list(every(root))
    assert len(told) == 2 * len(nodes) - 1
    cuts = [each.words for each in told if "A cutoff" in each.words]
    assert len(cuts) == sum(node.is_cut for node in nodes)
    assert sum("is left out" in words for words in cuts) == sum(bool(node.left_out) for node in nodes)
    assert told[-1].words.endswith(f"Alpha, {root.score}, comes back, the score.")


def test_the_drawing_without_scripts_is_the_search_when_it_is_over(root: Node) -> None:
    shown = tree_drawing.search_tree("02", MOVES)
    parts = dict(re.findall(r'<g data-part="(\d+)" class="(\w+)"', shown))
    assert parts == {
        **{node.moves: "done" for node in every(root)},
        **{node.moves + column: "cut" for node in every(root) for column in node.left_out},
    }
    values = re.findall(r'class="value"[^>]*>([^<]*)<', shown)
    assert sorted(value for value in values if value != "cut") == sorted(
        {1: "≥ ", 0: "", -1: "≤ "}[node.bound] + str(node.score) for node in every(root)
    )
    listed = re.findall(r"<li [^>]*>([^<]*)</li>", shown)
    assert [unescape(each) for each in listed] == [each.words for each in stages(root)]


def test_the_lesson_says_what_the_tree_shows(root: Node) -> None:
    first, second, third = root.children
    said = " ".join(LESSON.split())
    assert root.mover == "O"
    assert f"**The first move raises alpha.** It is worth {-first.score} to O." in said
    assert f"From then on O is sure of {-first.score}, so for X beta is {first.score} in" in said
    assert f"**Column {second.column} is no better.** X wins at once there" in said
    assert second.winning
    assert -second.score < root.alpha_after(1)
    assert f"**Column {third.column} is cut off.** X's first reply there is worth {third.score}" in said
    assert third.is_cut
    assert third.score == third.beta == -root.alpha_after(2)
    assert (len(third.children), len(third.left_out)) == (1, 1)
    assert f"O has column {first.column}, and will not play column {third.column}" in said
    assert turned(first) == "-1"
    assert f"a position with {['', '', '', '', '', 'five'][42 - len(MOVES)]} empty cells" in said
