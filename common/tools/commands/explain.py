"""`c4 explain`: why a position is won, lost or drawn."""

import argparse
import json
import reprlib
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from common.errors import UserError
from common.position import COLUMN_NAMES, HEIGHT, WIDTH, mirror, rows
from common.tools import course
from common.tools.commands.solve import open_standard_input, read_batches
from common.tools.files import CORE
from common.tools.play.explaining.explanation import Explanation, explain_position
from common.tools.play.explaining.wording import describe_explanation
from common.tools.solve.notation import is_row, read_position
from common.tools.terminal.console import make_console
from common.tools.terminal.drawing import draw_marked_board, draw_scores
from common.tools.terminal.options import add_board_option, add_book_option
from common.tools.terminal.streams import print_if_slow, print_message


def add(command: argparse.ArgumentParser, inputs: str = "positions") -> None:
    """Add the options of `c4 explain`, or of another command that answers moves."""
    add_board_option(command)
    command.add_argument("moves", nargs="*", help=f"{inputs} (default: the lines of standard input)")
    add_book_option(command)
    command.add_argument("--json", action="store_true", help="write an object a line, for scripts")


def run(options: argparse.Namespace) -> int:
    """Explain each position; return 1 if one is none."""

    def describe(explanation: Explanation) -> list[str]:
        return [*describe_explanation(explanation), *describe_card(explanation.moves)]

    return answer_inputs(options, read_position, explain_position, draw_explanation, describe)


def answer_inputs(
    options: argparse.Namespace,
    read: Callable[[str], str],
    answer: Callable[..., Any],
    draw: Callable[[Any], None],
    describe: Callable[[Any], list[str]],
) -> int:
    """Answer the inputs of a command line or of standard input, drawn and in words or as JSON.

    What is wrong with one is said on standard error, and the others are still answered; then return 1.
    """
    solver, status = course.thinker().solver(book=options.book), 0
    for number, (name, text) in enumerate(name_inputs(options.moves)):
        try:
            solver.reset()
            with print_if_slow(f"{name}: still thinking ..."):
                answered = answer(read(text), solver)
        except UserError as error:
            print_message(f"{name}: {error}")
            status = 1
            print(flush=True)
            continue
        if options.json:
            print(json.dumps(answered.to_json() | {"sentences": describe(answered)}), flush=True)
        else:
            print("\n" * bool(number), end="")
            draw(answered)
            print_sentences(describe(answered))
    return status


def name_inputs(arguments: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the inputs with what to call each in a message."""
    if arguments:
        yield from ((reprlib.repr(text) if text else "the empty board", text) for text in arguments)
    else:
        lines = chain.from_iterable(read_batches(open_standard_input()))
        yield from ((f"line {number}", text) for number, text in join_rows(lines))


def join_rows(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield lines with their numbers, and boards drawn in several lines with that of the first.

    If the names of the columns stand below a board, nothing is read until the next.
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


def describe_card(moves: str) -> list[str]:
    """Return a sentence about the card of a position or of its mirror image, none if it has none."""
    path = CORE / "data" / f"{WIDTH}x{HEIGHT}.cards"
    for line in path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else []:
        game, column = line.split()[:2]
        for played, name in ((moves, column), (mirror(moves), mirror(column))):
            if len(game.strip("-")) == len(moves) and rows(game.strip("-")) == rows(played):
                return [f"It is on a card of the whole game: play column {name} (c4 cards)."]
    return []


def draw_explanation(explanation: Explanation) -> None:
    """Print the board with the winning squares of both players, and the scores."""
    draw_marked_board(explanation.moves, explanation.squares)
    draw_scores(explanation.scores)
    print()


def print_sentences(sentences: list[str]) -> None:
    """Print sentences, broken between words on a terminal."""
    for sentence in sentences:
        make_console(sys.stdout).print(sentence, markup=False)
