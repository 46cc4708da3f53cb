"""Tests of the lessons' statements: tables in the prose, and claims about recorded nodes."""

import re
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest
from node import solve_in_node
from repository import PLAIN, make_position, read_lesson, read_table, run_python

import c4
from c4.wording import join_names
from common.position import HEIGHT, WIDTH
from common.score import MAX_SCORE, win_score
from common.tools import course, sets
from common.tools.learn.curriculum.stages import COURSE_POSITION
from common.tools.measured import NODES, PROCESSOR, gain, index_rows, read_benchmark
from common.tools.sets import KINDS, NAMES
from common.tools.site.drawings.marks import parse_cells

MEDIUM = ("middle-medium", "begin-medium")
CONSTANTS: list[tuple[str, Callable[[Any], str]]] = [
    ("01", lambda _: f"the winning stone is its player's 16th, so the score is {win_score(31)}."),
    ("05", lambda step: f"makes a table of {step.table.ENTRIES / 2**17:.1f} MiB, at 8 bytes per entry"),
    ("11", lambda step: f"`OFFSET` is {step.solver.OFFSET}"),
    ("11", lambda step: f"`{step.solver.OFFSET - 3} * 256 + {step.solver.OFFSET + 4} = "),
    ("11", lambda step: f" = {step.solver.pair(-3, 4)}`"),
    ("12", lambda step: f"board, {step.position.SYMMETRIC} on the 7x6 board"),
    ("13", lambda step: f"| up to {step.solver.PROBED - 1} |"),
    ("13", lambda step: f"| {step.solver.PROBED} to {step.solver.STORED - 1} |"),
    ("13", lambda step: f"| {step.solver.STORED} and more |"),
    ("14", lambda step: f"up to {step.table.NEAR - 1} stones:"),
    ("14", lambda step: f"{step.table.NEAR} stones or more:"),
    ("14", lambda step: f"Late positions get {step.table.NEAR_ENTRIES:,} slots to themselves"),
    ("14", lambda _: f"in step 13 all positions shared {course.load('13').module.table.ENTRIES:,}."),
    ("14", lambda step: f"The others get {step.table.ENTRIES:,}."),
    ("20", lambda step: f"below `EARLY` stones, {step.solver.EARLY} on the 7x6 board"),
    ("20", lambda step: f"it begins at {step.table.NEAR} stones instead of"),
    ("21", lambda _: f"outweigh a threat, which counts {WIDTH}"),
    ("21", lambda step: f"at {1 << step.solver.FADE} times 16, which is {16 << step.solver.FADE:,}"),
    ("21", lambda step: f"the number is divided by {1 << step.solver.FADE + 2:,}"),
    ("21", lambda _: f"is the score at least {MAX_SCORE // 2 + 1}? Is it less than {-(MAX_SCORE // 2)}?"),
    ("22", lambda step: f"**gives up** after {step.table.ALONE:,} nodes"),
]


@pytest.mark.parametrize(("number", "say"), CONSTANTS)
def test_a_lesson_says_the_numbers_of_its_step(number: str, say: Callable[[Any], str]) -> None:
    assert say(course.load(number).module) in " ".join(read_lesson(number).split())


def test_lesson_01_says_how_the_position_ends() -> None:
    scores = c4.analyze(COURSE_POSITION)
    (column,) = [column + 1 for column, score in scores.items() if score == 2]
    assert {*scores.values()} == {0, 2}
    shown = " ".join(f"{scores.get(at, '-')}" for at in range(7))
    says = f"O to move. Only column {column} wins, with O's last stone but one."
    assert f'board("{COURSE_POSITION}", "{shown}", "{says}")' in read_lesson("01")


def test_lesson_10_counts_nodes_of_a_quick_win() -> None:
    ((_, nodes),) = solve_in_node("44544553", "10")
    assert f"`echo 44544553 | c4 solve --step 10 --no-book` says {nodes}." in read_lesson("10")


def test_lesson_11_shows_what_its_last_program_prints() -> None:
    (program,) = re.findall(r"```python\n( *from.*?)```", read_lesson("11"), re.DOTALL)
    visits = re.findall(
        r"(more than -?\d+\?) (-?\d+): (-?\d+) (-?\d+)",
        run_python(re.sub(r"(?m)^ {8}", "", program), **PLAIN),
    )
    shown = [
        (question, re.findall(r"-?\d+", answer)[0], lowest, highest)
        for _, question, answer, lowest, highest in read_table("11", "visit")
    ]
    assert visits == shown


