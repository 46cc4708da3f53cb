"""The part of the contract that is about the modules of a step: their bitboards, tables and books."""

import inspect
from collections.abc import Callable
from functools import lru_cache
from math import isqrt
from typing import Any, ClassVar

import pytest

from common.book_file import FOLDER
from common.position import CELLS, HEIGHT, WIDTH, children, mirror, parse
from common.tools import course, sets
from common.tools.course import Step


@lru_cache(4)  # of a step and the one before, each with a book and without
def prepare_step(number: str, use_book: bool = True) -> Step:
    """Return a step with one solver for all tests: allocating its table again takes longer than they do."""
    step = course.load(number).with_options(use_book=use_book)
    step.prepare()
    return step


def find_plain_function(module: Any, name: str) -> Callable[..., int]:
    """Return a function uncompiled: compiling takes longer than a few calls."""
    function = getattr(module, name)
    return inspect.unwrap(function)


class ModulesContract:
    """The tests of a step's modules."""

    step: ClassVar[Step]

    @property
    def program(self) -> Step:
        """Return the step as a program for questions."""
        return prepare_step(self.step.number)

    def parse_position(self, moves: str) -> Any:
        """Return a position of this step."""
        return self.program.parse(moves)

    def test_bitboards_are_what_their_names_say(self) -> None:
        """Compare cells and columns, bit by bit, with those of a board that is written out."""
        module = self.step.module.position
        board = [[1 << column * (HEIGHT + 1) + row for row in range(HEIGHT)] for column in range(WIDTH)]
        constants = {"BOARD": sum(map(sum, board)), "BOTTOMS": sum(cells[0] for cells in board)}
        constants |= {"BITS": WIDTH * (HEIGHT + 1), "COLUMN": 4 * board[0][-1] - 1}
        constants["FOLLOWED"] = sum(sum(cells[::-2]) for cells in board)
        for name, value in constants.items():
            assert getattr(module, name, value) == value, name
        for column, cells in enumerate(board):
            values = {"bottom": cells[0], "top": cells[-1], "cells": sum(cells)}
            values["off_centre"] = abs(column - (WIDTH - 1 - column))
            for name, value in values.items():
                assert not hasattr(module, name) or find_plain_function(module, name)(column) == value, name
            for lowest in cells if hasattr(module, "column_of") else ():
                for others in (0, constants["BOARD"] & -lowest):
                    assert find_plain_function(module, "column_of")(lowest | others) == column
            assert not hasattr(module, "count") or find_plain_function(module, "count")(sum(cells)) == HEIGHT

    @pytest.mark.about("position.py", "def after(")
    def test_a_cells_stone_is_one_in_its_column(self) -> None:
        """Compare `after` with `play`."""
        for line in sets.load_set("begin-easy", 20):
            position = self.parse_position(line.moves)
            for _, child in children(position):
                assert position.after(child.mask ^ position.mask) == child, line.moves

    @pytest.mark.about("position.py", "def symmetric_key(")
    def test_only_in_the_opening_do_mirror_images_share_a_key(self) -> None:
        """Compare a position's key with those of both images, or with its own."""
        for line in [*sets.load_set("begin-easy", 20), *sets.load_set("middle-easy", 20)]:
            position, image = map(self.parse_position, (line.moves, mirror(line.moves)))
            is_opening = position.moves < self.step.module.position.SYMMETRIC
            keys = position.key(), image.key() if is_opening else position.key()
            assert position.symmetric_key() == min(keys), line.moves

    @pytest.mark.about("table.py")
    def test_a_table_too_small_for_keys_is_refused(self) -> None:
        """Ask for a table of a single entry."""
        with pytest.raises(ValueError, match="a table of 1 entries"):
            self.step.solver(size=1)

    @pytest.mark.about("table.py")
    def test_an_entry_has_room_for_all_its_parts(self) -> None:
        """Compute the largest possible entry: it must fit in 64 bits, and belong to no other key."""
        table, least = self.step.module.table, self.step.find_least_entries()
        for name in ("ENTRIES", "NEAR_ENTRIES", "PLACES"):  # so that a slot depends on all bits of a key
            count: int = getattr(table, name, 2)
            assert all(count % divisor for divisor in range(2, isqrt(count) + 1)), name
        key_limit = 1 << WIDTH * (HEIGHT + 1)
        if not hasattr(table, "AGES"):
            assert (key_limit - 1) // least << 16 < 1 << 63
            return
        for size in (least, getattr(table, "NEAR_ENTRIES", least)):
            assert (key_limit - 1) // size < table.AGE
        assert table.AGE * table.AGES << 16 <= 1 << 63
        assert table.AGES >> 63 - WIDTH * (HEIGHT + 1) == 1

    @pytest.mark.about("solver.py", "HISTORY")
    def test_each_part_of_a_scratch_array_ends_where_the_next_begins(self) -> None:
        """Add up the lengths of the parts."""
        solver, table = self.step.module.solver, self.step.module.table
        lengths = {"HISTORY": 2 * WIDTH * (HEIGHT + 1), "PATH": CELLS, "BACK": 1, "LIMIT": 1, "ASKED": 1}
        lengths["SLOTS"] = table.NEAR_ENTRIES + 1
        first = 2 * WIDTH * CELLS
        for name, length in [*lengths.items(), ("SCRATCH", 0)]:
            assert getattr(table, name, getattr(solver, name, first)) == first, name
            first += length

    @pytest.mark.about("table.py")
    def test_a_table_is_new_after_each_reset(self) -> None:
        """Reset a step's table; if it has ages, through the first ones and past the last."""
        module = self.step.module.table
        line = sets.load_set("middle-easy", 2)[1]
        solver = self.step.with_options(size=65_537)
        table = solver.memory["table"]
        solver.solve(self.parse_position(line.moves))
        once = solver.nodes
        solver.solve(self.parse_position(line.moves))
        assert solver.nodes != 2 * once, "the nodes of this position do not depend on the table"
        ages = getattr(module, "AGES", 1)
        # After the last age comes age 0, of which something is remembered.
        for age in (0, 1, ages - 2, ages - 1, ages - 1):
            if ages > 1:
                getattr(table, "scratch", table.entries)[-1] = age * module.AGE
            solver.reset()
            assert ages == 1 or table.age() == (age + 1) % ages * module.AGE
            assert solver.solve(self.parse_position(line.moves)) == line.score
            assert solver.nodes == once

    @pytest.mark.about("book.py")
    def test_books_are_read_by_the_code_of_08(self) -> None:
        """Compare the module and the keys with those of step 08, the only step to test how books are read."""
        first = course.load("08")
        text = (first.folder / "book.py").read_text(encoding="utf-8")
        assert (self.step.folder / "book.py").read_text(encoding="utf-8") == text
        for line in sets.load_set("begin-easy", 50):
            key = first.module.book.ternary_key(parse(line.moves, first.Position.start()))
            assert self.step.module.book.ternary_key(self.parse_position(line.moves)) == key, line.moves

    @pytest.mark.about("book.py")
    def test_a_position_with_the_books_stones_is_looked_up(self) -> None:
        """Ask a solver that has not read its book, and one without a book."""
        nodes: list[int] = []
        for use_book in (True, False):
            solver = self.step.solver(use_book=use_book, book=FOLDER / "7x6-8.book", size=65_537)
            assert solver.solve(self.parse_position("51574171")) == 11
            nodes.append(solver.nodes)
        assert nodes[0] < nodes[1]
