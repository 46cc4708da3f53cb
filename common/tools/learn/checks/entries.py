"""Questions about what a search asks its table and tells it: where, by which key, and which bounds."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import gt, le, lt
from typing import Any

from common.position import CELLS, COLUMN_NAMES
from common.score import MAX_SCORE, remaining, win_score
from common.tools.claims import Program, Question
from common.tools.learn.checks.bits import list_safe_cells
from common.tools.learn.checks.program import TOKEN, ask_function, load_part, run_search
from common.tools.sets import Line

FEW = 3  # positions, the earliest, whose children are put into the table
OFFSET = MAX_SCORE + 1  # of a score in a table
LOWEST = 1  # in a table: with the offset, -MAX_SCORE as an upper bound
SOON = 6  # stones left, with which windows may be closed by what is known without a search
EARLY = 13  # with more empty cells, a position asks the table for its children
LATE = 9  # with this many or fewer, it is no longer in the table itself

# The briefs that ask for a cut, and in which words.
SAFE = '07c asks: "raise alpha to -win_score(position.moves + 3), and return alpha if that closes the window"'
REPLIED = '10 asks: "lower beta to win_score(position.moves + 4), and return it if that closes the window"'
AT_LEAST = '12 asks: "Then alpha rises to lowest once more, and lowest comes back if it reaches beta"'
AT_MOST = '02 asks: "lower beta to that, and return beta if that closes the window"'


def pack_bounds(lowest: int, highest: int) -> int:
    """Return the value of a table that says from where to where a score lies."""
    return lowest + OFFSET << 8 | highest + OFFSET


def unpack_bounds(value: int) -> dict[str, int]:
    """Return the bounds that a value of a table holds."""
    return {"lower": (value >> 8) - OFFSET, "upper": (value & 255) - OFFSET}


HIGHEST = pack_bounds(MAX_SCORE, MAX_SCORE)
UNBOUNDED = pack_bounds(-MAX_SCORE, MAX_SCORE)


def is_forced(moves: str) -> bool:
    """Tell whether a single move is safe."""
    return len(list_safe_cells(moves)) == 1


def is_late(moves: str) -> bool:
    """Tell whether few cells are empty, and more than one move is safe."""
    return len(moves) >= CELLS - LATE and len(list_safe_cells(moves)) > 1


def make_ask_left_alone(
    is_left: Callable[[str], bool],
) -> Callable[[Program, Sequence[Line]], Iterator[Question]]:
    """Return questions whether the table is left alone where that is asked for."""

    def ask_left_alone(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
        asked = f"search of this position, with a table that has a score of {-MAX_SCORE} for it"
        asked_after = "what the table has for this position after the search of it"
        for moves, score in (line for line in lines if is_left(line.moves)):
            yield Question(moves, asked, partial(search_with_entry, program, moves, LOWEST), score)
            yield Question(moves, asked_after, partial(search_and_read_entry, program, moves), 0)

    return ask_left_alone


ask_late = make_ask_left_alone(is_late)
ask_single = make_ask_left_alone(is_forced)


def ask_forced(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether the table is left alone where a single move is safe, and asked where there are more."""
    yield from ask_single(program, lines)
    asked = f"search of this position, which has a choice, with a table that has {-MAX_SCORE} for it"
    for moves, score in (line for line in lines if len(list_safe_cells(line.moves)) > 1):
        right = f"less than {score}, the score: the table is asked"
        yield Question(
            moves, asked, partial(search_with_entry, program, moves, LOWEST), right, partial(gt, score)
        )


