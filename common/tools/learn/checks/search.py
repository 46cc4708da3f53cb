"""Questions about a search: its scores, its windows, what it leaves behind."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, zip_longest
from typing import Any

from common.jit import array
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, mirror
from common.score import MAX_SCORE, remaining, sign
from common.tools import claims
from common.tools.claims import Program, Question
from common.tools.learn.checks.bits import is_quiet, safe_cells
from common.tools.learn.checks.entries import has_choice
from common.tools.learn.checks.following import followed
from common.tools.learn.checks.program import SMALLEST, options, part, searched
from common.tools.learn.checks.soon import LAST, ending
from common.tools.sets import Line

FEW = 3  # positions for questions that solve each more than once
OPENING = "44455554"
TOLD = 2  # by a book that is made up


def latest(lines: Sequence[Line], count: int = FEW) -> list[Line]:
    """Return the positions with the most stones that are not over with the next: won, drawn, lost in turn."""
    longer = [line for line in lines if remaining(line.score, len(line.moves)) > 1]
    longer.sort(key=lambda line: -len(line.moves))
    by_sign = [[line for line in longer if sign(line.score) == each] for each in (1, 0, -1)]
    turns = [line for turn in zip_longest(*by_sign) for line in turn if line]
    return turns[:count]


def rules(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask about the rules on the way to some positions and at their end."""
    for moves in (
        "",
        OPENING,
        *(line.moves[:20] for line in lines[:3]),
        *(line.moves for line in lines[:FEW]),
    ):
        yield from claims.ask_rules(program, moves)


