"""Tests of the questions in the lessons: one answer is right, each has its reason, and the record agrees."""

import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from common.tools import course
from common.tools.benchmark.sets import KINDS
from common.tools.site import figures

ROOT = Path(__file__).parents[1]
TITLES = ["Predict", "Check yourself"]
FIRST_WORDS = {"right": "Yes", "wrong": "No"}
NODES, TIME = "mean_nodes", "mean_processor_microseconds"
MEDIUM = {"middle-medium", "begin-medium"}


class Answer(NamedTuple):
    """An answer to choose: what it says, whether it is right, and the reason."""

    title: str
    is_right: bool
    reason: str


def section(number: str, title: str) -> str:
    """Return a section of a lesson, without its title."""
    path = ROOT / "docs" / "lessons" / f"{course.load(number).folder.name}.md"
    (found,) = re.findall(rf"(?ms)^## {title}\n(.*?)(?=^## )", path.read_text())
    return found


def answers(text: str) -> list[Answer]:
    """Return the answers in a text."""
    found = re.findall(r'(?m)^ *\?\?\? (right|wrong) "(.*)"\n\n((?:.+\n)+)', text)
    return [Answer(title, kind == "right", " ".join(reason.split())) for kind, title, reason in found]


def questions(number: str) -> list[list[Answer]]:
    """Return the answers to each question of a lesson, the prediction first."""
    predict, check = (section(number, title) for title in TITLES)
    return [answers(predict), *(answers(part) for part in re.split(r"(?m)^\d\. ", check)[1:])]


@pytest.mark.parametrize("number", course.numbers())
def test_a_lesson_asks_before_it_shows_and_at_its_end(number: str) -> None:
    text = (ROOT / "docs" / "lessons" / f"{course.load(number).folder.name}.md").read_text()
    titles = re.findall(r"(?m)^## (.*)$", text)
    assert titles[titles.index("Predict") + 1] in ("What it buys", "What it costs")
    assert titles[titles.index("Check yourself") + 1 :] == ["Exercises", "Next"]
    assert len(questions(number)) == 4


@pytest.mark.parametrize("number", course.numbers())
def test_one_answer_is_right_and_each_has_its_reason(number: str) -> None:
    for found in questions(number):
        assert len(found) == len({each.title for each in found}) >= 3
        assert sum(each.is_right for each in found) == 1
        for each in found:
            word = FIRST_WORDS["right" if each.is_right else "wrong"]
            assert re.match(rf"{word}[.,:] ", each.reason), each
            assert len(each.reason) > 40, each


def test_the_right_answer_has_no_usual_place() -> None:
    places = Counter(
        next(place for place, each in enumerate(found) if each.is_right)
        for number in course.numbers()
        for found in questions(number)
    )
    assert max(places.values()) < sum(places.values()) / 2


def gains(number: str, figure: str) -> dict[str, float]:
    """Return how many times less of a figure a step needs than the step before, by sets that both solve."""
    rows = figures.by_solver_and_set(figures.recorded())
    before = course.previous(course.load(number))
    assert before
    known = [kind for kind in KINDS if all(figure in rows[one, kind] for one in (before.number, number))]
    return {kind: figures.gain(number, kind, figure) for kind in known}


def nearest(number: float, choices: list[float]) -> list[bool]:
    """Tell of each choice whether it is the nearest to a number, by its factor."""
    distances = [abs(math.log(number / choice)) for choice in choices]
    return [distance == min(distances) for distance in distances]


def both(number: str, kind: str) -> tuple[float, float]:
    """Return how many times fewer nodes and less time a step needs on a set."""
    return gains(number, NODES)[kind], gains(number, TIME)[kind]


def share_finished() -> float:
    """Return the share of middle-easy that step 01 finishes."""
    done, of = figures.finished("01", "middle-easy").split(" of ")
    return int(done) / int(of)


def step_01() -> list[bool]:
    """Say how much of middle-easy is done: all, about half, a few."""
    done = share_finished()
    return [done == 1, 0.3 < done < 0.7, done < 0.1]


def step_02() -> list[bool]:
    """Say what part of the nodes is left: a half, a fifth, the square root."""
    before = figures.by_solver_and_set(figures.recorded())["01", "end-easy"][NODES]
    return nearest(gains("02", NODES)["end-easy"], [2, 5, math.sqrt(before)])


def step_03() -> list[bool]:
    """Say what part of the nodes is left: all, half, less than a twentieth."""
    found = gains("03", NODES)["middle-easy"]
    return [found < 1.3, 1.5 < found < 3, found > 20]


def step_04() -> list[bool]:
    """Say what changes: nodes; nothing; a quarter of the time."""
    nodes, time = both("04", "middle-easy")
    return [nodes > 1, nodes == 1 and time < 1.3, nodes == 1 and nearest(time, [2, 4, 8])[1]]


def step_05() -> list[bool]:
    """Say where the step is slower: everywhere, on end-easy, nowhere."""
    found = gains("05", TIME)
    slower = {kind for kind in found if found[kind] < 1}
    return [slower == set(found), slower == {"end-easy"}, not slower]


def step_06() -> list[bool]:
    """Say what becomes of the nodes: several times as many, as many, less than a hundredth."""
    found = gains("06", NODES)["begin-easy"]
    return [found < 0.5, 0.5 < found < 2, found > 100]


