"""Questions about one bound in place of two, what moves promise, and a history of good moves."""

import inspect
from collections.abc import Iterator, Sequence
from functools import partial
from operator import le

from c4.engine import Step
from common.jit import zeros
from common.position import COLUMN_NAMES
from common.tools.claims import Claim, play_moves
from common.tools.learn.checks.positions import (
    find_playable,
    find_winning_squares,
    list_late_positions,
    list_quiet_positions,
)
from common.tools.learn.checks.program import ask_as_ours, load_ours, load_part, run_search
from common.tools.learn.curriculum.stages import Lines
from common.tools.sets import Line

LEAST = (-2, 0, 1, 3)  # scores that are asked for
SECOND = "22754314167126311323317747226", "633463136616625134314247441"
"""Of two columns whose cells could be exchanged, only the second is enough: rare by chance."""
EARLY = 20  # stones; with fewer, moves are asked what they promise
FEW = 3  # lines, on the way to which lines and promises are asked about, and positions to search
TIMES = (1, 2, 3000)  # that a move cuts off in one place
ROWS = ((3,), (3, 2, 4), (0, 3, 6, 2), (2, 4, 3, 5, 1))
"""Moves in the order in which they were tried; the last one cut off."""
MOST = 16 << 8  # in a history


def ask_one_bound(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask whether negamax is still given a window."""

    def list_bounds() -> str:
        negamax = load_part(program, "solver", "negamax")
        names = inspect.signature(negamax).parameters
        return " and ".join(name for name in ("alpha", "beta") if name in names)

    yield Claim("", "which bounds negamax takes", list_bounds, "beta")


def ask_following_scores(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the follower's scores in positions leading up to lines, each with several values of `least`."""
    name, ours = "score_by_following", load_ours("19")
    for moves in (*SECOND, *list_late_positions(lines)):
        squares = find_winning_squares(moves, of_mover=False)
        for least in LEAST:
            words = f"(threats, {least}), given the opponent's winning squares, marked *"
            yield ask_as_ours(program, moves, name, words, squares, least, marks=squares, ours=ours)


def ask_open_lines(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the weight of a few stones alone, and of both players' lines in some positions."""
    ours = load_ours("20")
    for moves in ("1", "12", "123", "1122", "11223", "172635", *list_games(lines)):
        stones, mask, _ = play_moves(ours, moves)
        for whose, mine in (("the mover", stones), ("the opponent", stones ^ mask)):
            words = f"(stones, others) of {whose}'s stones"
            yield ask_as_ours(program, moves, "weigh_lines", words, mine, mask ^ mine, marks=0, ours=ours)


def list_games(lines: Sequence[Line]) -> list[str]:
    """Return the positions with few stones, leading up to some lines, in which no move wins at once."""
    return [moves for moves in list_quiet_positions(lines[:FEW]) if 0 < len(moves) < EARLY]


def ask_promises(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the promise of the player who has just moved."""
    for moves in list_games(lines):
        words = "(), that of the player who has just moved"
        yield ask_as_ours(program, moves, "promise", words, marks=0, ours=load_ours("20"))


def ask_cells(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the numbers of the cells that can be played in, for both players."""
    ours = load_ours("21")
    for moves in ("", "4", *list_games(lines)):
        for column, name in enumerate(COLUMN_NAMES):
            if move := find_playable(moves) & ours.module.position.cells(column):
                words = f"({column}), of the next stone in column {name}, marked *"
                yield ask_as_ours(program, moves, "cell", words, column, marks=move, ours=ours)


def ask_cutoffs(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask what the history holds after cutoffs, with an even and with an odd number of stones."""

    def read_history(of: Step, moves: str, row: Sequence[int], times: int) -> tuple[int, ...]:
        start, bits = load_part(of, "solver", "HISTORY"), load_part(of, "position", "BITS")
        array, position = zeros(start + 2 * bits), play_moves(of, moves)
        for at, column in enumerate(row):
            array[at] = column
        for _ in range(times):
            load_part(of, "solver", "remember_cutoff")(position, array, 0, len(row) - 1)
        return tuple(int(array[start + cell]) for cell in range(2 * bits) if array[start + cell])

    for moves in ("", "4"):
        for row in ROWS:
            for times in TIMES:
                said = ", ".join(COLUMN_NAMES[column] for column in row)
                asked = f"numbers not 0 in the history after remember_cutoff, {times} times; tried: {said}"
                ask = partial(read_history, program, moves, row, times)
                yield Claim(moves, asked, ask, read_history(load_ours("21"), moves, row, times))


def ask_history(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether the history has room, and whether what it holds before a search changes its nodes."""

    def measure_room() -> int:
        return len(program.memory["scratch"]) - load_part(program, "solver", "HISTORY")

    room = 2 * load_ours("21").module.position.BITS
    asked = "the length, from HISTORY on, of the array scratch that Solver makes"
    yield Claim("", asked, measure_room, f"{room} or more", partial(le, room))

    def count_with_history(moves: str, most: int) -> int:
        start, bits = load_part(program, "solver", "HISTORY"), load_part(program, "position", "BITS")
        array = zeros(start + 2 * bits)
        for cell in range(2 * bits):
            array[start + cell] = most * (cell * cell % 11)
        return int(run_search(program, moves, {"scratch": array}, low=-1, high=1)[1]["nodes"][0])

    asked = "nodes of a search whose history is full at the start, and of one whose history is all 0"
    for moves in (line.moves for line in lines[-FEW:]):

        def ask(moves: str = moves) -> tuple[int, int]:
            return count_with_history(moves, MOST), count_with_history(moves, 0)

        yield Claim(moves, asked, ask, "the same number twice", lambda nodes: nodes[0] == nodes[1])
