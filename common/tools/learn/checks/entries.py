"""Questions about what a search asks its table and tells it: where, by which key, and which bounds."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from common.position import CELLS, COLUMN_NAMES
from common.score import MAX_SCORE, remaining, win_score
from common.tools.claims import Program, Question
from common.tools.learn.checks.bits import list_safe_cells
from common.tools.learn.checks.program import TOKEN, load_part, run_search
from common.tools.sets import Line

FEW = 3  # positions, the earliest, whose children are put into the table
OFFSET = MAX_SCORE + 1  # of a score in a table
LOWEST = 1  # in a table: with the offset, -MAX_SCORE as an upper bound
HIGHEST = 2 * MAX_SCORE + 1 << 8 | 2 * MAX_SCORE + 1  # both bounds MAX_SCORE
SOON = 6  # stones left, with which windows may be closed by what is known without a search
UNBOUNDED = 1 << 8 | 2 * MAX_SCORE + 1  # from -MAX_SCORE to MAX_SCORE
EARLY = 13  # with more empty cells, a position asks the table for its children
LATE = 9  # with so many or fewer, it is no longer in the table itself

# The briefs that ask for a cut, and in which words.
SAFE = '07c asks: "raise alpha to -win_score(position.moves + 3), and return alpha if that closes the window"'
REPLIED = '10 asks: "lower beta to win_score(position.moves + 4), and return it if that closes the window"'
AT_LEAST = '12 asks: "Then alpha rises to lowest once more, and lowest comes back if it reaches beta"'
AT_MOST = '02 asks: "lower beta to that, and return beta if that closes the window"'


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
        for line in lines:
            if is_left(line.moves):
                yield Question(
                    line.moves,
                    f"search of this position, with a table that has a score of {-MAX_SCORE} for it",
                    lambda moves=line.moves: search_with_entry(program, moves, moves, LOWEST)[0],
                    line.score,
                )
                yield Question(
                    line.moves,
                    "what the table has for this position after the search of it",
                    partial(search_and_read_entry, program, line.moves),
                    0,
                )

    return ask_left_alone


def ask_forced(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether the table is left alone where a single move is safe, and asked where there are more."""
    yield from make_ask_left_alone(is_forced)(program, lines)
    for moves, score in (line for line in lines if len(list_safe_cells(line.moves)) > 1):
        yield Question(
            moves,
            f"search of this position, which has a choice, with a table that has {-MAX_SCORE} for it",
            lambda moves=moves: search_with_entry(program, moves, moves, LOWEST)[0],
            f"less than {score}, the score: the table is asked",
            lambda came, score=score: came < score,
        )


