"""Tests of the lessons: what the solutions of exercises say runs, and tables in the prose say what is so."""

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from common.position import CELLS, HEIGHT, WIDTH, parse
from common.score import win_score
from common.solver import analyze
from common.tools import course

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
LESSONS = sorted((ROOT / "docs" / "lessons").glob("*.md"))
OWN_STEP = r"(--steps? |,|steps/)21\b"  # the number of a copy that the reader makes and changes
PLAIN = {"NUMBA_DISABLE_JIT": "1"}


def solutions(path: Path) -> list[str]:
    """Return the solutions of a lesson's exercises."""
    return [
        dedent(text)
        for text in re.findall(r'\?\?\? success "Solution"\n((?:        .*\n|\n)+)', path.read_text())
    ]


def commands(path: Path) -> list[str]:
    """Return the commands of a lesson's solutions that the repository as it is can run."""
    text = "\n".join(solutions(path))
    found = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    prose = " ".join(re.sub(r"```.*?```", "", text, flags=re.DOTALL).split())
    found += re.findall(r"`((?:echo|head|c4 book|for) [^`]*)`", prose)
    return [command for command in found if not re.search(OWN_STEP, command)]


def programs(path: Path) -> list[str]:
    """Return the whole programs of a lesson's solutions; a part of one does not begin with an import."""
    blocks = re.findall(r"```python\n(.*?)```", "\n".join(solutions(path)), re.DOTALL)
    return [block for block in blocks if re.match(r"from|import", block)]


def run(command: list[str], folder: Path, **environment: str) -> str:
    """Run a command as a reader of the lesson would, and return what it prints."""
    (folder / "test-data").symlink_to(ROOT / "test-data")
    finished = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"} | environment,
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.parametrize(
    ("name", "command"), [(path.stem, each) for path in LESSONS for each in commands(path)]
)
def test_commands_of_the_solutions_run(name: str, command: str, tmp_path: Path) -> None:
    del name
    soon_done = "--board 4x4" in command and "--step 01" not in command  # before it would be compiled
    assert run(["bash", "-euo", "pipefail", "-c", command], tmp_path, **(PLAIN if soon_done else {}))


@pytest.mark.parametrize(
    ("name", "program"), [(path.stem, each) for path in LESSONS for each in programs(path)]
)
def test_programs_of_the_solutions_run(name: str, program: str, tmp_path: Path) -> None:
    watches = "negamax" in program or ".load =" in program
    del name
    plain = watches or "solve" not in program  # only for a search does it pay to compile
    assert run([sys.executable, "-c", program], tmp_path, **(PLAIN if plain else {}))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_exercise_has_two_hints_before_its_solution(path: Path) -> None:
    exercises = re.split(r"(?m)^\d\. ", path.read_text().partition("\n## Exercises\n")[2])[1:]
    assert len(exercises) >= 3
    for each in exercises:
        assert re.findall(r'(?m)^    \?\?\? .*"(.*)"$', each) == ["Hint", "Second hint", "Solution"]
    assert len(solutions(path)) == len(exercises)


def lesson(number: str) -> str:
    """Return a step's lesson."""
    return (ROOT / "docs" / "lessons" / f"{course.load(number).folder.name}.md").read_text()


def table(number: str, heading: str) -> list[list[str]]:
    """Return the rows of a table in a lesson, below the row that begins with a heading."""
    _, _, rest = lesson(number).partition(f"| {heading} |")
    lines = rest.split("\n\n")[0].splitlines()[2:]
    assert lines
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_lesson_03_counts_the_lines_of_four() -> None:
    (drawn,) = re.findall(r"```text\n(.*?)```", lesson("03"), re.DOTALL)
    lines = [
        {(x + i * dx, y + i * dy) for i in range(4)}
        for x in range(WIDTH)
        for y in range(HEIGHT)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    board = {(x, y) for x in range(WIDTH) for y in range(HEIGHT)}
    lines = [line for line in lines if line <= board]
    counts = [[sum((x, y) in line for line in lines) for x in range(WIDTH)] for y in range(HEIGHT)]
    assert [[int(number) for number in row.split()] for row in drawn.splitlines()] == counts[::-1]
    outside = sum(all(x != WIDTH // 2 for x, _ in line) for line in lines)
    said = " ".join(lesson("03").split())
    assert f"There are {len(lines)} lines in all." in said
    assert f"Only the {outside} upright lines of the other columns do not." in said


def test_lesson_06_tells_the_questions_that_are_asked(tmp_path: Path) -> None:
    program = (
        "from common.tools.site.lab import recorded\n"
        "for moves in ('453772442746', '34272653157'):\n"
        "    calls = recorded('06', moves, size=65_537)[1]\n"
        "    print(*(f'{call.alpha},{call.score}' for call in calls))"
    )
    answer = run([sys.executable, "-c", program], tmp_path, **PLAIN)
    first, second = (
        [tuple(map(int, pair.split(","))) for pair in line.split()] for line in answer.splitlines()
    )
    told = table("06", "known before")
    assert [f"more than {alpha}?" for alpha, _ in first] == [row[1] for row in told]
    assert ["yes" if score > alpha else "no" for alpha, score in first] == [row[2] for row in told]
    assert [f"at {'least' if score > alpha else 'most'} {score}" for alpha, score in first] == [
        row[3] for row in told
    ]
    *most, last = [str(alpha) for alpha, _ in second]
    assert f"Then come {', '.join(most)} and {last}," in lesson("06")


def test_lesson_06_tells_how_deep_a_question_goes() -> None:
    for question, depth in table("06", "the question | searched no deeper than"):
        alpha = int(re.findall(r"\d+", question)[0])
        closed = min(moves for moves in range(CELLS) if win_score(moves + 2) <= alpha)
        assert depth == f"{closed} stones"


def test_lesson_08_reads_positions_in_both_directions() -> None:
    start = course.load("08").Position.start()
    for moves, *readings in table("08", "position"):
        position = parse(moves, start)
        forth, back = 0, 0
        for column in range(WIDTH):
            forth = position.column_digits(column, 3 * forth)
            back = position.column_digits(WIDTH - 1 - column, 3 * back)
        assert [int(reading.replace("*", ""), 3) for reading in readings] == [forth, back]


def test_lesson_08_tells_how_many_stones_the_lines_of_begin_hard_have() -> None:
    lines = (ROOT / "test-data" / "begin-hard").read_text().splitlines()[:3]
    first, second, third = (len(line.split()[0]) for line in lines)
    assert f"The first line of begin-hard has {first} stones." in lesson("08")
    assert f"It has {third} stones. The book's layer lies behind it" in lesson("08")
    assert second <= 8 < third


def test_lesson_09_tells_scores_threats_and_orders() -> None:
    step = course.load("09")
    search = step.module.solver
    position = parse("144772165447", step.Position.start())
    safe = {x: position.safe_moves() & search.cells(x) for x in search.COLUMN_ORDER}
    threats = {x: search.count(position.threats(cell)) for x, cell in safe.items() if cell}
    orders = list(threats), sorted(threats, key=lambda x: -threats[x])
    places = [[re.match(r"\d+", cell) for cell in row[1:]] for row in table("09", "column")[2:]]
    rows = [[int(cell) for cell in row[1:]] for row in table("09", "column")[:2]]
    assert rows[0] == [threats[x] for x in range(WIDTH)]
    assert rows[1] == list(analyze(step.solver(use_book=False), position))
    for order, told in zip(orders, places, strict=True):
        assert [place and int(place[0]) for place in told] == [1 + order.index(x) for x in range(WIDTH)]
