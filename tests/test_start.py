"""Tests of "Start here": its commands are README's and run, its table and plan have every lesson."""

import re

from repository import ROOT, run_shell

from common.tools import course
from common.tools.site.building.lessons import (
    Lesson,
    lesson_table,
    read_lessons,
    reading_time,
    reading_time_since,
)

PAGE = (ROOT / "docs" / "start.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def test_the_two_commands_are_those_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    set_up, check, *_ = re.findall(r"```sh\n(.*?)```", readme, re.DOTALL)
    two, tests = (block for block in BLOCKS if "uv pip install" in block)
    assert " && ".join(two.splitlines()) == set_up.strip()
    assert tests.splitlines()[0] == check.partition(" && ")[0]


def test_the_first_questions_have_the_answers_that_the_page_says() -> None:
    asked = [line for block in BLOCKS for line in block.splitlines() if line.startswith("echo")]
    for line in asked:
        done = run_shell(line)
        assert re.fullmatch(r"\d{30} 1 \d+ \d+\n", done.stdout), done.stderr
    assert len(asked) == 2


def test_every_lesson_has_a_group_and_needs_only_lessons_before_it() -> None:
    found = read_lessons(ROOT / "docs")
    assert [each.name for each in found] == [course.load(number).folder.name for number in course.numbers()]
    for each in found:
        assert each.group, each.name
        assert each.needs, each.name
        assert all(number < each.name[:2] for number in re.findall(r"\b\d\d\b", each.needs)), each.name
        assert f"| {each.link} | {each.group} | {each.needs} | {each.minutes} min |" in lesson_table()
    assert lesson_table().endswith(f"| {sum(each.minutes for each in found) / 60:.1f} h |")


def test_the_plan_has_every_lesson_once_in_ten_days() -> None:
    days = re.findall(r"^\| (\d+) \| \{\{ (reading.*?\)) \}\}", PAGE, re.MULTILINE)
    assert [int(day) for day, _ in days] == list(range(1, 11))
    *planned, last = [number for _, macro in days for number in re.findall(r'"(\d\d)"', macro)]
    assert days[-1][1] == f'reading_time_since("{last}")'
    assert planned == [number for number in course.numbers() if number < last]
    assert re.findall(r"\[(\d\d) ", reading_time_since(last)) == course.numbers()[len(planned) :]


def test_solutions_do_not_count_as_reading() -> None:
    prose, solution = "word " * 500, "more " * 700
    exercise = f"1. An exercise\n\n    ??? success\n\n        {solution}\n\n        {solution}"
    text = f"{prose}\n\n{exercise}\n\n## Next\n\n"
    assert Lesson("01_x", "01 X", "core", "", text).minutes == 5
    assert Lesson("01_x", "01 X", "core", "", f"{text}{prose}").minutes == 10
    first, second = (each.minutes for each in read_lessons(ROOT / "docs")[:2])
    assert reading_time("01", "02").endswith(f" | {first + second} min")
