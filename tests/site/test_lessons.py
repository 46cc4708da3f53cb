"""Tests of the lessons: commands and the solutions of exercises run, and tables in the prose are right."""

import ast
import re
import shlex
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from referee import LINES
from repository import LESSONS as FOLDER
from repository import PLAIN, ROOT, make_position, read_lesson, read_output, read_table, run, run_python
from stretches import LIMIT, count_stretches

from common.position import CELLS, HEIGHT, WIDTH
from common.score import win_score
from common.solver import analyze
from common.tools import course
from common.tools.cli import make_parser
from common.tools.diff import list_file_names, read_source_lines
from common.tools.site.macros import code
from common.tools.site.macros.code import list_hunks

LESSONS = sorted(FOLDER.glob("*.md"))
OWN_STEP = r"(--steps? |,|steps/)2[35](?!\d)"  # the number of a copy that the reader makes and changes


def list_solutions(path: Path) -> list[str]:
    blocks = r'\?\?\? success "Solution"\n((?:        .*\n|\n)+)'
    return [dedent(text) for text in re.findall(blocks, path.read_text(encoding="utf-8"))]


def list_commands(path: Path) -> list[str]:
    """Return the commands of a lesson, and of its solutions' prose, that run in the repository unchanged."""
    commands = re.findall(r"(?m)^ *```sh\n((?:.*\n)+?) *```", path.read_text(encoding="utf-8"))
    prose = re.sub(r"```.*?```", "", "\n".join(list_solutions(path)), flags=re.DOTALL)
    commands += re.findall(r"`((?:echo|head|c4 book|for) [^`]*)`", " ".join(prose.split()))
    return [dedent(command) for command in commands if not re.search(OWN_STEP, command)]


def list_shown_commands(path: Path) -> list[str]:
    """Return all commands of `c4` in a lesson, with a number in place of a shell's variable."""
    spans = re.findall(r"```sh\n.*?```|`c4 [^`]*`", path.read_text(encoding="utf-8"), re.DOTALL)
    commands = re.findall(
        r"\bc4 ([^`|;\n]+)", "\n".join(" ".join(span.split()) if span[1] == "c" else span for span in spans)
    )
    return [re.sub(r"\$\w+", "12", command) for command in commands if not re.search(OWN_STEP, command)]


def list_programs(path: Path) -> list[str]:
    """Return the whole programs of a lesson's solutions; a part of one does not begin with an import."""
    blocks = re.findall(r"```python\n(.*?)```", "\n".join(list_solutions(path)), re.DOTALL)
    return [block for block in blocks if re.match(r"from|import", block)]


def read_rows(output: str) -> list[list[float]]:
    """Return the numbers of each line; the last but one in the answer to a position is its nodes."""
    return [[*map(float, re.findall(r"\b\d+(?:\.\d+)?\b", line))] for line in output.splitlines()]


def multiplies_by_seven_and_five(output: str) -> bool:
    """Return whether games multiply by seven, and positions by less than five."""
    plies = [row[-3:] for row in read_rows(output)]
    assert [games == positions for _, games, positions in plies][:3] == [True, True, False]
    ratios = [[new / old for old, new in zip(*pair, strict=True)] for pair in pairwise(plies[1:])]
    return all(6.5 < games <= 7 and positions < 5 for _, games, positions in ratios)


