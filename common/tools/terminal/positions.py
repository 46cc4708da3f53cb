"""Positions and games that commands read, a line each or drawn, and answer one by one."""

import argparse
import json
import reprlib
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BufferedIOBase
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from c4.engine import Step, load_step, locate_book
from c4.notation import SEPARATORS, is_part_of_board, tidy
from common.errors import Error
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH
from common.tools.terminal.options import add_board_option, add_book_option
from common.tools.terminal.streams import print_if_slow, print_message, require_standard_input

if TYPE_CHECKING:
    from c4.wording import Explanation, Review

A = TypeVar("A", "Explanation", "Review")
UNTIDY = [character.encode() for character in {*SEPARATORS} - {"\n"}]
LONGEST = 16 * CELLS  # characters of a line that are read: a drawn board has blanks, too
BLOCK = 1 << 16  # bytes that are read at a time
END_KEYS = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"


def add_inputs(command: argparse.ArgumentParser, inputs: str) -> None:
    """Add the options of a command that answers positions or games."""
    add_board_option(command)
    command.add_argument("moves", nargs="*", help=f"{inputs} (default: the lines of standard input)")
    add_book_option(command)
    command.add_argument("--json", action="store_true", help="write one JSON object per line, for scripts")


def answer_inputs(
    options: argparse.Namespace,
    answer: Callable[[Step, str], A],
    describe: Callable[[A], list[str]],
    add_remarks: Callable[[str], list[str]] = lambda _: [],
) -> int:
    """Answer inputs from the command line or standard input, with boards and words or as JSON.

    Remarks about the moves of an input follow its answer. An error in one is reported on standard error, and
    the others are still answered; then return 1.
    """
    from common.tools.terminal.console import make_console  # here: c4 solve, which reads lines, need not wait
    from common.tools.terminal.drawing import print_in_colour

    book = {} if options.book is None else {"book": locate_book(options.book)}
    step, status = load_step().with_options(**book), 0
    if options.moves:
        inputs = [(reprlib.repr(text) if text else "the empty board", text) for text in options.moves]
    else:
        lines = chain.from_iterable(read_batches(open_standard_input()))
        inputs = ((f"line {number}", text) for number, text in join_rows(lines))
    for number, (name, text) in enumerate(inputs):
        try:
            step.reset()
            with print_if_slow(f"{name}: still thinking ..."):
                answered = answer(step, text)
                remarks = add_remarks(answered.moves)
        except Error as error:
            print_message(f"{name}: {error}")
            status = 1
            print(flush=True)
            continue
        if options.json:
            sentences = {"sentences": [*describe(answered), *remarks]}
            print(json.dumps(answered.to_json() | sentences), flush=True)
        else:
            print("\n" * bool(number), end="")
            print_in_colour(make_console(sys.stdout), "\n".join([f"{answered}", *remarks]))
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


def is_row(text: str) -> bool:
    """Return whether a tidy text can be a row of a board; a text of 1 and 2 can also be moves."""
    return len(text) == WIDTH and is_part_of_board(text)


def open_standard_input() -> BufferedIOBase:
    """Return standard input; if it is a terminal, first print what to type."""
    source = require_standard_input()
    if sys.stdin.isatty():
        print_message(
            f"Write the moves of a position, such as 4455, and press Enter; help says more, {END_KEYS} ends."
        )
    return source


def read_batches(file: BufferedIOBase) -> Iterator[list[str]]:
    """Yield tidy lines without their ends, in batches of all that can be read without waiting.

    Of a line longer than any position, only enough is read to refuse it, with … for the rest. A file may be
    in UTF-16, as Windows writes what a command prints, and then begins with a byte order mark.
    """
    begun, decoder = b"", None
    for number, block in enumerate(chain(iter(partial(file.read1, BLOCK), b""), [b""])):
        if number == 0 and block.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            decoder = getincrementaldecoder("utf-16")("replace")
        content = begun + (decoder.decode(block).encode(errors="replace") if decoder else block)
        lines, end, begun = content.rpartition(b"\n") if block else (content, content, b"")
        begun = begun[: 4 * (LONGEST + 1)]  # a character has at most four bytes
        if not end:
            continue
        lines = lines.replace(b"\r\n", b"\n").removesuffix(b"\r")
        texts = lines.decode(errors="replace").split("\n")
        if len(lines) > LONGEST:
            texts = [text if len(text) <= LONGEST else f"{text[:LONGEST]}…" for text in texts]
        if not lines.isascii() or any(character in lines for character in UNTIDY):
            texts = [tidy(text) for text in texts]
        yield texts