def ask_bounds(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether both bounds of an entry are believed, and whether a search moves each of them."""
    for low, high in ((-3, 5), (0, 0), (-MAX_SCORE, MAX_SCORE)):
        yield Question(
            "",
            f"pair({low}, {high})",
            lambda low=low, high=high: int(load_part(program, "solver", "pair")(low, high)),
            low + MAX_SCORE + 1 << 8 | high + MAX_SCORE + 1,
        )
    for moves, score in (line for line in lines if is_open(line)):
        for name, value, is_believed in (("upper", LOWEST, int.__lt__), ("lower", HIGHEST, int.__gt__)):
            yield Question(
                moves,
                f"search of this position, with a table whose {name} bound for it is "
                f"{-MAX_SCORE if value == LOWEST else MAX_SCORE}",
                lambda moves=moves, value=value: search_with_entry(program, moves, moves, value)[0],
                f"{'less' if value == LOWEST else 'more'} than {score}, the score: the bound is believed",
                lambda came, score=score, is_believed=is_believed: is_believed(came, score),
            )
        for name, low, at in (("upper", score, 0), ("lower", score - 1, 8)):
            if name == "lower" and hasattr(program.module.Position, "follow_up_bound"):
                continue  # following up may answer before the table is told
            yield Question(
                moves,
                f"the {name} bound in the table after the question whether the score is more than {low}",
                lambda moves=moves, low=low, at=at: (
                    (search_and_read_entry(program, moves, low, low + 1) >> at & 255) - MAX_SCORE - 1
                ),
                score,
            )


def ask_closed(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether a window that is closed by what is known takes a single node: no move is searched."""
    early = sorted((line for line in lines if is_open(line)), key=lambda line: len(line.moves))
    for moves, score in early[:FEW]:
        stones = len(moves)
        at_least, at_most = score + OFFSET << 8 | 2 * MAX_SCORE + 1, 1 << 8 | score + OFFSET
        known = [
            (-win_score(stones + 3) - 1, "whatever the moves are, it is, as a move is safe", None, SAFE),
            (
                win_score(stones + 4),
                "whatever the moves are, it is not, if each leaves a safe reply",
                None,
                REPLIED,
            ),
            (score - 1, f"the table has at least {score}", at_least, AT_LEAST),
            (score, f"the table has at most {score}", at_most, AT_MOST),
        ]
        for low, why, value, asks in known:
            yield Question(
                moves,
                f"nodes of the question whether the score is more than {low}; {why}",
                lambda moves=moves, low=low, value=value: search_with_entry(
                    program, moves, moves, value, low, low + 1
                )[1],
                f"1, as the brief of stage {asks}",
                lambda nodes: nodes == 1,
            )


def is_open(line: Line) -> bool:
    """Tell whether a position takes a search that asks the table for the children."""
    return len(line.moves) < CELLS - EARLY and has_choice(line)


def has_choice(line: Line) -> bool:
    """Tell whether a position takes a search: more than one move is safe, and nobody wins soon."""
    return len(list_safe_cells(line.moves)) > 1 and remaining(line.score, len(line.moves)) > SOON


def ask_probes(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask about positions of whose children the table has one, with a bound that settles all, or nothing."""

    def search_won(line: Line, child: str) -> tuple[int, int]:
        return search_with_entry(program, line.moves, child, LOWEST, line.score, line.score + 1)

    def bounded(line: Line, child: str, low: int) -> int:
        return search_with_entry(program, line.moves, child, 1 << 8 | MAX_SCORE + 1 - low, low, low + 1)[0]

    early = [line for line in lines if is_open(line)]
    for line in sorted(early, key=lambda line: len(line.moves))[:FEW]:
        name = COLUMN_NAMES[list_safe_cells(line.moves)[-1][0]]
        child = line.moves + name
        yield Question(
            line.moves,
            f"search of the question whether the score is more than {line.score}, and its nodes, "
            f"with a table that has a score of {-MAX_SCORE} for the position after column {name}",
            partial(search_won, line, child),
            f"at most {MAX_SCORE}, but more than {line.score}; 1 node",
            lambda came, score=line.score: score < came[0] <= MAX_SCORE and came[1] == 1,
        )
        for low in range(max(-MAX_SCORE, line.score - 2), min(MAX_SCORE, line.score + 2)):
            yield Question(
                line.moves,
                f"search of the question whether the score is more than {low}, "
                f"with a table that has at most {-low} for the position after column {name}",
                partial(bounded, line, child, low),
                f"more than {low}" if line.score > low else f"{low} or less",
                lambda came, low=low, score=line.score: (came > low) == (score > low),
            )
        yield Question(
            line.moves,
            f"search, with a table that has {-MAX_SCORE} to {MAX_SCORE} for the position after column {name}",
            lambda moves=line.moves, child=child: search_with_entry(program, moves, child, UNBOUNDED)[0],
            line.score,
        )


def search_with_entry(
    program: Program, moves: str, known: str, value: int | None, low: int = -MAX_SCORE, high: int = MAX_SCORE
) -> tuple[int, int]:
    """Search with a table that has a value for a position, if any; return what comes back, and the nodes."""
    entries = TOKEN["entries"](program)
    if value is not None:
        put_value(program, entries, program.play_moves(known), value)
    instead = {"entries": entries}
    position = program.parse_position(moves)
    came, given = run_search(program, position, instead, low=low, high=high)
    return int(came), int(given["nodes"][0])


def search_and_read_entry(program: Program, moves: str, low: int = -MAX_SCORE, high: int = MAX_SCORE) -> int:
    """Search a position and return what the table then has for it."""
    position = program.parse_position(moves)
    _, given = run_search(program, position, low=low, high=high)
    entries = given["entries"]
    near = getattr(program.module.table, "NEAR_ENTRIES", 0)
    table = load_part(program, "table", "Table")(entries, len(entries) - near - 1, entries[-1])
    key = compute_key(position)
    return int(table.load(position.moves, key) if near else table.get(key))


def put_value(program: Program, entries: Any, position: Any, value: int) -> None:
    """Put a value for a position into the table of some entries, in the part where it belongs."""
    near = getattr(program.module.table, "NEAR_ENTRIES", 0)
    table = load_part(program, "table", "Table")(entries, len(entries) - near - 1, entries[-1])
    if near:
        table.store(position.moves, compute_key(position), value)
    else:
        table.put(compute_key(position), value)


def compute_key(position: Any) -> int:
    """Return the key of a position in the table."""
    return int(getattr(position, "symmetric_key", position.key)())
