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
from common.tools.learn.checks.bits import is_quiet, list_safe_cells
from common.tools.learn.checks.entries import has_choice
from common.tools.learn.checks.following import judge_following
from common.tools.learn.checks.program import SMALLEST, load_part, make_solver_options, run_search
from common.tools.learn.checks.soon import LAST, list_endings
from common.tools.sets import Line

FEW = 3  # positions for questions that solve each more than once
OPENING = "44455554"
TOLD = 2  # by a book that is made up


def list_latest_lines(lines: Sequence[Line], count: int = FEW) -> list[Line]:
    """Return the positions with the most stones that are not over with the next: won, drawn, lost in turn."""
    longer = [line for line in lines if remaining(line.score, len(line.moves)) > 1]
    longer.sort(key=lambda line: -len(line.moves))
    by_sign = [[line for line in longer if sign(line.score) == outcome] for outcome in (1, 0, -1)]
    turns = [line for turn in zip_longest(*by_sign) for line in turn if line]
    return turns[:count]


def ask_rules_on_the_way(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask about the rules on the way to some positions and at their end."""
    for moves in (
        "",
        OPENING,
        *(line.moves[:20] for line in lines[:3]),
        *(line.moves for line in lines[:FEW]),
    ):
        yield from claims.ask_rules(program, moves)


def ask_scores(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for the score of each position, the latest first."""
    for line in sorted(lines, key=lambda line: -len(line.moves)):
        yield from claims.ask_score(program, line.moves, line.score)


def make_ask_latest(
    claim: Callable[[Program, str], Iterator[Question]],
) -> Callable[[Program, Sequence[Line]], Iterator[Question]]:
    """Return the questions of a claim of the contract about the latest positions."""

    def ask_latest(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
        for line in list_latest_lines(lines):
            yield from claim(program, line.moves)

    return ask_latest


def ask_weak_scores(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for weak scores of the latest positions, and of those with the largest scores, won and lost."""
    largest = [max(lines, key=lambda line: line.score), min(lines, key=lambda line: line.score)]
    for moves in dict.fromkeys(line.moves for line in list_latest_lines(lines) + largest):
        yield from claims.ask_weak_score(program, moves)


def ask_calls(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask for the nodes of positions in which a move wins at once: a single call tells."""

    def count_nodes(moves: str) -> int:
        solver = program.reset_solver()
        solver.solve(program.play_moves(moves))
        return int(solver.nodes)

    for moves, score in list_endings(CELLS - LAST):
        if score > 0 and remaining(score, len(moves)) == 1:
            yield Question(
                moves, "nodes after solve(position), as a move wins at once", partial(count_nodes, moves), 1
            )


def ask_counting(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask how nodes are counted, at a position that was not asked about before."""
    yield from claims.ask_node_counts(program, mirror(list_latest_lines(lines, FEW + 1)[-1].moves))


def ask_untouched(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether the board is as it was before the search, which plays on it."""

    def is_untouched(moves: str) -> bool:
        position = program.parse_position(moves)
        before = list(position.cells), list(position.heights)
        program.reset_solver().solve(position)
        return (list(position.cells), list(position.heights)) == before

    for line in list_latest_lines(lines):
        asked = "is the board the same before and after solve(position)"
        yield Question(line.moves, asked, lambda moves=line.moves: is_untouched(moves), True)


def ask_windows(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Search in windows around the score: inside one it comes back, outside a bound on that side."""
    for line in list_latest_lines(lines):
        for alpha, beta in list_windows(line.score):
            yield Question(
                line.moves,
                f"search(position, {alpha}, {beta}, ...); the score is {line.score}",
                lambda moves=line.moves, a=alpha, b=beta: run_search(
                    program, program.parse_position(moves), alpha=a, beta=b
                )[0],
                describe_bound(line.score, alpha, beta),
                lambda came, score=line.score, a=alpha, b=beta: is_bound(came, score, a, b),
            )


def list_windows(score: int) -> Iterator[tuple[int, int]]:
    """Yield windows with the score inside, below and above: narrow ones, and a wide one."""
    for alpha in range(max(-MAX_SCORE, score - 4), min(MAX_SCORE, score + 4)):
        yield alpha, alpha + 1
    yield max(-MAX_SCORE, score - 3), min(MAX_SCORE, score + 4)


def describe_bound(score: int, alpha: int, beta: int) -> str:
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


def ask_closing(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Let null windows close in on the score, from bounds at it and around it."""
    for line in list_latest_lines(lines):
        for below in range(3):
            for above in range(3):
                low, high = max(-MAX_SCORE, line.score - below), min(MAX_SCORE, line.score + above)
                yield Question(
                    line.moves,
                    f"search(position, {low}, {high}, ...), which the score lies between",
                    lambda moves=line.moves, low=low, high=high: run_search(
                        program, program.parse_position(moves), low=low, high=high
                    )[0],
                    line.score,
                )


def ask_order(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask whether the order of the columns has each once, and goes outwards."""

    def columns() -> list[int]:
        return list(load_part(program, "solver", "COLUMN_ORDER"))

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
        lambda doubled: list(doubled) == sorted(doubled),
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
        lambda: type(load_part(program, "solver", asked)).__name__,
        "tuple",
    )


def ask_small_table(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for scores with a table that is overwritten all the time, and one that is never emptied."""
    size = max(SMALLEST, load_part(program, "table", "MIN_ENTRIES"))
    small = Program(program.module, **make_solver_options(program.module) | {"size": size})
    for line in list_latest_lines(lines):
        yield Question(
            line.moves,
            f"the score, from a solver with {size} slots that is not reset between positions",
            lambda moves=line.moves: small.solver.solve(small.parse_position(moves)),
            line.score,
        )


def ask_remembered(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether solving a position again is cheap."""
    moves = max(list_latest_lines(lines, 12), key=lambda line: remaining(line.score, len(line.moves))).moves
    yield make_repeat_question(program, moves, moves, "it again")


def ask_shared(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask whether solving the mirror images of the earliest positions is cheap."""
    for line in sorted(lines, key=lambda line: len(line.moves))[:FEW]:
        yield make_repeat_question(program, line.moves, mirror(line.moves), "its mirror image")


def make_repeat_question(program: Program, moves: str, other: str, said: str) -> Question:
    """Return the question whether solving a position is cheap after another one."""

    def count_nodes() -> tuple[int, int]:
        solver = program.reset_solver()
        solver.solve(program.parse_position(moves))
        once = int(solver.nodes)
        solver.solve(program.parse_position(other))
        return once, int(solver.nodes) - once

    return Question(
        moves,
        f"nodes for solving the position, and for solving {said} without reset()",
        count_nodes,
        "less than half of them again",
        lambda nodes: nodes[1] < nodes[0] / 2,
    )


def make_program_book(program: Program, plies: int, scores: Mapping[int, int]) -> Any:
    """Return a book of a program that has certain scores by their ternary keys."""
    keys = sorted(scores)
    values = [scores[key] for key in keys]
    return load_part(program, "book", "Book")(array(keys), array(values), len(keys), plies)


def ask_book(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask for scores with books that are made up: only what is not so tells that a book was asked."""

    def compute_key(moves: str) -> int:
        return int(program.play_moves(moves).ternary_key())

    def search_with_book(moves: str, plies: int, scores: Callable[[], dict[int, int]]) -> int:
        known = {"book": make_program_book(program, plies, scores())}
        return int(
            run_search(program, program.parse_position(moves), known, low=-MAX_SCORE, high=MAX_SCORE)[0]
        )

    for line in list_latest_lines([line for line in lines if has_choice(line)]):
        moves, plies = line.moves, len(line.moves)
        for asked_moves, known in ((moves, "it"), (mirror(moves), "its mirror image")):
            yield Question(
                asked_moves,
                f"search of this position, with a book that says {TOLD} of {known}",
                partial(search_with_book, asked_moves, plies, lambda moves=moves: {compute_key(moves): TOLD}),
                TOLD,
            )
        yield Question(
            moves,
            f"search of this position, with a book that says {TOLD} of it, and 0 of one with a smaller key",
            partial(
                search_with_book,
                moves,
                plies,
                lambda moves=moves: {compute_key(moves) - 1: 0, compute_key(moves): TOLD},
            ),
            TOLD,
        )
        yield Question(
            moves,
            "search of this position, with a book that knows another one of as many stones",
            partial(search_with_book, moves, plies, lambda moves=moves: {compute_key(moves) + 1: TOLD}),
            line.score,
        )
        if hasattr(program.module.Position, "follow_up_bound"):
            continue  # following up may answer before a child asks
        later = [moves + name for name in COLUMN_NAMES if moves.count(name) < HEIGHT]
        yield Question(
            moves,
            "search of this position, with a book that says 0 of all that are one move later",
            partial(
                search_with_book,
                moves,
                plies + 1,
                lambda later=later: {compute_key(child): 0 for child in later},
            ),
            0,
        )


def ask_follow_ups(program: Program, lines: Sequence[Line]) -> Iterator[Question]:
    """Ask of positions that can be followed whether the mover wins, and so soon: that takes one node."""

    def search_narrowly(moves: str, low: int) -> tuple[int, int]:
        came, given = run_search(program, program.parse_position(moves), low=low, high=low + 1)
        return came, int(given["nodes"][0])

    for moves in (line.moves for line in lines if is_quiet(line.moves) and list_safe_cells(line.moves)):
        if judge_following(moves)[0] and len(moves) < CELLS - 2:
            for low in (0, 1):
                asked = f"search(position, {low}, {low + 1}, ...), which can be followed, and its nodes"
                yield Question(moves, asked, partial(search_narrowly, moves, low), (low, 1))