def ask_bounds(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether both bounds of an entry are believed, and whether a search moves each of them."""
    for low, high in ((-3, 5), (0, 0), (-MAX_SCORE, MAX_SCORE)):
        asked, right = f"pair({low}, {high})", pack_bounds(low, high)
        yield ask_function(program, asked, [low, high], right, module="solver")

    def read_bound(moves: str, low: int, name: str) -> int:
        return unpack_bounds(search_and_read_entry(program, moves, low, low + 1))[name]

    follows = hasattr(program.module.Position, "follow_up_bound")
    for moves, score in (line for line in lines if is_open(line)):
        for name, bound, value, less, judge in (
            ("upper", -MAX_SCORE, LOWEST, "less", gt),
            ("lower", MAX_SCORE, HIGHEST, "more", lt),
        ):
            asked = f"search of this position, with a table whose {name} bound for it is {bound}"
            right = f"{less} than {score}, the score: the bound is believed"
            ask = partial(search_with_entry, program, moves, value)
            yield Question(moves, asked, ask, right, partial(judge, score))
        for name, low in (("upper", score), ("lower", score - 1)):
            if name == "upper" or not follows:  # following up may answer before the table is told
                asked = (
                    f"the {name} bound in the table after the question whether the score is more than {low}"
                )
                yield Question(moves, asked, partial(read_bound, moves, low, name), score)


def ask_closed(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether a window that is closed by what is known takes a single node: no move is searched."""

    def count_closed(moves: str, value: int | None, low: int) -> int:
        return run_with_entry(program, moves, value, low, low + 1)[1]

    safe = "whatever the moves are, it is, as a move is safe"
    replied = "whatever the moves are, it is not, if each leaves a safe reply"
    for moves, score in list_early_lines(lines):
        stones = len(moves)
        for low, why, value, asks in (
            (-win_score(stones + 3) - 1, safe, None, SAFE),
            (win_score(stones + 4), replied, None, REPLIED),
            (score - 1, f"the table has at least {score}", pack_bounds(score, MAX_SCORE), AT_LEAST),
            (score, f"the table has at most {score}", pack_bounds(-MAX_SCORE, score), AT_MOST),
        ):
            asked = f"nodes of the question whether the score is more than {low}; {why}"
            ask, right = partial(count_closed, moves, value, low), f"1, as the brief of stage {asks}"
            yield Question(moves, asked, ask, right, lambda nodes: nodes == 1)


def list_early_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the earliest positions that take a search which asks the table for the children."""
    return sorted(filter(is_open, lines), key=lambda line: len(line.moves))[:FEW]


def is_open(line: Line) -> bool:
    """Tell whether a position takes a search that asks the table for the children."""
    return len(line.moves) < CELLS - EARLY and has_choice(line)


def has_choice(line: Line) -> bool:
    """Tell whether a position takes a search: more than one move is safe, and nobody wins soon."""
    return len(list_safe_cells(line.moves)) > 1 and remaining(line.score, len(line.moves)) > SOON


def ask_probes(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask about positions of whose children the table has one, with a bound that settles all, or nothing."""
    for moves, score in list_early_lines(lines):
        name = COLUMN_NAMES[list_safe_cells(moves)[-1][0]]
        search = partial(search_with_entry, program, moves, known=moves + name)
        asked = (
            f"search of the question whether the score is more than {score}, and its nodes, "
            f"with a table that has a score of {-MAX_SCORE} for the position after column {name}"
        )
        ask = partial(run_with_entry, program, moves, LOWEST, score, score + 1, known=moves + name)
        right = f"at most {MAX_SCORE}, but more than {score}; 1 node"
        yield Question(moves, asked, ask, right, partial(is_won_at_once, score))
        for low in range(max(-MAX_SCORE, score - 2), min(MAX_SCORE, score + 2)):
            asked = (
                f"search of the question whether the score is more than {low}, "
                f"with a table that has at most {-low} for the position after column {name}"
            )
            right = f"more than {low}" if score > low else f"{low} or less"
            ask = partial(search, pack_bounds(-MAX_SCORE, -low), low, low + 1)
            judge = gt if score > low else le
            yield Question(moves, asked, ask, right, lambda came, low=low, judge=judge: judge(came, low))
        asked = (
            f"search, with a table that has {-MAX_SCORE} to {MAX_SCORE} for the position after column {name}"
        )
        yield Question(moves, asked, partial(search, UNBOUNDED), score)


def is_won_at_once(score: int, came: tuple[int, int]) -> bool:
    """Tell whether a search took one node and returned more than a score, but no more than there can be."""
    return score < came[0] <= MAX_SCORE and came[1] == 1


def search_with_entry(
    program: Program, moves: str, value: int, low: int = -MAX_SCORE, high: int = MAX_SCORE, *, known: str = ""
) -> int:
    """Return what comes back from a search with a table that has a value."""
    return run_with_entry(program, moves, value, low, high, known=known)[0]


def run_with_entry(
    program: Program, moves: str, value: int | None, low: int, high: int, *, known: str = ""
) -> tuple[int, int]:
    """Search with a table that has a value, if any, for a known position, by default the very same.

    Return what comes back, and the nodes.
    """
    entries = TOKEN["entries"](program)
    if value is not None:
        access_entry(program, entries, known or moves, value)
    came, given = run_search(program, moves, {"entries": entries}, low=low, high=high)
    return int(came), int(given["nodes"][0])


def search_and_read_entry(program: Program, moves: str, low: int = -MAX_SCORE, high: int = MAX_SCORE) -> int:
    """Search a position and return what the table then has for it."""
    _, given = run_search(program, moves, low=low, high=high)
    return int(access_entry(program, given["entries"], moves))


def access_entry(program: Program, entries: Any, moves: str, *value: int) -> Any:
    """Put a value for a position into the table of some entries, or without one return what is there."""
    near = getattr(program.module.table, "NEAR_ENTRIES", 0)
    table = load_part(program, "table", "Table")(entries, len(entries) - near - 1, entries[-1])
    position = program.play_moves(moves)
    key = int(getattr(position, "symmetric_key", position.key)())
    if near:  # there are two parts
        return (table.store if value else table.load)(position.moves, key, *value)
    return (table.put if value else table.get)(key, *value)
