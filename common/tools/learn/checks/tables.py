"""Questions about tables: their answers, and what a search reads from its table and writes to it."""

from collections.abc import Iterator, Sequence
from functools import partial
from operator import gt, le, lt
from typing import Any

from c4.engine import Step
from common.position import CELLS, COLUMN_NAMES, HEIGHT
from common.score import MAX_SCORE, remaining, win_score
from common.tools.claims import Claim, play_moves
from common.tools.learn.checks.positions import find_safe_moves
from common.tools.learn.checks.program import (
    SMALLEST,
    knows_following,
    load_ours,
    load_part,
    make_table,
    run_search,
)
from common.tools.learn.curriculum.stages import Lines
from common.tools.sets import Line

WIDE = 1 << 16  # more than any value with two bounds
FEW = 3  # positions, the earliest, whose children are put into the table
OFFSET = MAX_SCORE + 1  # of a score in a table
LOWEST = 1  # in a table: with the offset, -MAX_SCORE as an upper bound
SOON = 6  # stones left, with which windows may be closed by what is known without a search
EARLY = 13  # with more empty cells, a position asks the table for its children
LATE = 9  # with this many or fewer, it is no longer in the table itself

# The briefs that ask for a cut, and in which words.
SAFE = (
    '07c asks: "no score is lower than -win_score(position.moves + 3), '
    'and if beta is no higher, no move is searched"'
)
REPLIED = '10 asks: "lower beta to win_score(position.moves + 4), and return it if that closes the window"'
AT_LEAST = '11 asks: "An entry replaces both. Only then return lowest if it is at least beta"'
AT_MOST = (
    '02 asks: "beta is never above the highest score still possible; '
    'if that closes the window, no move is searched"'
)


