"""Tests of "Start here": its commands are README's and run, its table and plan have every lesson."""

import re

from repository import ROOT, run_shell

from common.tools import course
from common.tools.site.lessons import WORDS_A_MINUTE, Lesson, read_lessons

PAGE, TEACH = ((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("start", "teach"))
ALONE = 90  # minutes, of which at most half are for reading
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def test_the_two_commands_are_those_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    set_up = re.findall(r"```sh\n(.*?)```", readme, re.DOTALL)[0]
    (two,) = (block for block in BLOCKS if "uv pip install" in block)
    assert " && ".join(two.splitlines()) == set_up.strip()


def test_first_questions_have_the_answers_on_the_page() -> None:
    asked = [line for block in BLOCKS for line in block.splitlines() if line.startswith("echo")]
    for line in asked:
        done = run_shell(line)
        assert re.fullmatch(r"\d{30} 1 \d+ \d+\n", done.stdout), done.stderr
    assert len(asked) == 2


def test_lessons_have_goals_of_a_line_and_need_only_earlier_ones() -> None:
    found = read_lessons()
    assert [each.name for each in found] == [course.load(number).folder.name for number in course.numbers()]
    for each in found:
        assert each.needs, each.name
        assert all(number < each.name[:2] for number in re.findall(r"\b\d\d\b", each.needs)), each.name
        assert len(each.goals) == 3, each.name
        assert all(len(goal) < 110 for goal in each.goals), each.name


def test_the_plan_has_ten_days_that_fit() -> None:
    minutes = {lesson.name[:2]: lesson.minutes for lesson in read_lessons()}
    rows = re.findall(r"^\| (\d+) \| (.*)$", TEACH.partition("## What can be left out")[0], re.MULTILINE)
    assert [int(day) for day, _ in rows] == list(range(1, 11))
    days = [re.findall(r'"(\d\d)"', row) for _, row in rows]
    assert all(sum(minutes[number] for number in day) <= ALONE / 2 for day in days)
    left_out = re.findall(r'lessons\["(\d\d)"\]', TEACH)
    planned = [number for day in days for number in day]
    assert planned == sorted(planned)
    assert sorted(planned + left_out) == course.numbers()


def test_the_page_says_how_fast_readers_are() -> None:
    assert f"Reading time assumes {WORDS_A_MINUTE} words a minute" in PAGE


def test_solutions_do_not_count_as_reading() -> None:
    prose, solution = "word " * 500, "more " * 700
    exercise = f"1. An exercise\n\n    ??? success\n\n        {solution}\n\n        {solution}"
    text = f"{prose}\n\n{exercise}\n\n## Next\n\n"
    assert Lesson("01_x", "01 X", "", text).minutes == 5
    assert Lesson("01_x", "01 X", "", f"{text}{prose}").minutes == 10
