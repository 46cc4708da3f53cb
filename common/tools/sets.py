"""The test sets: positions grouped by moves played and moves left, each with its score."""

import re
import reprlib
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from common.errors import Error
from common.position import HEIGHT, WIDTH, InvalidPosition, parse
from common.tools.files import ROOT

BOARD = "7x6"
FOLDER = ROOT / "test-data"


class Line(NamedTuple):
    """A position as a move string, and its score."""

    moves: str
    score: int


@dataclass(frozen=True)
class Kind:
    """The kind of a test set: ranges of the moves played, and of the moves left under perfect play."""

    played: range
    left: range


KINDS = {
    "end-easy": Kind(range(29, 42), range(14)),
    "middle-easy": Kind(range(15, 29), range(14)),
    "middle-medium": Kind(range(15, 29), range(14, 28)),
    "begin-easy": Kind(range(1, 15), range(14)),
    "begin-medium": Kind(range(1, 15), range(14, 28)),
    "begin-hard": Kind(range(1, 15), range(28, 42)),
}
"""The six sets that every step is measured on."""
VALIDATION = "validation"
MADE = KINDS | {VALIDATION: Kind(range(6, 13), range(42))}
"""The sets that `common.tools.make.testset` makes, with one of random positions on which nothing is tuned."""
EMPTY = "empty"
PUBLISHED = {
    4: (0, 0, -1, 0, -1, -1, -1, -1, -1),
    5: (0, 0, 0, 0, 1, 3, 2),
    6: (0, 0, -1, 1, -1, -2),
    7: (0, 0, 1, 0),
    8: (0, 0, -1, 1),
    9: (0, 0, 1),
    10: (0, 0),
    11: (0, 0),
    12: (0,),
    13: (0,),
}
"""For each height, the scores of the empty boards 4 wide, 5 wide and so on, from Steininger's table."""
NAMES = [*MADE, EMPTY]


def add_sets_option(command: ArgumentParser) -> None:
    """Add the option that chooses test sets: None for those that every step is measured on."""
    from common.tools.terminal.options import make_type  # a page has no command line

    command.add_argument(
        "--sets",
        type=make_type(parse_set_names),
        metavar="NAMES",
        help=f"comma-separated, of {', '.join(NAMES)} (default: the first {len(KINDS)})",
    )


def parse_set_names(text: str) -> list[str]:
    """Return the names of test sets in a list such as "end-easy,begin-hard"; raise Error for others."""
    names = text.split(",")
    for name in names:
        check_set_name(name)
    return names


def check_set_name(name: str) -> None:
    """Raise Error if there is no test set of a name."""
    if name not in NAMES:
        raise Error(f"there is no test set {name!r}; the sets are {', '.join(NAMES)}")


def load_set(name: str, positions: int | None = None) -> list[Line]:
    """Return the first positions of a test set, or all if no number is given.

    The lines are in random order: the first ones are a fair sample. The set "empty" is the empty board, of
    any size whose score is published. Raise Error if there is no such set, or none for this board.
    """
    check_set_name(name)
    board = f"{WIDTH}x{HEIGHT}"
    scores = dict(enumerate(PUBLISHED.get(HEIGHT, ()), 4))
    if name == EMPTY and WIDTH in scores:
        return [Line("", scores[WIDTH])]
    if board != BOARD:
        raise Error(f"the test sets are for the {BOARD} board, and this is {board}")
    path = FOLDER / name
    if not path.exists():
        raise Error(f"{path} is missing: take it from the repository, or run common.tools.make.testset")
    return list(read_lines(path).values())[:positions]


def load_file(path: Path) -> dict[int, Line]:
    """Return the positions of a file of one's own by the number of their line.

    Raise Error if there are none, or if a line is not a position, in which a player is to move, and a
    score.
    """
    from common.tools import course  # a page has no steps

    lines = read_lines(path)
    if not lines:
        raise Error(f"{path} has no lines; write one position per line, with its score: 4455 18")
    for number, line in lines.items():
        try:
            parse(line.moves, course.make_quick_board())
        except InvalidPosition as error:
            raise Error(f"{path}, line {number}: {error}") from None
    return lines


def read_lines(path: Path) -> dict[int, Line]:
    """Return the lines of a file that are not blank, by their numbers, as positions and scores."""
    try:
        text = path.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise Error(f"{path}: {error.strerror}") from None
    lines: dict[int, Line] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if match := re.fullmatch(r"\s*(\w+)\s+(-?[0-9]{1,9})\s*", line, re.ASCII):
            lines[number] = Line(match[1], int(match[2]))
        elif line.strip():
            shown = reprlib.repr(line.strip())
            raise Error(f"{path}, line {number}: {shown} is not a position and a score, such as 4455 18")
    return lines
