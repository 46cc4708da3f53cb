"""Tests of "Start here": its commands are README's and run, its table and plan have every lesson."""

import re

from repository import ROOT, run_shell

import c4
from c4.reasons import find_reasons, find_squares, list_cells
from common.position import HEIGHT, WIDTH
from common.tools import course
from common.tools.site.drawings.whole_tree import whole_tree
from common.tools.site.lessons import WORDS_A_MINUTE, Lesson, read_lessons

PAGE, TEACH = ((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("start", "teach"))
find_position = course.load(course.ENGINE).parse
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


def test_the_lessons_on_a_screen_take_45_minutes_and_have_right_answers() -> None:
    texts = dict(re.findall(r"^### (.*?)\n(.*?)\n\*\*To take home", TEACH, re.MULTILINE | re.DOTALL))
    assert len(texts) == 3
    for name, text in texts.items():
        assert sum(map(int, re.findall(r"^\| (\d+) \|", text, re.MULTILINE))) == 45, name
    boards = {name: re.findall(r"moves=(\d+)&screen=1", text) for name, text in texts.items()}
    (tree,) = boards["The tree by hand"]
    assert c4.analyze(tree) == {0: -1, 1: -1, 3: 0}
    scores = re.findall(r'data-score="(.*?)"', whole_tree(tree))
    assert (len(scores), {*scores}) == (8, {"0", "1"})
    waits, even, wrong = boards["Zugzwang"]
    (reason,) = find_reasons(find_position(waits), -1)
    outside = (WIDTH - 1) * HEIGHT - len(waits.replace("4", ""))
    assert (reason.cells_left, reason.squares) == (outside, ((3, 2),)) == (18, ((3, 2),))
    lost = c4.analyze(waits)
    assert [column + 1 for column in lost if lost[column] == max(lost.values())] == [3, 5]
    assert all(max(c4.analyze(moves).values()) < 0 for moves in (waits, even, wrong))
    assert [len(moves) % 2 for moves in (waits, even, wrong)] == [1, 0, 0]  # so X wins, then O and O
    fork, stacked = boards["How to win"]
    assert list_cells(find_squares(find_position(fork), 0)) == ((1, 0), (5, 0))
    for moves, column in (("", 4), (stacked, 7)):
        assert [best + 1 for best, score in c4.analyze(moves).items() if score > 0] == [column]


def test_the_page_says_how_fast_readers_are() -> None:
    assert f"Reading time assumes {WORDS_A_MINUTE} words a minute" in PAGE


def test_solutions_do_not_count_as_reading() -> None:
    prose, solution = "word " * 500, "1. An exercise\n\n    ??? success\n\n        " + "more " * 700
    for text, minutes in ((prose, 5), (f"{prose}\n\n{prose}", 10)):
        assert Lesson("01_x", "01 X", "", f"{text}\n\n{solution}\n\n## Next\n").minutes == minutes
