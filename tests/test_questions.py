"""Tests of the questions in the lessons: one answer is right, each has its reason, and the record agrees.

Predictions are about nodes, which are the same on every machine. What is said of times is made from records.
"""

import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from common.tools import course
from common.tools.record import NODES, PROCESSOR, gain, index_rows, read_record
from common.tools.sets import KINDS
from common.tools.site.figures import figures

ROOT = Path(__file__).parents[1]
TITLES = ["Predict", "Check yourself"]
FIRST_WORDS = {"right": "Yes", "wrong": "No"}
MEDIUM = {"middle-medium", "begin-medium"}
QUICK = {"middle-easy", "begin-easy"}


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


def fewer(number: str) -> dict[str, float]:
    """Return how many times fewer nodes a step explores than the step before, by sets that both solve."""
    rows, before = index_rows(read_record()), course.previous(course.load(number))
    assert before
    times = {kind: gain(rows, before.number, number, kind, NODES) for kind in KINDS}
    return {kind: factor for kind, factor in times.items() if factor}


def nearest(number: float, choices: list[float]) -> list[bool]:
    """Tell of each choice whether it is the nearest to a number, by its factor."""
    distances = [abs(math.log(number / choice)) for choice in choices]
    return [distance == min(distances) for distance in distances]


def step_01() -> list[bool]:
    """Say how many times the nodes of end-easy middle-easy takes: two, four, more than a thousand.

    Step 02 explores a part of the tree that step 01 explores, so minimax takes at least as many.
    """
    rows = index_rows(read_record())
    at_least = rows["02", "middle-easy"][NODES] / rows["01", "end-easy"][NODES]
    return [at_least < 3, 3 < at_least < 6, at_least > 1000]


def step_02() -> list[bool]:
    """Say what part of the nodes is left: a half, a fifth, the square root."""
    before = index_rows(read_record())["01", "end-easy"][NODES]
    return nearest(fewer("02")["end-easy"], [2, 5, math.sqrt(before)])


def step_03() -> list[bool]:
    """Say what part of the nodes is left: all, half, less than a twentieth."""
    times = fewer("03")["middle-easy"]
    return [times < 1.3, 1.5 < times < 3, times > 20]


def step_04() -> list[bool]:
    """Say what becomes of the nodes: they fall, they rise, they stay."""
    times = set(fewer("04").values())
    return [min(times) > 1, max(times) < 1, times == {1}]


def step_05() -> list[bool]:
    """Say what part of the nodes is left: nine tenths, a seventh, half as on end-easy."""
    parts = [10 / 9, 7, 2]
    assert nearest(fewer("05")["end-easy"], parts) == [False, False, True]
    return nearest(fewer("05")["middle-easy"], parts)


def step_06() -> list[bool]:
    """Say what becomes of the nodes: several times as many, as many, less than a hundredth."""
    times = fewer("06")["begin-easy"]
    return [times < 0.5, 0.5 < times < 2, times > 100]


def step_07() -> list[bool]:
    """Say what part of the nodes is left: nine tenths, three fifths, a tenth."""
    return nearest(fewer("07")["middle-medium"], [10 / 9, 5 / 3, 10])


def step_08() -> list[bool]:
    """Say what becomes of the nodes: more, equally many, fewer."""
    times = set(fewer("08").values())
    return [max(times) < 1, times == {1}, max(times) > 1]


def step_09() -> list[bool]:
    """Say what part of the nodes is left: nine tenths, half, a sixth."""
    return nearest(fewer("09")["middle-medium"], [10 / 9, 2, 6])


def most_saved(number: str, kinds: set[str]) -> bool:
    """Tell whether these are the sets on which a step saves the largest part of the nodes."""
    times = fewer(number)
    return set(sorted(times, key=lambda kind: -times[kind])[: len(kinds)]) == kinds


def is_even(number: str) -> bool:
    """Tell whether a step saves about the same part of the nodes on all sets."""
    times = fewer(number).values()
    return max(times) < 1.1 * min(times)


def step_10() -> list[bool]:
    """Say where most is saved: on the medium sets, on two easy ones, equally."""
    return [most_saved("10", MEDIUM), most_saved("10", QUICK), is_even("10")]


def step_11() -> list[bool]:
    """Say what becomes of the nodes: they fall, stay, rise by less than a tenth, by half."""
    more = 1 / fewer("11")["middle-medium"]
    return [more < 1, more == 1, 1 < more < 1.1, more > 1.4]


def step_12() -> list[bool]:
    """Say where most is saved: on the easy sets, equally, on the medium sets."""
    times = fewer("12")
    return [max(times, key=times.__getitem__) not in MEDIUM, is_even("12"), most_saved("12", MEDIUM)]


def step_13() -> list[bool]:
    """Say what is saved: nearly half, a tenth, hardly anything."""
    times = fewer("13")["begin-medium"]
    return [times > 1.7, 1.05 < times < 1.2, 1 <= times < 1.01]


def step_14() -> list[bool]:
    """Say what becomes of the nodes: they fall, rise, stay about the same."""
    more = 1 / fewer("14")["middle-medium"]
    return [more < 0.95, more > 1.05, 0.95 < more < 1.05]


def step_15() -> list[bool]:
    """Say what becomes of the nodes: they fall, rise a little, double."""
    more = 1 / fewer("15")["begin-medium"]
    return [more < 1, 1 < more < 1.1, more > 1.8]


def step_16() -> list[bool]:
    """Say where the largest part of the nodes is saved."""
    return [most_saved("16", {kind}) for kind in ("begin-medium", "middle-medium", "end-easy")]


def step_17() -> list[bool]:
    """Say what part of the nodes is left: nine tenths, two fifths, less than a tenth."""
    return nearest(fewer("17")["middle-medium"], [10 / 9, 5 / 2, 10])


def step_18() -> list[bool]:
    """Say what part of the nodes is left: a tenth, more than before, four fifths."""
    times = fewer("18")["begin-medium"]
    return [times > 8, times < 1, nearest(times, [10, 1, 5 / 4])[2]]


def step_19() -> list[bool]:
    """Say what is left: a quarter of the time, all nodes, a quarter of the nodes.

    Lanes do a part of a node's work, so on no machine can a quarter of the time be left.
    """
    nodes, rows = set(fewer("19").values()), index_rows(read_record())
    is_quarter = (gain(rows, "18", "19", "begin-medium", PROCESSOR) or 0) >= 4
    return [is_quarter, not is_quarter and nodes == {1}, min(nodes) > 1]


FIRST = (step_01, step_02, step_03, step_04, step_05, step_06, step_07, step_08, step_09)
LATER = (step_10, step_11, step_12, step_13, step_14, step_15, step_16, step_17, step_18, step_19)
PREDICTED = {step.__name__.removeprefix("step_"): step for step in (*FIRST, *LATER)}
REASONED = {
    "20"
}  # what several threads explore differs from run to run, so its answers are judged by reasons


@pytest.mark.parametrize("number", [number for number in course.numbers() if number not in REASONED])
def test_the_prediction_that_is_called_right_is_what_was_recorded(number: str) -> None:
    assert [answer.is_right for answer in questions(number)[0]] == PREDICTED[number]()


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
