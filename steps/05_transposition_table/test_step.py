"""Tests of step 05."""

from hypothesis import given
from hypothesis import strategies as st

from common.jit import zeros
from common.position import CELLS, mirror, parse, rows
from common.tools import course, sets
from common.tools.testing.contract import Contract, Moves, play_choices

step = course.load("05")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 50,
        "begin-easy": 50,
    }
    late = 22


Puts = st.lists(st.tuples(st.integers(0, 2**63 - 1), st.integers(1, 255)))


@given(Puts, st.integers(256, 300))
def test_table_never_returns_the_value_of_another_key(
    puts: list[tuple[int, int]], size: int
) -> None:
    table = step.module.table.Table(zeros(size), size)
    latest: dict[int, int] = {}
    for key, value in puts:
        table.put(key, value)
        latest[key] = value
        assert table.get(key) == value
    for key, value in latest.items():
        assert table.get(key) in (0, value)


@given(Moves, Moves, st.integers(0, CELLS - 1))
def test_key_tells_positions_apart(
    choices: list[int], others: list[int], length: int
) -> None:
    keys: dict[int, list[str]] = {}
    for moves in (
        play_choices(choices, length),
        play_choices(others, length),
        mirror(play_choices(choices, length)),
    ):
        key = parse(moves, step.Position.start()).key()
        assert keys.setdefault(key, rows(moves)) == rows(moves)


def test_a_full_table_changes_no_score() -> None:
    solver = step.module.Solver(size=257)
    for line in sets.load_set("middle-easy", 100):
        assert (
            solver.solve(parse(line.moves, step.Position.start()))
            == line.score
        )


def test_solved_positions_are_remembered() -> None:
    solver = step.solver()
    positions = [
        parse(line.moves, step.Position.start())
        for line in sets.load_set("middle-easy", 50)
    ]
    for position in positions:
        solver.solve(position)
    once = solver.nodes
    for position in positions:
        solver.solve(position)
    assert solver.nodes - once < once / 2
