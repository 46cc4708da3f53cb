"""Tests of the contract's part about modules: wrong bitboards, tables and books fail it."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from common.position import HEIGHT, WIDTH, parse
from common.tools import course, sets
from common.tools.testing import parts
from common.tools.testing.parts import PartsContract

BITS = WIDTH * (HEIGHT + 1)
LINE = sets.load_set("middle-easy", 2)[1]


class Skipped(Exception):
    """Say why a test of the contract is skipped: pytest would skip the one that holds it, too."""


def run_test(held: Any, test: str) -> None:
    """Run a test of the contract."""
    try:
        getattr(held, test)()
    except pytest.skip.Exception as skipped:
        raise Skipped(f"{skipped}") from None


def hold(test: str, parse_moves: Callable[[str], Any] = str, **modules: Any) -> None:
    """Run a test of the contract for a step of some modules."""
    step: Any = SimpleNamespace(number="99", module=SimpleNamespace(**modules))
    methods = {"parse_position": lambda _, moves: parse_moves(moves)}
    held: Any = type("Held", (PartsContract,), {"step": step} | methods)()
    run_test(held, test)


def test_each_wrong_bitboard_is_noticed() -> None:
    test = "test_bitboards_are_what_their_names_say"
    thinker = course.thinker().module.position
    names = ("BOARD", "BOTTOMS", "bottom", "top", "cells", "off_centre", "column_of", "count")
    right = {name: getattr(thinker, name) for name in names}
    hold(test, position=thinker)
    hold(test, position=SimpleNamespace(**right))
    hold(test, position=SimpleNamespace())
    for name, value in right.items():
        wrong = value + 1 if isinstance(value, int) else lambda cells, name=name: right[name](cells) + 1
        with pytest.raises(AssertionError):
            hold(test, position=SimpleNamespace(**right | {name: wrong}))
    highest = {"column_of": lambda cells: (cells.bit_length() - 1) // (HEIGHT + 1)}
    with pytest.raises(AssertionError):
        hold(test, position=SimpleNamespace(**right | highest))


def test_a_stone_in_another_cell_is_noticed() -> None:
    test, right = "test_a_stone_in_a_cell_is_one_in_its_column", course.thinker().Position
    module = SimpleNamespace(Position=right)
    hold(test, lambda moves: parse(moves, right.start()), position=module)
    wrong = type("Wrong", (right,), {"after": lambda position, move: right.after(position, move << 1)})
    with pytest.raises(AssertionError):
        hold(test, lambda moves: wrong(*parse(moves, right.start())), position=module)
    with pytest.raises(Skipped, match="N/A: step 99 plays in columns only"):
        hold(test, position=course.load("17").module.position)


def test_a_function_is_called_as_it_was_before_it_was_compiled() -> None:
    compiled = SimpleNamespace(py_func=abs)
    assert parts.find_plain_function(SimpleNamespace(distance=compiled), "distance") is abs
    assert parts.find_plain_function(SimpleNamespace(distance=abs), "distance") is abs


def refuse_size(size: int) -> None:
    raise ValueError(f"a table of {size} entries is too small")


def test_a_table_that_takes_any_size_is_noticed() -> None:
    test = "test_a_table_too_small_to_tell_keys_apart_is_refused"
    hold(test, solver=SimpleNamespace())
    hold(test, solver=SimpleNamespace(Table=object), Solver=refuse_size)
    with pytest.raises(pytest.fail.Exception):
        hold(test, solver=SimpleNamespace(Table=object), Solver=lambda size: size)


FULL = {"MIN_ENTRIES": 256, "ENTRIES": 257, "AGE": 1 << BITS - 8, "AGES": 1 << 63 - BITS}
IN_HALVES = FULL | {"KEY_BITS": BITS + 6, "NEAR_AGES": 1 << 57 - BITS, "PLACES": 2, "NEAR_ENTRIES": 1 << 12}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        *((FULL, {"ENTRIES": count}) for count in (256, 9, 251 * 251, 35, 2 * 131)),
        *((FULL, {name: 9}) for name in ("PLACES", "NEAR_ENTRIES")),
        *((IN_HALVES, {name: 9}) for name in ("PLACES", "ENTRIES")),
        *((FULL, {"AGE": (1 << BITS - 8) + difference}) for difference in (-1, 1)),
        *((FULL, {"AGES": (1 << 63 - BITS) + difference}) for difference in (-1, 1)),
        *((FULL, {"NEAR_ENTRIES": prime}) for prime in (251,)),
        *((IN_HALVES, {"NEAR_AGES": 1 << bits - BITS}) for bits in (56, 58, 63)),
    ],
)
def test_an_entry_without_room_is_noticed(right: dict[str, int], wrong: dict[str, int]) -> None:
    test = "test_an_entry_of_a_table_has_room_for_its_age_key_and_value"
    hold(test, table=SimpleNamespace(**right))
    with pytest.raises(AssertionError):
        hold(test, table=SimpleNamespace(**right | wrong))


class TinySolver:
    """A solver that remembers a position: it takes 5 nodes, or 1."""

    def __init__(self, size: int) -> None:
        assert size == Table.MIN_ENTRIES
        self._entries = [0, 0, 0]  # the age at which it was remembered, plus 1, nothing, and the age
        self.nodes = 0

    def solve(self, _: str) -> int:
        entry = self._entries[-1] + 1
        self.nodes += 1 if self._entries[0] == entry else 5
        self._entries[0] = entry
        return LINE.score

    def reset(self) -> None:
        self.nodes = 0
        self._entries[-1] += Table.AGE
        if self._entries[-1] == Table.AGE * Table.AGES:
            self.clear()

    def clear(self) -> None:
        self._entries[:] = [0, 0, 0]


class Table:
    """What the tiny solver's module `table` says."""

    MIN_ENTRIES, AGE, AGES = 256, 10, 8