def costs_more(output: str, times: float = 1) -> bool:
    """Return whether the second half of the answers takes that many times the nodes of the first."""
    nodes = [row[-2] for row in read_rows(output)]
    return sum(nodes[len(nodes) // 2 :]) > times * sum(nodes[: len(nodes) // 2])


def each_alone_saves_nodes_and_both_save_most(output: str) -> bool:
    neither, large, divided, both = (row[0] for row in read_rows(output))
    return both < min(large, divided) and max(large, divided) < neither


def mostly_at_most_one_waits(output: str) -> bool:
    (numbers,) = read_rows(output.replace("\n", " "))
    columns = dict(zip(numbers[::2], numbers[1::2], strict=True))
    return columns[0] + columns[1] > sum(columns.values()) / 2


def gains_only_by_scores_off_by_one_at_most(output: str) -> bool:
    plain, exact, by_one, by_two = (int(line.split()[0].replace(",", "")) for line in output.splitlines())
    return 0.75 * plain < exact < 0.85 * plain and 0.9 * plain < by_one < plain < by_two


SAID: dict[tuple[str, str], Callable[[str], bool]] = {
    ("03_move_order", "--board 4x4"): costs_more,  # where no column is central
    ("05_transposition_table", "games = {"): multiplies_by_seven_and_five,
    ("06_iterative_deepening", "--weak"): lambda output: costs_more(output, 5),
    ("08_opening_book", "analyze"): lambda output: output.startswith(" -2 -1 0 1 0 -1 -2 "),
    ("08_opening_book", "4746352"): costs_more,
    # Each wins the game that it begins, with the 41st stone.
    ("08_opening_book", "c4 match"): lambda output: {"1-1-0", "41.0"} <= {*output.split()},
    ("08_opening_book", "echo | c4 solve --step 08\n"): lambda output: output.split()[0] == "1",
    # At most a tenth of 1,000 positions can meet their image, and more of begin-hard.
    ("12_mirror", "able"): lambda output: (
        max(able for able, *_ in read_rows(output)[:2]) <= 100 < read_rows(output)[2][0]
    ),
    ("12_mirror", "5x5"): lambda output: not costs_more(output),
    ("14_near_table", "head -12"): lambda output: read_rows(output)[1][0] < read_rows(output)[0][0],
    ("14_near_table", "head -4"): each_alone_saves_nodes_and_both_save_most,
    ("14_near_table", "loads"): lambda output: (
        int(re.findall(r"'near': (\d+)", output)[0]) > 9 * int(re.findall(r"'far': (\d+)", output)[0])
    ),
    ("16_zugzwang", "head -4"): lambda output: not costs_more(output),
    # Of six columns one or two are safe.
    ("17_horizon", "columns"): lambda output: [int(number) for number in read_rows(output)[0]] == [1, 6],
    ("18_lanes", "waiting"): mostly_at_most_one_waits,
    ("20_promise", "blurred"): gains_only_by_scores_off_by_one_at_most,
}
"""The lessons' statements about the output of their commands and programs, by a part of these."""


def run_shown(name: str, source: str, language: list[str], folder: Path) -> None:
    """Run a command or program as a reader of the lesson would, and check the statement about its output."""
    for linked in ("steps", "test-data"):
        (folder / linked).symlink_to(ROOT / linked)
    output = read_output(run([*language, source], folder, **({} if re.search(COMPILED, source) else PLAIN)))
    for (lesson_name, part), check in SAID.items():
        if lesson_name == name and part in source:
            assert check(output)


LONG = (
    "--step 01 --board 4x4|--board 5x5|--analyze|head -(4|12|200?) |c4 book build|--threads"
    "|import Thread|import copytree|solve_many"
)
COMPILED = rf"{LONG}|c4 match|\| c4 solve --step 08\n"
"""What searches so much that it has to be compiled; the rest finishes sooner in plain Python."""


def list_cases(list_sources: Callable[[Path], list[str]]) -> list[Any]:
    """Return the commands or programs of each lesson, slow ones with --full."""
    slow = pytest.mark.full("runs for seconds")
    return [
        pytest.param(path.stem, source, marks=[slow] * bool(re.search(LONG, source)))
        for path in LESSONS
        for source in list_sources(path)
    ]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lessons_commands_have_the_options_and_files_they_name(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for command in list_shown_commands(path):
        name, *words = shlex.split(command)
        try:
            make_parser([name]).parse_args([name, *words])
        except SystemExit as end:  # it may be mentioned without what it needs
            refused = capsys.readouterr().err
            assert not end.code or re.search("are required|expected one argument", refused), command + refused


def test_each_check_of_an_output_is_made_once() -> None:
    for name, part in SAID:
        (path,) = [path for path in LESSONS if path.stem == name]
        assert sum(part in source for source in [*list_commands(path), *list_programs(path)]) == 1


@pytest.mark.parametrize(("name", "command"), list_cases(list_commands))
def test_commands_run(name: str, command: str, tmp_path: Path) -> None:
    run_shown(name, command, ["bash", "-euo", "pipefail", "-c"], tmp_path)


@pytest.mark.parametrize(("name", "program"), list_cases(list_programs))
def test_programs_of_the_solutions_run(name: str, program: str, tmp_path: Path) -> None:
    run_shown(name, program, [sys.executable, "-c"], tmp_path)


UNIT = r"(µs|ms|s|(micro|milli)?seconds?|minutes?|hours?)"
PART = r"(half|thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|tenths?|hundredths?|twice|times|%)"
TYPED = re.compile(
    rf"\b\d[\d.,]* ?{UNIT}\b"
    rf"|\b{PART} (of the |the |less |more |as much |as )?(time|long|longer|faster|slower|quicker)\b"
    r"|\btime (also )?(falls|rises|drops|gains)\b|\b(much|far|hardly) (faster|slower|quicker)\b"
)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_lesson_holds_a_typed_figure_about_time(path: Path) -> None:
    """Macros make what is said of times; answers to choose from may be wrong."""
    made = r'(?s)\{\{.*?\}\}|```.*?```|`[^`]*`|\?\?\? (right|wrong) ".*?"'
    text = re.sub(made, "...", path.read_text(encoding="utf-8"))
    assert not TYPED.search(" ".join(text.split()))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_exercise_has_two_hints_before_its_solution(path: Path) -> None:
    exercises = re.split(r"(?m)^\d\. ", path.read_text(encoding="utf-8").partition("\n## Exercises\n")[2])[1:]
    assert len(exercises) >= 2
    for exercise in exercises:
        assert re.findall(r'(?m)^    \?\?\? .*"(.*)"$', exercise) == ["Hint", "Second hint", "Solution"]
    assert len(list_solutions(path)) == len(exercises)


@pytest.mark.parametrize("number", course.numbers()[:8])
def test_no_link_leads_off_the_way_before_the_step_is_written(number: str) -> None:
    before = read_lesson(number).partition(f'{{{{ write("{number}") }}}}')[0]
    links = re.findall(r"\]\(([^)#]+)", before)
    assert all(re.search(r"(^|/)(index|start|score|0[1-8]_\w+)\.md$", link) for link in links), links


def list_calls(number: str, macro: str) -> list[tuple[list[str], dict[str, str]]]:
    """Return a lesson's arguments to a macro about its own step: names, and named arguments."""
    calls: list[tuple[list[str], dict[str, str]]] = []
    for text in re.findall(rf"\{{\{{ ({macro}\(.*?\)) \}}\}}", read_lesson(number)):
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call)
        given, *names = (ast.literal_eval(argument) for argument in call.args)
        if given == number:
            calls.append((names, {f"{word.arg}": ast.literal_eval(word.value) for word in call.keywords}))
    return calls


@pytest.mark.parametrize("number", course.numbers()[1:])
def test_hunks_have_changes_and_two_lines_around(number: str) -> None:
    """The hunks cover all changes, except the order of definitions and empty lines."""
    step, before = course.load(number), course.previous(course.load(number))
    assert before
    for file in list_file_names(before, step):
        files = ["".join(read_source_lines(one, file)).splitlines() for one in (before, step)]
        old, new = (Counter(filter(None, lines)) for lines in files)
        shown = code.hunk(number, file=file).partition('"\n')[2].partition("\n```")[0]
        lines = [line for line in shown.splitlines() if line[1:]]
        added, removed = (Counter(line[1:] for line in lines if line[0] == sign) for sign in "+-")
        assert old + added == new + removed
        for hunk in shown.split("\n\n") if shown else []:
            kinds = "".join(line[0] for line in hunk.splitlines())
            assert re.fullmatch(" {0,2}[+-]([+-]| {1,4}[+-])* {0,2}", kinds)


@pytest.mark.parametrize("number", course.numbers()[1:])
def test_a_lesson_explains_each_hunk_once(number: str) -> None:
    step, before = course.load(number), course.previous(course.load(number))
    assert before
    whole = {(rest[0] if rest else "solver.py", name) for (name, *rest), _ in list_calls(number, "code")}
    for file in list_file_names(before, step):
        hunks = list_hunks(before, step, file)
        there = {(name, place) for name, parts in hunks.items() for place in range(1, len(parts) + 1)}
        shown: list[tuple[str, int]] = []
        for names, words in list_calls(number, "hunk"):
            for name in names or hunks if words.get("file", "solver.py") == file else []:
                definition, _, place = name.partition(" ")
                every = range(1, len(hunks.get(definition, [])) + 1)
                shown += [(definition, one) for one in ([int(place)] if place else every)]
        assert len(shown) == len(set(shown))
        assert set(shown) <= there
        is_new = not (before.folder / file).exists()
        for name, place in there - set(shown):
            owner = name.partition(".")[0]
            assert (
                file == "__init__.py"
                or (is_new and name == "imports")
                or {(file, name), (file, owner)} & whole
            ), f"{file}: {name} {place}"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_lesson_goes_on_for_long_without_something_to_do(path: Path) -> None:
    assert count_stretches(path.read_text(encoding="utf-8"))[0] <= LIMIT


@pytest.mark.parametrize("number", course.numbers())
def test_a_function_over_15_lines_comes_in_pieces_that_make_the_whole(number: str) -> None:
    pieces: dict[tuple[str, ...], list[str]] = {}
    for names, words in list_calls(number, "code"):
        shown = code.code(number, *names, **words)
        assert shown.count("def ") != 1 or shown.count("\n") <= 15 + 6, names
        pieces.setdefault(tuple(names), []).extend(shown.splitlines()[3:-3])
    for (name, *rest), lines in pieces.items():
        expected = code.code(number, name, *rest).splitlines()[3:-3]
        methods = [line for line in expected if line.startswith("    def is_winning_move")]
        end = expected.index(methods[0]) if name == "Position" and number == "01" else len(expected)
        assert [line for line in lines if line] == [line for line in expected[:end] if line], name


def test_lesson_07_marks_wins_and_names_safe_moves() -> None:
    shown = re.findall(r'board\("(\d+)", "([^"]*)", "([^"]*)"(?:, squares="([^"]*)")?\)', read_lesson("07"))
    assert len(shown) == 5
    module, safe_columns = course.load("07").module, dict[str, list[int]]()
    for moves, _, _, squares in shown:
        position = make_position("07", moves)
        mover, other = ("X", "O") if len(moves) % 2 == 0 else ("O", "X")
        marks = {
            f"{player}{bit // (HEIGHT + 1) + 1}{bit % (HEIGHT + 1) + 1}"
            for player, stones in ((mover, position.stones), (other, position.stones ^ position.mask))
            for bit in range(WIDTH * (HEIGHT + 1))
            if module.position.winning_squares(stones, position.mask) >> bit & 1
        }
        assert marks == set(squares.split())
        safe = position.safe_moves()
        safe_columns[moves] = [x + 1 for x in range(WIDTH) if safe & module.position.cells(x)]
    assert list(safe_columns.values())[:4] == [[1, 2, 3, 4, 5, 6], [4], [], [3, 7]]
    assert -win_score(len(shown[3][0]) + 3) == -4


def test_lesson_03_counts_the_lines_of_four() -> None:
    (drawn,) = re.findall(r"```text\n(.*?)```", read_lesson("03"), re.DOTALL)
    counts = [[sum((x, y) in line for line in LINES) for x in range(WIDTH)] for y in range(HEIGHT)]
    assert [[int(number) for number in row.split()] for row in drawn.splitlines()] == counts[::-1]
    outside = sum(all(x != WIDTH // 2 for x, _ in line) for line in LINES)
    said = " ".join(read_lesson("03").split())
    assert f"There are {len(LINES)} lines in all." in said
    assert f"Only the {outside} vertical lines of the other columns do not." in said


def test_lesson_06_tells_the_questions_that_are_asked() -> None:
    program = (
        "from common.tools.searches import record_calls, walk_calls\n"
        "calls = record_calls('06', '453772442746')\n"
        "print(*(f'{call.alpha},{call.score},{len([*walk_calls([call])])}' for call in calls))"
    )
    asked = [tuple(map(int, numbers.split(","))) for numbers in run_python(program, **PLAIN).split()]
    for (alpha, score, _), row in zip(asked, read_table("06", "known before"), strict=True):
        answered = ("yes", "least") if score > alpha else ("no", "most")
        assert row[1:4] == [f"more than {alpha}?", answered[0], f"at {answered[1]} {score}"]
    alphas, _, nodes = zip(*sorted(asked, key=lambda numbers: numbers[2]), strict=True)
    assert [*map(abs, alphas)] == sorted(map(abs, alphas), reverse=True)
    said = read_lesson("06").partition("the questions about ")[2].partition(". ")[0]
    numbers = [int(number.replace(",", "")) for number in re.findall(r"-?[\d,]*\d", said)]
    assert numbers == [*alphas, *nodes]


def test_lesson_06_tells_how_deep_a_question_goes() -> None:
    for question, depth in read_table("06", "the question | searched no deeper than"):
        alpha = int(re.findall(r"\d+", question)[0])
        closed = min(moves for moves in range(CELLS) if win_score(moves + 2) <= alpha)
        assert depth == f"{closed} stones"


def test_lesson_08_reads_positions_in_both_directions() -> None:
    for moves, *readings in read_table("08", "position"):
        position, append_column = make_position("08", moves), course.load("08").module.book.append_column
        forth, back = 0, 0
        for column in range(WIDTH):
            forth = append_column(3 * forth, position, column)
            back = append_column(3 * back, position, WIDTH - 1 - column)
        assert [int(reading.replace("*", ""), 3) for reading in readings] == [forth, back]


def test_lesson_08_counts_the_stones_of_begin_hard() -> None:
    lines = (ROOT / "test-data" / "begin-hard").read_text(encoding="utf-8").splitlines()[:3]
    first, second, third = (len(line.split()[0]) for line in lines)
    assert f"The third line has {third} stones, so it is past the 8-ply book" in read_lesson("08")
    assert max(first, second) <= 8 < third


def test_lesson_09_tells_the_scores() -> None:
    """Its threats and orders are those of the figure, which other tests compare with the table."""
    scores = [int(cell) for cell in read_table("09", "column")[1][1:]]
    solver = course.load("09").solver(use_book=False)
    assert scores == list(analyze(solver, make_position("09", "144772165447")))