def test_lesson_13_says_which_child_the_table_knows() -> None:
    probe = """
from common.position import parse
from common.tools import course
step = course.load("13")
solver = step.module.solver
search = solver.negamax
watched = parse("21336511731137575562", step.Position.start())
def negamax(position, safe, alpha, beta, book, table, *rest):
    if position == watched and alpha == 2:
        print(*(table.get(position.play(x).symmetric_key()) for x in range(7)))
    return search(position, safe, alpha, beta, book, table, *rest)
solver.negamax = negamax
solver.Solver(book=None).solve(parse("2133651173113757", step.Position.start()))
"""
    offset = course.load("13").module.solver.OFFSET
    known = [int(value) for value in run_python(probe, **PLAIN).splitlines()[0].split()]
    position, module = make_position("13", "21336511731137575562"), course.load("13").module
    cells = {
        column: position.safe_moves() & module.position.cells(column) for column in module.solver.COLUMN_ORDER
    }
    counted = {column + 1: position.threats(cell).bit_count() for column, cell in cells.items() if cell}
    ordered = sorted(counted, key=lambda column: -counted[column])
    rows = read_table("13", "order")
    assert ordered == [int(column) for row in rows for column in row[1].split(", ")]
    for _, columns, knows, worth in rows:
        for value in (known[int(column) - 1] for column in columns.split(", ")):
            lowest, highest = (value >> 8) - offset, (value & 255) - offset
            assert knows == (f"from {lowest} to {highest}, for O" if value else "nothing")
            assert worth == (f"at least {-highest}" if value else "?")


def test_lesson_16_shows_who_may_get_what() -> None:
    module = course.load("16").module.position
    position = make_position("16", "7571624224661126433133")
    after = position.play(2)
    threats = module.winning_squares(position.stones | after.mask & ~position.mask, after.mask)
    assert after.follow_up_bound(threats) == -2
    followed = module.FOLLOWED ^ module.cells(4)
    lowest = after.mask + module.BOTTOMS
    (square,) = [cell for cell in (1 << bit for bit in range(49)) if threats & followed & ~lowest & cell]
    empty = [cell for cell in (1 << bit for bit in range(49)) if cell & module.BOARD & ~after.mask]
    open_cells = [cell for cell in empty if cell < square or not cell & module.cells(4)]
    mine = sum(cell for cell in open_cells if cell & followed & ~lowest)
    theirs = sum(cell for cell in open_cells if not cell & followed)
    shown = re.search(r'board\("(\d+)", squares="(X\d\d)", takers="([^"]+)"\)', read_lesson("16"))
    assert shown
    moves, waited, takers = shown.groups()
    assert make_position("16", moves) == after
    assert sum_cells(waited, "X") == square
    assert (sum_cells(takers, "X"), sum_cells(takers, "O")) == (mine, theirs)


def sum_cells(marks: str, player: str) -> int:
    """Return the cells of a player in marks of a board as a bitboard."""
    cells = parse_cells(marks, "")
    return sum(1 << column * (HEIGHT + 1) + row for owner, column, row in cells if owner == player)


def test_lesson_16_answers_a_question_in_one_node() -> None:
    explored: dict[tuple[str, bool], int] = {}
    for number, weak in product(("15", "16"), (True, False)):
        solver = course.load(number).solver(use_book=False)
        assert solver.solve(make_position(number, "7571624224661126433133"), weak) == (1 if weak else 2)
        explored[number, weak] = solver.nodes
    assert explored["16", True] == 1 < explored["15", True]
    assert 1 < explored["16", False] < explored["15", False]


def compare_nodes(number: str, name: str = "steps") -> dict[str, float]:
    """Return the factor by which a step saves nodes against the one before, by sets that both solve.

    Lessons make this claim about nodes only, which are the same on every machine. Their statements about
    times are made from the record.
    """
    rows, before = index_rows(read_benchmark(name)), course.previous(course.load(number))
    assert before
    times = {kind: gain(rows, before.number, number, kind, NODES) for kind in NAMES}
    return {kind: factor for kind, factor in times.items() if factor}


def grows(saved: dict[str, float]) -> bool:
    """Return whether more is saved the more cells are empty, and then the more stones are left."""
    kinds = sorted(saved, key=lambda kind: (-KINDS[kind].played.start, KINDS[kind].left.start))
    return all(1 < saved[fewer] < saved[more] for fewer, more in pairwise(kinds))


def is_largest_on(saved: dict[str, float], kind: str) -> bool:
    return max(saved, key=saved.__getitem__) == kind


