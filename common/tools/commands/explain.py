"""`c4 explain`: why a position is won, lost or drawn."""

import argparse
import json
import reprlib
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from c4.engine import locate_book
from c4.model import Explanation, Review
from c4.notation import is_row
from c4.solver import Solver
from c4.text import describe_explanation
from common import CORE
from common.errors import UserError
from common.position import COLUMN_NAMES, HEIGHT, WIDTH, mirror, rows
from common.tools.commands.solve import open_standard_input, read_batches
from common.tools.terminal.console import make_console
from common.tools.terminal.drawing import print_in_colour
from common.tools.terminal.options import add_board_option, add_book_option
from common.tools.terminal.streams import print_if_slow, print_message

A = TypeVar("A", Explanation, Review)


def add(command: argparse.ArgumentParser, inputs: str = "positions") -> None:
    """Add the options of `c4 explain`, or of another command that answers moves."""
    add_board_option(command)
    command.add_argument("moves", nargs="*", help=f"{inputs} (default: the lines of standard input)")
    add_book_option(command)
    command.add_argument("--json", action="store_true", help="write one JSON object per line, for scripts")


def run(options: argparse.Namespace) -> int:
    """Explain each position; return 1 if an input is not a position."""

    def explain(solver: Solver, text: str) -> Explanation:
        explanation = solver.explain(text)
        return replace(explanation, text="\n".join([explanation.text, *describe_card(explanation.moves)]))

    def describe(explanation: Explanation) -> list[str]:
        return [*describe_explanation(explanation), *describe_card(explanation.moves)]

    return answer_inputs(options, explain, describe)


def describe_card(moves: str) -> list[str]:
    """Return a sentence about the card of a position or of its mirror image, or none if there is no card."""
    path = CORE / "data" / f"{WIDTH}x{HEIGHT}.cards"
    for line in path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else []:
        game, column = line.split()[:2]
        for played, name in ((moves, column), (mirror(moves), mirror(column))):
            if len(game.strip("-")) == len(moves) and rows(game.strip("-")) == rows(played):
                return [
                    f"The cards for the whole game have one for this position: play column {name} (c4 cards)."
                ]
    return []


def answer_inputs(
    options: argparse.Namespace, answer: Callable[[Solver, str], A], describe: Callable[[A], list[str]]
) -> int:
    """Answer inputs from the command line or standard input, with boards and words or as JSON.

    An error in one is reported on standard error, and the others are still answered; then return 1.
    """
    solver, status = Solver(book="12" if options.book is None else locate_book(options.book)), 0
    if options.moves:
        inputs = [(reprlib.repr(text) if text else "the empty board", text) for text in options.moves]
    else:
        lines = chain.from_iterable(read_batches(open_standard_input()))
        inputs = ((f"line {number}", text) for number, text in join_rows(lines))
    for number, (name, text) in enumerate(inputs):
        try:
            solver.reset()
            with print_if_slow(f"{name}: still thinking ..."):
                answered = answer(solver, text)
        except UserError as error:
            print_message(f"{name}: {error}")
            status = 1
            print(flush=True)
            continue
        if options.json:
            print(json.dumps(answered.to_json() | {"sentences": describe(answered)}), flush=True)
        else:
            print("\n" * bool(number), end="")
            print_in_colour(make_console(sys.stdout), f"{answered}")
    return status


def join_rows(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield lines with their numbers; a board over several lines has the number of the first.

    If the names of the columns are below a board, lines are skipped until the next board.
    """
    board, is_below, last, number = list[str](), False, 0, 0
    for number, line in enumerate(lines, 1):
        if is_row(line) and (board or not set(line) <= set(COLUMN_NAMES)):
            board.append(line)
            is_below = False
        elif board:
            yield from enumerate([*board, line], number - len(board))
            board = []
        elif line == COLUMN_NAMES and last == number - 1 > 0:
            is_below = True
        elif not is_below:
            yield number, line
        if len(board) == HEIGHT:
            yield number - HEIGHT + 1, "".join(board)
            board, last = [], number
    yield from enumerate(board, number - len(board) + 1)