def scores(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for the score of each position, the latest first."""
    for line in sorted(lines, key=lambda line: -len(line.moves)):
        yield from claims.ask_score(program, line.moves, line.score)


def of_latest(
    claim: Callable[[Program, str], Iterator[Question]],
) -> Callable[[Program, Sequence[Line]], Iterator[Question]]:
    """Return the questions of a claim of the contract about the latest positions."""

    def questions(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
        for line in latest(lines):
            yield from claim(program, line.moves)

    return questions


def weak(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for weak scores of the latest positions, and of those with the largest scores, won and lost."""
    largest = [max(lines, key=lambda line: line.score), min(lines, key=lambda line: line.score)]
    for moves in dict.fromkeys(line.moves for line in latest(lines) + largest):
        yield from claims.ask_weak_score(program, moves)


def calls(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask for the nodes of positions in which a move wins at once: a single call tells."""

    def nodes(moves: str) -> int:
        solver = program.reset_solver()
        solver.solve(program.play_moves(moves))
        return int(solver.nodes)

    for moves, score in ending(CELLS - LAST):
        if score > 0 and remaining(score, len(moves)) == 1:
            yield Question(
                moves, "nodes after solve(position), as a move wins at once", partial(nodes, moves), 1
            )


def counting(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask how nodes are counted, at a position that was not asked about before."""
    yield from claims.ask_node_counts(program, mirror(latest(lines, FEW + 1)[-1].moves))


def untouched(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether the board is as it was before the search, which plays on it."""

    def ask(moves: str) -> bool:
        position = program.parse_position(moves)
        before = list(position.cells), list(position.heights)
        program.reset_solver().solve(position)
        return (list(position.cells), list(position.heights)) == before

    for line in latest(lines):
        asked = "is the board the same before and after solve(position)"
        yield Question(line.moves, asked, lambda moves=line.moves: ask(moves), True)


def windows(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Search in windows around the score: inside one it comes back, outside a bound on that side."""
    for line in latest(lines):
        for alpha, beta in around(line.score):
            yield Question(
                line.moves,
                f"search(position, {alpha}, {beta}, ...); the score is {line.score}",
                lambda moves=line.moves, a=alpha, b=beta: searched(
                    program, program.parse_position(moves), alpha=a, beta=b
                )[0],
                bound(line.score, alpha, beta),
                lambda came, score=line.score, a=alpha, b=beta: is_bound(came, score, a, b),
            )


def around(score: int) -> Iterator[tuple[int, int]]:
    """Yield windows with the score inside, below and above: narrow ones, and a wide one."""
    for alpha in range(max(-MAX_SCORE, score - 4), min(MAX_SCORE, score + 4)):
        yield alpha, alpha + 1
    yield max(-MAX_SCORE, score - 3), min(MAX_SCORE, score + 4)


def bound(score: int, alpha: int, beta: int) -> str:
    """Say what a search in a window may return."""
    if score <= alpha:
        return f"an upper bound, at most alpha: from {score} to {alpha}"
    if score >= beta:
        return f"a lower bound, at least beta: from {beta} to {score}"
    return f"{score}, for it lies inside the window"


def is_bound(came: int, score: int, alpha: int, beta: int) -> bool:
    """Tell whether a search in a window may return this number."""
    if came <= alpha:
        return score <= came
    return score >= came if came >= beta else score == came


def closing(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Let null windows close in on the score, from bounds at it and around it."""
    for line in latest(lines):
        for below in range(3):
            for above in range(3):
                low, high = max(-MAX_SCORE, line.score - below), min(MAX_SCORE, line.score + above)
                yield Question(
                    line.moves,
                    f"search(position, {low}, {high}, ...), which the score lies between",
                    lambda moves=line.moves, low=low, high=high: searched(
                        program, program.parse_position(moves), low=low, high=high
                    )[0],
                    line.score,
                )


def order(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask whether the order of the columns has each once, and goes outwards."""

    def columns() -> list[int]:
        return list(part(program, "solver", "COLUMN_ORDER"))

    def distance(column: int) -> int:
        return abs(2 * column + 1 - WIDTH)

    def distances() -> list[int]:
        return [distance(column) for column in columns()]

    asked = "COLUMN_ORDER"
    yield Question("", f"{asked}, sorted", lambda: tuple(sorted(columns())), tuple(range(WIDTH)))
    yield Question(
        "",
        f"{asked}, as distances from the centre, doubled",
        lambda: tuple(distances()),
        "from small to large",
        lambda found: list(found) == sorted(found),
    )
    yield Question(
        "",
        f"{asked}: of two equally far, the left one first",
        lambda: all(left < right or distance(left) != distance(right) for left, right in pairwise(columns())),
        True,
    )
    yield Question(
        "",
        f"{asked}: its type",
        lambda: type(part(program, "solver", asked)).__name__,
        "tuple",
    )


def small_table(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for scores with a table that is overwritten all the time, and one that is never emptied."""
    size = max(SMALLEST, part(program, "table", "MIN_ENTRIES"))
    small = Program(program.module, **options(program.module) | {"size": size})
    for line in latest(lines):
        yield Question(
            line.moves,
            f"the score, from a solver with {size} slots that is not reset between positions",
            lambda moves=line.moves: small.solver.solve(small.parse_position(moves)),
            line.score,
        )


def remembered(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether solving a position again is cheap."""
    moves = max(latest(lines, 12), key=lambda line: remaining(line.score, len(line.moves))).moves
    yield cheap(program, moves, moves, "it again")


def shared(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether solving the mirror images of the earliest positions is cheap."""
    for line in sorted(lines, key=lambda line: len(line.moves))[:FEW]:
        yield cheap(program, line.moves, mirror(line.moves), "its mirror image")


def cheap(program: Program, moves: str, other: str, said: str) -> Question:
    """Return the question whether solving a position is cheap after another one."""

    def nodes() -> tuple[int, int]:
        solver = program.reset_solver()
        solver.solve(program.parse_position(moves))
        once = int(solver.nodes)
        solver.solve(program.parse_position(other))
        return once, int(solver.nodes) - once

    return Question(
        moves,
        f"nodes for solving the position, and for solving {said} without reset()",
        nodes,
        "less than half of them again",
        lambda found: found[1] < found[0] / 2,
    )


def made_book(program: Program, plies: int, scores: Mapping[int, int]) -> Any:
    """Return a book of a program that has certain scores by their ternary keys."""
    keys = sorted(scores)
    values = [scores[key] for key in keys]
    return part(program, "book", "Book")(array(keys), array(values), len(keys), plies)


def book(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for scores with books that are made up: only what is not so tells that a book was asked."""

    def key(moves: str) -> int:
        return int(program.play_moves(moves).ternary_key())

    def ask(moves: str, plies: int, scores: Callable[[], dict[int, int]]) -> int:
        known = {"book": made_book(program, plies, scores())}
        return int(searched(program, program.parse_position(moves), known, low=-MAX_SCORE, high=MAX_SCORE)[0])

    for line in latest([line for line in lines if has_choice(line)]):
        moves, plies = line.moves, len(line.moves)
        for each, known in ((moves, "it"), (mirror(moves), "its mirror image")):
            yield Question(
                each,
                f"search of this position, with a book that says {TOLD} of {known}",
                partial(ask, each, plies, lambda moves=moves: {key(moves): TOLD}),
                TOLD,
            )
        yield Question(
            moves,
            f"search of this position, with a book that says {TOLD} of it, and 0 of one with a smaller key",
            partial(ask, moves, plies, lambda moves=moves: {key(moves) - 1: 0, key(moves): TOLD}),
            TOLD,
        )
        yield Question(
            moves,
            "search of this position, with a book that knows another one of as many stones",
            partial(ask, moves, plies, lambda moves=moves: {key(moves) + 1: TOLD}),
            line.score,
        )
        if hasattr(program.module.Position, "follow_up_bound"):
            continue  # following up may answer before a child asks
        later = [moves + name for name in COLUMN_NAMES if moves.count(name) < HEIGHT]
        yield Question(
            moves,
            "search of this position, with a book that says 0 of all that are one move later",
            partial(ask, moves, plies + 1, lambda later=later: {key(each): 0 for each in later}),
            0,
        )


def follow_ups(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask of positions that can be followed whether the mover wins, and so soon: that takes one node."""

    def ask(moves: str, low: int) -> tuple[int, int]:
        came, given = searched(program, program.parse_position(moves), low=low, high=low + 1)
        return came, int(given["nodes"][0])

    for moves in (line.moves for line in lines if is_quiet(line.moves) and safe_cells(line.moves)):
        if followed(moves)[0] and len(moves) < CELLS - 2:
            for low in (0, 1):
                asked = f"search(position, {low}, {low + 1}, ...), which can be followed, and its nodes"
                yield Question(moves, asked, partial(ask, moves, low), (low, 1))