CLAIMS: list[tuple[str, str, Callable[[dict[str, float]], bool]]] = [
    ("03 05 09", "save more the larger the trees", grows),
    ("06", "gains most on begin-easy", lambda saved: is_largest_on(saved, "begin-easy")),
    ("06", "costs nodes on end-easy", lambda saved: saved["end-easy"] < 1 < saved["middle-medium"]),
    ("06", "gains less on middle-medium", lambda saved: saved["middle-medium"] < saved["middle-easy"]),
    ("07 10 15 17", "save nodes on every set", lambda saved: min(saved.values()) > 1),
    ("04 08 18 22", "explore the very nodes of the step before", lambda saved: {*saved.values()} == {1}),
    (
        "11",
        "saves most nodes where trees are large, but not too large for the table",
        lambda saved: (
            is_largest_on(saved, "middle-medium") and saved["begin-medium"] > max(1, saved["begin-hard"])
        ),
    ),
    (
        "12",
        "changes next to nothing on the sets",
        lambda saved: all(
            0.97 < part < 1.03 and (part == 1 or name.startswith("begin")) for name, part in saved.items()
        ),
    ),
    (
        "13",
        "pulls in opposite directions",
        lambda saved: max(saved["middle-medium"], saved["end-easy"]) < 1 < saved["begin-medium"],
    ),
    (
        "14",
        "saves nodes where the table of step 13 is full",
        lambda saved: (
            saved["begin-hard"] > saved["begin-medium"] > 1.03
            and all(0.97 < saved[name] < 1.03 for name in {*saved} - {"begin-medium", "begin-hard"})
        ),
    ),
    ("15", "saves most nodes at the end", lambda saved: is_largest_on(saved, "end-easy")),
    ("15", "saves little on the medium sets", lambda saved: all(1 < saved[name] < 1.25 for name in MEDIUM)),
    (" ".join(course.SIDE_TRIPS), "is a side trip", lambda saved: max(saved.values()) < 1.25),
]


@pytest.mark.parametrize(
    ("number", "holds"),
    [
        pytest.param(number, holds, id=f"{number} {claim}")
        for numbers, claim, holds in CLAIMS
        for number in numbers.split()
    ],
)
def test_what_a_lesson_claims_of_nodes_is_so(number: str, holds: Callable[[dict[str, float]], bool]) -> None:
    assert holds(compare_nodes(number))


def test_steps_that_gain_nowhere_are_side_trips() -> None:
    records = [index_rows(read_benchmark(name)) for name in ("steps", "empty-5x5")]
    measured = [*product(records, NAMES, (NODES, PROCESSOR))]
    idle = {
        new
        for old, new in pairwise(course.numbers())
        if max(gain(rows, old, new, kind, figure) or 0 for rows, kind, figure in measured) < 1.05
    }
    assert idle - {"08"} <= {*course.SIDE_TRIPS}  # the sets are measured without the book of step 08


def test_steps_12_to_14_save_nodes_in_long_searches() -> None:
    assert all(compare_nodes("12", f"empty-{board}")["empty"] > 1.5 for board in ("5x5", "6x5"))
    assert all(compare_nodes(number)["begin-hard"] > 1 for number in ("13", "14"))


def test_lesson_15_has_a_rule_for_late_positions() -> None:
    for name in KINDS:
        followed = sum(make_position("15", line.moves).can_be_followed() for line in sets.load_set(name))
        assert (followed == 0) == name.startswith("begin")


def test_lesson_20_shows_what_columns_promise_and_bring() -> None:
    shown = re.findall(r'board\("(\d+)", (?:scores=)?"([^"]*)"', read_lesson("20"))
    (moves, promised), (_, scored) = shown
    position, module = make_position("20", moves), course.load("20").module.position
    promises: list[int] = []
    for column in range(WIDTH):
        cell = position.safe_moves() & module.COLUMN << column * (HEIGHT + 1)
        promises.append(position.after(cell).promise())
    assert promises == [int(number) for number in promised.split()]
    scores = [int(number) for number in scored.split()]
    assert dict(enumerate(scores)) == c4.analyze(moves)
    columns = [f"{column + 1}" for column in range(WIDTH) if scores[column] > 0]
    assert all(
        promises[int(column) - 1] > max(p for p, s in zip(promises, scores, strict=True) if s < 0)
        for column in columns
    )
    assert f"Columns {join_names(columns)} win." in read_lesson("20")
    assert not module.winning_squares(position.stones, position.mask)


def test_lesson_22_counts_the_rules_of_step_15() -> None:
    rules = [name for name in ("claimeven", "baseinverse") if f"**{name}**" in read_lesson("15")]
    assert f"Step 15 uses two of them, {' and '.join(rules)}," in read_lesson("22")


def test_lesson_22_says_when_one_thread_is_enough() -> None:
    table, rows = course.load("22").module.table, index_rows(read_benchmark("book"))
    for name in KINDS:
        one, two = (rows[solver, name][NODES] for solver in ("22", "22 x2"))
        is_late = all(len(line.moves) > table.LATE for line in sets.load_set(name))
        assert is_late == name.startswith(("end", "middle"))
        assert one == two or not is_late
    assert rows["22", "begin-easy"][NODES] < table.ALONE / 20  # so at most one in twenty gives up
