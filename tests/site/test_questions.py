"""Tests of the questions in the lessons: one answer is right, each has its reason, and the record agrees.

Predictions are about nodes, which are the same on every machine. Claims about times are made from records.
The head of a lesson has the rule that decides: for each answer, the limits of its nodes as a multiple
of those of the step before, or the sets with the largest part saved.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mkdocs.utils.meta import get_data
from repository import read_lesson

from common.tools import course
from common.tools.learn.curriculum.stages import load_stages
from common.tools.measured import NODES, PROCESSOR, index_rows, read_benchmark
from common.tools.sets import KINDS

STAGED = {stage.step for stage in load_stages().values()}
TITLES = ["Predict", "Check yourself"]
FIRST_WORDS = {"right": "Yes", "wrong": "No"}
FIGURES = {"nodes": NODES, "time": PROCESSOR}


class Answer(NamedTuple):
    """An answer to choose: its text, whether it is right, and the reason."""

    title: str
    is_right: bool
    reason: str


def section(number: str, title: str) -> str:
    (found,) = re.findall(rf"(?ms)^## {title}\n(.*?)(?=^## )", read_lesson(number))
    return found


def answers(text: str) -> list[Answer]:
    found = re.findall(r'(?m)^ *\?\?\? (right|wrong) "(.*)"\n\n((?:.+\n)+)', text)
    return [Answer(title, kind == "right", " ".join(reason.split())) for kind, title, reason in found]


def questions(number: str) -> list[list[Answer]]:
    """Return the answers to each question of a lesson, the prediction first."""
    predict, check = (section(number, title) for title in TITLES)
    return [answers(predict), *(answers(part) for part in re.split(r"(?m)^\d\. ", check)[1:])]


@pytest.mark.parametrize("number", course.numbers())
def test_a_lesson_asks_before_it_shows_and_after(number: str) -> None:
    """No difference and no measured figure stands before the prediction, no difference before the stage."""
    lesson = read_lesson(number)
    titles = re.findall(r"(?m)^## (.*)$", lesson)
    shown = [title for title in titles if title in ("What it buys", "What it costs")]
    assert len(shown) == 1
    assert titles.index("Predict") < titles.index(shown[0])
    assert titles[titles.index("Check yourself") + 1] == "Exercises"
    assert titles[-1] == "Next"
    assert len(questions(number)) >= 3
    asks, rest = lesson.split("\n## Predict\n")
    assert not re.search(
        r"\{\{ (hunk|diff|step_benchmark|benchmark|compare_nodes|fewer_nodes|mean_nodes)\(", asks
    )
    idea, *ours = rest.split(f'{{{{ write("{number}") }}}}')
    assert len(ours) == (number in STAGED)
    assert not ours or "{{ hunk(" not in idea
    assert lesson.count("{{ strip(") == lesson.count(f'{{{{ strip("{number}") }}}}') == 1
    assert lesson.rfind("{{ write(") < lesson.index("{{ step_benchmark(") < lesson.index("{{ strip(")


@pytest.mark.parametrize("number", course.numbers())
def test_one_answer_is_right_and_all_have_reasons(number: str) -> None:
    """Macros make the figures of a prediction's reasons."""
    predictions, *_ = asked = questions(number)
    for found in asked:
        assert len(found) == len({each.title for each in found}) >= 3
        assert sum(each.is_right for each in found) == 1
        for each in found:
            word = FIRST_WORDS["right" if each.is_right else "wrong"]
            assert re.match(rf"{word}[.,:] ", each.reason), each
            assert len(each.reason) > 40, each
    typed = re.sub(r"\{\{.*?\}\}|`.*?`", "", " ".join(answer.reason for answer in predictions))
    assert not re.findall(r"\d+(?:,\d{3})+|\d+\.\d+", typed)


def test_the_right_answer_has_no_usual_place() -> None:
    places = Counter(
        next(place for place, each in enumerate(found) if each.is_right)
        for number in course.numbers()
        for found in questions(number)
    )
    assert max(places.values()) < sum(places.values()) / 2


def read_prediction(number: str) -> Any:
    """Return the rule in a lesson's head for its prediction: data, or the reason for none."""
    _, head = get_data(read_lesson(number))
    return head["predict"]


def list_pairs(number: str, predict: Any) -> list[list[str]]:
    """Return the pairs of a step and a set that the head compares, else the step before and this one."""
    if "compare" in predict:
        return [predict["compare"]]
    before = course.previous(course.load(number))
    assert before
    kinds = [predict["set"]] if "set" in predict else KINDS
    return [[f"{step} {kind}" for step in (before.number, number)] for kind in kinds]


def compare_figures(number: str, figure: str, predict: Any) -> list[float]:
    """Return the ratio of a figure, for each pair that the record has."""
    rows = {" ".join(key): row for key, row in index_rows(read_benchmark()).items()}
    needed = [[rows.get(name, {}).get(figure) for name in pair] for pair in list_pairs(number, predict)]
    return [new / old for old, new in needed if old and new]


def lie_within(values: list[float], limits: list[float]) -> bool:
    return bool(values) and limits[0] <= min(values) and max(values) <= limits[1]


def has_most_saved(number: str, kinds: list[str] | str) -> bool:
    """Return whether a step saves the largest share of nodes on these sets, or equally on all."""
    left = {kind: part for kind in KINDS for part in compare_figures(number, NODES, {"set": kind})}
    if kinds == "all":
        return max(left.values()) < 1.1 * min(left.values())
    return set(sorted(left, key=left.__getitem__)[: len(kinds)]) == set(kinds)


def judge_answers(number: str, predict: Any) -> list[bool]:
    if "most" in predict:
        return [has_most_saved(number, kinds) for kinds in predict["most"]]
    judged = [
        [lie_within(compare_figures(number, FIGURES[name], predict), limits) for limits in predict[name]]
        for name in FIGURES
        if name in predict
    ]
    return [all(parts) for parts in zip(*judged, strict=True)]


@pytest.mark.parametrize("number", course.numbers())
def test_the_right_prediction_is_what_was_recorded(number: str) -> None:
    predict = read_prediction(number)
    if isinstance(predict, str):
        assert re.match("by reasons, as .{20}", predict)
    else:
        assert judge_answers(number, predict) == [answer.is_right for answer in questions(number)[0]]


@pytest.mark.parametrize("number", course.numbers()[1:])
def test_only_figures_that_decide_a_prediction_wait_for_it(site: Path, number: str) -> None:
    page = site / "lessons" / course.load(number).folder.name / "index.html"
    waiting = re.findall(
        r'(?s)<div class="outcome">\s*<figure class="(\w+)"', page.read_text(encoding="utf-8")
    )
    assert waiting[-2:] == ([] if isinstance(read_prediction(number), str) else ["chart", "strip"])


def test_lesson_05_halves_the_nodes_of_its_example() -> None:
    assert judge_answers("05", read_prediction("05") | {"set": "end-easy"}) == [False, False, True]