def step_07() -> list[bool]:
    """Say what becomes of the time: it falls less than the nodes, at least as much, it rises."""
    nodes, time = both("07", "middle-medium")
    return [1 < time < nodes, time >= nodes, time < 1]


def step_08() -> list[bool]:
    """Say what changes without a book: nothing; time; nodes."""
    nodes, times = set(gains("08", NODES).values()), gains("08", TIME).values()
    return [nodes == {1} and min(times) >= 1, nodes == {1} and max(times) < 1, nodes != {1}]


def step_09() -> list[bool]:
    """Say what part of the nodes is left: nine tenths, half, a sixth."""
    return nearest(gains("09", NODES)["middle-medium"], [10 / 9, 2, 6])


def step_10() -> list[bool]:
    """Say how the time falls beside the nodes, on every set: as much, less, more."""
    pairs = [both("10", kind) for kind in gains("10", NODES)]
    return [
        all(0.95 < time / nodes < 1.05 for nodes, time in pairs),
        all(0.9 < time < nodes for nodes, time in pairs),
        all(time > nodes for nodes, time in pairs),
    ]


def step_11() -> list[bool]:
    """Say whether nodes and time fall: both; only the time, by the same nodes; by more; neither."""
    nodes, time = both("11", "middle-medium")
    return [nodes > 1 < time, nodes == 1 < time, nodes < 1 < time, nodes < 1 > time]


def step_12() -> list[bool]:
    """Say where most is saved: on the easy sets, equally, on the medium sets."""
    found = gains("12", NODES)
    first = sorted(found, key=lambda kind: -found[kind])[: len(MEDIUM)]
    is_equal = max(found.values()) < 1.1 * min(found.values())
    return [not is_equal and not MEDIUM & set(first), is_equal, not is_equal and set(first) == MEDIUM]


def step_13() -> list[bool]:
    """Say what is saved: nearly half, a tenth, hardly anything."""
    found = gains("13", NODES)["begin-medium"]
    return [found > 1.7, 1.05 < found < 1.2, 1 <= found < 1.01]


def step_14() -> list[bool]:
    """Say whether nodes and time fall: both, only the time, neither."""
    nodes, time = both("14", "middle-medium")
    return [nodes > 1 < time, nodes < 1 < time, nodes < 1 > time]


def step_15() -> list[bool]:
    """Say what becomes of nodes and time: both fall, only the time does, neither."""
    nodes, time = both("15", "begin-medium")
    return [nodes > 1 < time, 0.95 < nodes < 1 < time, 0.95 < nodes < 1 > time]


def step_16() -> list[bool]:
    """Say where the largest part of the nodes is saved."""
    found = gains("16", NODES)
    most = max(found, key=found.__getitem__)
    return [most == kind for kind in ("begin-medium", "middle-medium", "end-easy")]


def step_17() -> list[bool]:
    """Say what part of the nodes is left: nine tenths, half or a little less, less than a tenth."""
    found = gains("17", NODES)["middle-medium"]
    return [found < 1.3, 1.8 < found < 2.8, found > 10]


def step_18() -> list[bool]:
    """Say how much time is saved: next to none, more than half, about as much as nodes or more."""
    nodes, time = both("18", "begin-medium")
    return [time < 1.1, time > 2, 1.15 < nodes < 1.1 * time < 2.2]


def step_19() -> list[bool]:
    """Say how much time is saved: to about a quarter, a tenth to a fifth, nothing."""
    left = 1 / both("19", "begin-medium")[1]
    return [left < 0.35, 0.75 < left < 0.95, left > 0.95]


def step_20() -> list[bool]:
    """Say what two threads take: two thirds of the time, nine tenths, more."""
    found = figures.seconds("20 x2", "begin-hard", "book") / figures.seconds("20", "begin-hard", "book")
    return [0.57 < found < 0.76, 0.85 < found < 0.95, found > 1]


FIRST = (step_01, step_02, step_03, step_04, step_05, step_06, step_07, step_08, step_09)
LATER = (step_10, step_11, step_12, step_13, step_14, step_15, step_16, step_17, step_18, step_19, step_20)
PREDICTED = (*FIRST, *LATER)


@pytest.mark.parametrize("number", course.numbers())
def test_the_prediction_that_is_called_right_is_what_was_recorded(number: str) -> None:
    found = questions(number)[0]
    assert [each.is_right for each in found] == PREDICTED[int(number) - 1]()


def test_a_figure_in_an_answer_is_the_recorded_one() -> None:
    (row,) = [
        row
        for row in json.loads((ROOT / "docs" / "benchmarks" / "steps.json").read_text())["rows"]
        if (row["solver"], row["set"]) == ("02", "middle-easy")
    ]
    assert figures.mean_nodes("02", "middle-easy") == f"{row['mean_nodes']:,.0f}"
    assert figures.mean_time("02", "middle-easy") == f"{row['mean_processor_microseconds'] / 1e3:.1f} ms"


@pytest.mark.parametrize("number", course.numbers())
def test_no_figure_of_a_prediction_is_typed_by_hand(number: str) -> None:
    reasons = " ".join(each.reason for each in questions(number)[0])
    typed = re.sub(r"\{\{.*?\}\}|`.*?`", "", reasons)
    assert not re.findall(r"\d+(?:,\d{3})+|\d+\.\d+", typed)