def ask_table(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask about a table of values that take 8 bits."""
    return ask_put_and_get(program, 255, 37)


def ask_wide_table(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask about a table of values that take 16 bits."""
    return ask_put_and_get(program, WIDE - 1, 4119)


def ask_put_and_get(program: Step, *values: int) -> Iterator[Claim]:
    """Put values for keys and get them back, where keys share a slot."""
    size, table = SMALLEST, make_table(program, SMALLEST)

    def get(key: int, *put: int) -> int:
        if put:
            table.put(key, *put)
        return int(table.get(key))

    other = 5 + size
    for asked, ask, right in (
        ("get(5) from an empty table", partial(get, 5), 0),
        *(
            (f"get({key}) after put({key}, {value})", partial(get, key, value), value)
            for key, value in ((5, 9), (0, 1), (256, values[0]), (300 * size + 7, values[1]), (2**48 - 1, 19))
        ),
        (f"get({other}), whose slot holds the value stored for 5", partial(get, other), 0),
        (f"get({other}) after put({other}, 3)", partial(get, other, 3), 3),
        (f"get(5), whose slot has been taken by {other}", partial(get, 5), 0),
    ):
        yield Claim("", asked, ask, right)


def ask_near_table(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask where values are stored and what is loaded, on both sides of the border, and after a new age."""
    near, near_entries = (int(load_part(program, "table", name)) for name in ("NEAR", "NEAR_ENTRIES"))
    size = 2 * near_entries + 1  # so that keys of one near slot may have one quotient in the far part
    table = make_table(program, size)

    def fills(slot: int, moves: int, key: int, value: int) -> bool:
        table.store(moves, key, value)
        return bool(table.entries[slot])

    def load(moves: int, key: int, *put: int, is_later: bool = False) -> int:
        if is_later:
            table.forget()
        if put:
            table.store(moves, key, *put)
        return int(table.load(moves, key))

    for moves, first, slots in ((near - 1, 0, size), (near, size, near_entries)):
        for key, value in ((5, 9), (near_entries - 1, 4119), (7 * slots + 3, WIDE - 1)):
            slot = first + key % slots
            asked = f"does store({moves}, {key}, {value}) fill slot {slot}; the size is {size}"
            yield Claim("", asked, partial(fills, slot, moves, key, value), True)
            yield Claim("", f"load({moves}, {key}) after that", partial(load, moves, key), value)
        asked = f"load({moves}, {5 + slots}), whose slot has another key's value"
        yield Claim("", asked, partial(load, moves, 5 + slots), 0)
    key = 7 * near_entries + 3
    asked = f"load({near + 1}, {key}), in the near part too"
    yield Claim("", asked, partial(load, near + 1, key), WIDE - 1)
    for moves in (near, near - 1):
        asked = f"load({moves}, 5) after forget()"
        yield Claim("", asked, partial(load, moves, 5, is_later=True), 0)
        yield Claim("", f"load({moves}, 5) after store({moves}, 5, 8)", partial(load, moves, 5, 8), 8)


def pack_bounds(lowest: int, highest: int) -> int:
    """Return the value of a table that puts a score between two bounds."""
    return load_ours().module.solver.pair(lowest, highest)


def ask_late(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether a search neither reads the table nor writes to it where few cells are empty."""
    asked = f"search of this position, with a table that has a score of {-MAX_SCORE} for it"
    asked_after = "what the table has for this position after the search of it"
    for moves, score in (line for line in lines if len(line.moves) >= CELLS - LATE):
        yield Claim(moves, asked, partial(search_with_entry, program, moves, LOWEST), score)
        yield Claim(moves, asked_after, partial(search_and_read_entry, program, moves), 0)


def ask_bounds(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether both bounds of an entry are believed, and whether a search moves each of them."""

    def pair(low: int, high: int) -> int:
        return load_part(program, "solver", "pair")(low, high)

    def read_bound(moves: str, low: int, name: str) -> int:
        value = search_and_read_entry(program, moves, low, low + 1)
        return (value & 255 if name == "upper" else value >> 8) - OFFSET

    for low, high in ((-3, 5), (0, 0), (-MAX_SCORE, MAX_SCORE)):
        asked, right = f"pair({low}, {high})", pack_bounds(low, high)
        yield Claim("", asked, partial(pair, low, high), right)
    follows = knows_following(program)
    for moves, score in filter(is_open, lines):
        for name, bound, value, less, judge in (
            ("upper", -MAX_SCORE, LOWEST, "less", gt),
            ("lower", MAX_SCORE, pack_bounds(MAX_SCORE, MAX_SCORE), "more", lt),
        ):
            asked = f"search of this position, with a table whose {name} bound for it is {bound}"
            right = f"{less} than {score}, the score: the bound is believed"
            ask = partial(search_with_entry, program, moves, value)
            yield Claim(moves, asked, ask, right, partial(judge, score))
        for name, low in (("upper", score), ("lower", score - 1)):
            if name == "upper" or not follows:  # following up may answer before the table is written
                asked = f"the {name} bound in the table after asking whether the score is more than {low}"
                yield Claim(moves, asked, partial(read_bound, moves, low, name), score)


def ask_closed(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether a window that is closed by what is known takes a single node: no move is searched."""
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
            asked = f"nodes of the question of whether the score is more than {low}; {why}"
            right = f"1, as the brief of stage {asks}"
            ask = partial(run_with_entry, program, moves, value, low, low + 1)
            yield Claim(moves, asked, lambda ask=ask: ask()[1], right, lambda nodes: nodes == 1)


def list_early_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the earliest positions that need a search which probes the table for the children."""
    return sorted(filter(is_open, lines), key=lambda line: len(line.moves))[:FEW]


def is_open(line: Line) -> bool:
    """Return whether a position needs a search that probes the table for its children, which need one too."""
    return len(line.moves) < CELLS - EARLY and remaining(line.score, len(line.moves)) > SOON + 1


def takes_search(line: Line) -> bool:
    """Return whether a position needs a search: nobody wins soon."""
    return remaining(line.score, len(line.moves)) > SOON


def ask_probes(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask about positions with one child in the table, whose bound answers the question or does not."""
    for moves, score in list_early_lines(lines):
        name = COLUMN_NAMES[(find_safe_moves(moves).bit_length() - 1) // (HEIGHT + 1)]
        search = partial(search_with_entry, program, moves, known=moves + name)
        asked = (
            f"search of the question of whether the score is more than {score}, and its nodes, "
            f"with a table that has a score of {-MAX_SCORE} for the position after column {name}"
        )
        ask = partial(run_with_entry, program, moves, LOWEST, score, score + 1, known=moves + name)
        right = f"at most {MAX_SCORE}, but more than {score}; 1 node"
        yield Claim(
            moves,
            asked,
            ask,
            right,
            lambda came, score=score: score < came[0] <= MAX_SCORE and came[1] == 1,
        )
        for low in range(max(-MAX_SCORE, score - 2), min(MAX_SCORE, score + 2)):
            asked = (
                f"search of the question of whether the score is more than {low}, "
                f"with a table that has at most {-low} for the position after column {name}"
            )
            right = f"more than {low}" if score > low else f"{low} or less"
            ask = partial(search, pack_bounds(-MAX_SCORE, -low), low, low + 1)
            judge = gt if score > low else le
            yield Claim(moves, asked, ask, right, lambda came, low=low, judge=judge: judge(came, low))
        asked = (
            f"search, with a table that has {-MAX_SCORE} to {MAX_SCORE} for the position after column {name}"
        )
        yield Claim(moves, asked, partial(search, pack_bounds(-MAX_SCORE, MAX_SCORE)), score)


def search_with_entry(
    program: Step, moves: str, value: int, low: int = -MAX_SCORE, high: int = MAX_SCORE, *, known: str = ""
) -> int:
    """Return the result of a search with a table that has a value."""
    return run_with_entry(program, moves, value, low, high, known=known)[0]


def run_with_entry(
    program: Step, moves: str, value: int | None, low: int, high: int, *, known: str = ""
) -> tuple[int, int]:
    """Search with a table that has a value, if any, for a known position, by default the very same.

    Return the result and the nodes.
    """
    table = make_table(program)
    if value is not None:
        access_entry(program, table, known or moves, value)
    came, given = run_search(program, moves, {"table": table}, low=low, high=high)
    return came, int(given["nodes"][0])


def search_and_read_entry(program: Step, moves: str, low: int = -MAX_SCORE, high: int = MAX_SCORE) -> int:
    """Search a position and return what the table then has for it."""
    _, given = run_search(program, moves, low=low, high=high)
    return int(access_entry(program, given["table"], moves))


def access_entry(program: Step, table: Any, moves: str, *value: int) -> int:
    """Store a value for a position in a table, or return what is there if no value is given."""
    position = play_moves(program, moves)
    key = int(getattr(position, "symmetric_key", position.key)())
    if hasattr(table, "load"):  # there are two parts
        return (table.store if value else table.load)(position.moves, key, *value)
    return (table.put if value else table.get)(key, *value)