class NeverRemembers(TinySolver):
    """Nothing depends on its table."""

    def solve(self, _: str) -> int:
        self.nodes += 5
        return LINE.score


class NeverForgets(TinySolver):
    """Its reset goes on with the same age."""

    def reset(self) -> None:
        self.nodes = 0


class CountsOn(TinySolver):
    """Its reset keeps the nodes."""

    def reset(self) -> None:
        nodes = self.nodes
        super().reset()
        self.nodes = nodes


class NeverBeginsAnew(TinySolver):
    """Its age grows without an end."""

    def clear(self) -> None:
        self._entries[0] = 0


class KeepsTheFirstAge(TinySolver):
    """It takes what it remembered at the first age for new once all ages are used up."""

    def clear(self) -> None:
        self._entries[-1] = 0


class WrongOnceReset(TinySolver):
    """Its scores are wrong at other ages than the first."""

    def solve(self, _: str) -> int:
        return super().solve(_) + (self._entries[-1] > 0)


class KeepsTheNearPart(TinySolver):
    """It has room for two ages, and takes what it remembered two ages ago for new."""

    def solve(self, _: str) -> int:
        age = self._entries[-1]
        self._entries[-1] = age % (2 * Table.AGE)
        score = super().solve(_)
        self._entries[-1] = age
        return score


class BeginsTheNearPartAnew(KeepsTheNearPart):
    """It has room for two ages, and forgets what it remembered when they are used up."""

    def reset(self) -> None:
        super().reset()
        if self._entries[-1] % (2 * Table.AGE) == 0:
            self._entries[0] = 0


class TableInParts(Table):
    """What the module says where a part has room for fewer ages."""

    NEAR_AGES = 2


def test_a_near_part_that_remembers_too_much_is_noticed() -> None:
    test = "test_a_table_is_as_good_as_new_after_each_reset"
    hold(test, table=TableInParts, Solver=BeginsTheNearPartAnew)
    with pytest.raises(AssertionError):
        hold(test, table=TableInParts, Solver=KeepsTheNearPart)


@pytest.mark.parametrize(
    ("table", "age"), [(Table, 1), (Table, 2), (Table, 7), (Table, 0), (TableInParts, 4)]
)
def test_a_table_that_remembers_something_at_one_age_is_noticed(table: type[Table], age: int) -> None:
    right: Any = BeginsTheNearPartAnew if table is TableInParts else TinySolver

    class Remembers(right):
        """It takes fewer nodes at that age, to which it has come by a reset."""

        def reset(self) -> None:
            super().reset()
            self.came_to = self._entries[-1]

        def solve(self, _: str) -> int:
            has_come = self.nodes == 0 and getattr(self, "came_to", None) == age * Table.AGE
            score = super().solve(_)
            self.nodes -= has_come
            return score

    test = "test_a_table_is_as_good_as_new_after_each_reset"
    hold(test, table=table, Solver=right)
    with pytest.raises(AssertionError):
        hold(test, table=table, Solver=Remembers)


def test_a_table_that_remembers_too_much_is_noticed() -> None:
    test = "test_a_table_is_as_good_as_new_after_each_reset"
    hold(test, table=Table, Solver=TinySolver)
    for wrong in (
        *(NeverRemembers, NeverForgets, CountsOn),
        *(NeverBeginsAnew, KeepsTheFirstAge, WrongOnceReset),
    ):
        with pytest.raises(AssertionError):
            hold(test, table=Table, Solver=wrong)


@pytest.mark.parametrize(
    "test", [name for name in dir(PartsContract) if "_of_a_table_" in name or "_is_as_good_" in name]
)
def test_a_step_without_a_table_has_none_to_be_wrong(test: str) -> None:
    with pytest.raises(Skipped, match="N/A: step 99 has no table"):
        hold(test)


def test_another_book_than_that_of_step_08_is_noticed(tmp_path: Path) -> None:
    step = course.load("08")
    source = (step.folder / "book.py").read_text(encoding="utf-8")

    def hold_book(source: str, parse: Callable[[str], Any], *, has_book: bool = True) -> None:
        (tmp_path / "book.py").write_text(source, encoding="utf-8")
        of_step: Any = SimpleNamespace(number="99", folder=tmp_path, knows=lambda _: has_book)
        held: Any = type(
            "Held", (PartsContract,), {"step": of_step, "parse_position": lambda _, moves: parse(moves)}
        )()
        run_test(held, "test_a_book_is_read_by_the_code_that_step_08_tests")

    right = parts.build_step_program("08")
    hold_book(source, right.play_moves)
    with pytest.raises(AssertionError):
        hold_book(source + "\n", right.play_moves)
    with pytest.raises(AssertionError):
        hold_book(source, lambda moves: right.play_moves(moves[:-1]))
    with pytest.raises(Skipped, match="N/A: step 99 has no book"):
        hold_book(source, right.play_moves, has_book=False)
