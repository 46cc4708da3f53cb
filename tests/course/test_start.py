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
    lessons = read_lessons()
    assert [lesson.name for lesson in lessons] == [course.load(n).folder.name for n in course.numbers()]
    for lesson in lessons:
        assert lesson.needs, lesson.name
        needed = re.findall(r"\b\d\d\b", lesson.needs)
        assert all(number < lesson.name[:2] for number in needed), lesson.name
        assert len(lesson.goals) == 3, lesson.name
        assert all(len(goal) < 110 for goal in lesson.goals), lesson.name


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
    prose, solution = "word " * 500, "1. An exercise\n\n    ??? success\n\n        " + "more " * 700
    for text, minutes in ((prose, 5), (f"{prose}\n\n{prose}", 10)):
        assert Lesson("01_x", "01 X", "", f"{text}\n\n{solution}\n\n## Next\n").minutes == minutes
