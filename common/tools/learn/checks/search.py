"""Questions about a search: its scores, its windows, what it leaves behind."""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import module_from_spec
from itertools import product, zip_longest
from operator import attrgetter, lt

from c4.engine import Step
from common import position
from common.jit import array
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, mirror
from common.score import MAX_SCORE, remaining, sign
from common.tools import claims
from common.tools.claims import Claim, play_moves, reset_solver
from common.tools.learn.checks.games import LAST, NEARLY_FULL, list_endings
from common.tools.learn.checks.positions import (
    can_be_followed,
    compute_ternary_key,
    find_safe_moves,
    is_quiet,
)
from common.tools.learn.checks.program import (
    SIZE,
    SMALLEST,
    count_nodes,
    knows_following,
    list_root_parameters,
    load_part,
    replace_parts,
    run_search,
)
from common.tools.learn.checks.tables import takes_search
from common.tools.learn.curriculum.stages import Lines
from common.tools.sets import Line

FEW = 3  # positions for questions that solve each more than once
OPENING = "44455554"
SHORT = "617335663743"
"""A quick win with as many stones as the course's book. Without it, our step 08 takes some 2,000 nodes."""
ASKED = 100  # nodes, more than a solver with a book needs there
TOLD = 2  # by a book that is made up


def list_latest_lines(lines: Sequence[Line], count: int = FEW) -> list[Line]:
    """Return the positions with the most stones that are not over with the next: won, drawn, lost in turn."""
    longer = [line for line in lines if remaining(line.score, len(line.moves)) > 1]
    latest = sorted(longer, key=lambda line: -len(line.moves))
    by_sign = [[line for line in latest if sign(line.score) == outcome] for outcome in (1, 0, -1)]
    return [line for turn in zip_longest(*by_sign) for line in turn if line][:count]


def ask_rules(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask about the rules in positions leading up to others, at their end, and on boards nearly full."""
    starts = [line.moves[:20] for line in lines[:3]]
    ends = [line.moves for line in (*lines[:FEW], *list_endings(CELLS - NEARLY_FULL))]
    for moves in ("", OPENING, *starts, *ends):
        yield from claims.ask_rules_at(program, moves)


def ask_scores(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the score of each position, the latest first."""
    for moves, score in sorted(lines, key=lambda line: -len(line.moves)):
        ask = partial(claims.measure_score, program, moves)
        yield Claim(moves, "the score, from solve(position)", lambda ask=ask: ask().scores[0], score)


def ask_children(program: Step, lines: Lines) -> Iterator[Claim]:
    """Compare the scores of the latest positions with those of their columns."""
    for line in list_latest_lines(lines):
        yield from claims.ask_best_of_children(program, line.moves)


def ask_mirror(program: Step, lines: Lines) -> Iterator[Claim]:
    """Compare the scores of the latest positions with those of their mirror images."""
    for line in list_latest_lines(lines):
        yield from claims.ask_mirror_image(program, line.moves)


def ask_weak(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for weak scores of the latest positions, and of those with the largest scores, won and lost."""
    largest = [choose(lines, key=attrgetter("score")) for choose in (max, min)]
    for moves in dict.fromkeys(line.moves for line in list_latest_lines(lines) + largest):
        yield from claims.ask_weak_score(program, moves)


def ask_calls(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask for the nodes of positions in which a move wins at once: a single call is enough."""
    for moves, score in list_endings(CELLS - LAST):
        if score > 0 and remaining(score, len(moves)) == 1:
            asked = "nodes after solve(position), where a move wins at once"
            yield Claim(moves, asked, partial(count_nodes, program, moves), 1)


def ask_reset(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask how nodes are counted, at a position that was not asked about before."""
    yield from claims.ask_node_counts(program, mirror(list_latest_lines(lines, FEW + 1)[-1].moves))


def ask_board(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether the board is as it was before the search, which plays on it."""

    def is_untouched(moves: str) -> bool:
        position = program.parse(moves)
        before = list(position.cells), list(position.heights)
        reset_solver(program).solve(position)
        return (list(position.cells), list(position.heights)) == before

    asked = "is the board the same before and after solve(position)"
    for moves, _ in list_latest_lines(lines):
        yield Claim(moves, asked, partial(is_untouched, moves), True)


def ask_windows(program: Step, lines: Lines) -> Iterator[Claim]:
    """Search in windows around the score: inside one the score is returned, outside a bound on that side."""
    for moves, score in list_latest_lines(lines):
        narrow = [(low, low + 1) for low in range(max(-MAX_SCORE, score - 4), min(MAX_SCORE, score + 4))]
        for alpha, beta in (*narrow, (max(-MAX_SCORE, score - 3), min(MAX_SCORE, score + 4))):
            asked = f"negamax(position, {alpha}, {beta}, ...); the score is {score}"
            ask = partial(search, program, moves, alpha=alpha, beta=beta)
            low, high, right = score, score, f"{score}: it lies inside the window"
            if score <= alpha:
                high, right = alpha, f"an upper bound, at most alpha: from {score} to {alpha}"
            elif score >= beta:
                low, right = beta, f"a lower bound, at least beta: from {beta} to {score}"
            yield Claim(moves, asked, ask, right, range(low, high + 1).__contains__)


def search(program: Step, moves: str, **window: int) -> int:
    """Return the result of a search in a window."""
    return run_search(program, moves, **window)[0]


def ask_closing(program: Step, lines: Lines) -> Iterator[Claim]:
    """Close in on the score with null windows, from bounds at it and around it."""
    for moves, score in list_latest_lines(lines):
        for below, above in product(range(3), repeat=2):
            low, high = max(-MAX_SCORE, score - below), min(MAX_SCORE, score + above)
            asked = f"search(position, {low}, {high}, ...); the score lies between"
            yield Claim(moves, asked, partial(search, program, moves, low=low, high=high), score)


def ask_order(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask for the order of the columns, for its type, and for the order on a board one column wider."""

    def find_order() -> Sequence[int]:
        return load_part(program, "solver", "COLUMN_ORDER")

    def find_wider_order() -> tuple[int, ...]:
        spec = program.module.solver.__spec__
        solver = module_from_spec(spec)
        with replace_parts(position, WIDTH=wider), replace_parts(program.module.position, WIDTH=wider):
            spec.loader.exec_module(solver)
        return tuple(solver.COLUMN_ORDER)

    wider = WIDTH + 1
    right, right_wider = (
        tuple(sorted(range(width), key=lambda column: abs(2 * column + 1 - width)))
        for width in (WIDTH, wider)
    )
    yield Claim("", "COLUMN_ORDER", lambda: tuple(find_order()), right)
    yield Claim("", "COLUMN_ORDER: its type", lambda: type(find_order()).__name__, "tuple")
    yield Claim("", f"COLUMN_ORDER if WIDTH is {wider}", find_wider_order, right_wider)


def ask_small_table(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for the slots of a table, and scores with one often overwritten, another never emptied."""
    size = getattr(program.module.table, "MIN_ENTRIES", SMALLEST)  # of a table with ages
    small = program.with_options(size=size)

    def solve(moves: str) -> int:
        return small.solve(small.parse(moves))

    asked = f"how many slots the table of Solver(size={size}) has"
    yield Claim("", asked, lambda: small.memory["table"].size, size)
    asked = f"the score, from a solver with {size} slots that is not reset between positions"
    for moves, score in list_latest_lines(lines):
        yield Claim(moves, asked, partial(solve, moves), score)


def ask_remembered(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether solving a position again is cheap."""
    latest = list_latest_lines([line for line in lines if takes_search(line)], 12)
    latest.sort(key=lambda line: -remaining(line.score, len(line.moves)))
    yield make_repeat_question(program, latest[0].moves, latest[0].moves, "it again")
    low, high = list_root_parameters(program)[1:3]

    def is_forgotten(moves: str) -> bool:
        """Return whether a table has no entry for a position after a search of it."""
        _, given = run_search(program, moves, **{low: -MAX_SCORE, high: MAX_SCORE})
        return not given["table"].get(play_moves(program, moves).key())

    for line in latest[:FEW]:
        for moves in (line.moves, mirror(line.moves)):
            asked = "search of this position, and whether table.get(position.key()) is 0 afterwards"
            yield Claim(moves, asked, partial(is_forgotten, moves), False)


def ask_shared(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether solving the mirror images of the earliest positions is cheap."""
    for line in sorted(lines, key=lambda line: len(line.moves))[:FEW]:
        yield make_repeat_question(program, line.moves, mirror(line.moves), "its mirror image")


def make_repeat_question(program: Step, moves: str, other: str, said: str) -> Claim:
    """Return a question: is a position cheaper to solve once another has been solved?"""

    def count_twice() -> tuple[int, int]:
        once = count_nodes(program, moves)
        program.shared_solver.solve(program.parse(other))
        return once, int(program.shared_solver.nodes) - once

    asked = f"nodes for solving the position, and for solving {said} without reset()"
    right = "less than half of them again"
    return Claim(moves, asked, count_twice, right, lambda nodes: nodes[1] < nodes[0] / 2)


def ask_book(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask for scores with books that are made up: only a wrong score shows that a book was asked."""

    def search_with_book(moves: str, plies: int, entries: Sequence[tuple[str, int, int]]) -> int:
        scores = dict(sorted((compute_ternary_key(program, at) + more, told) for at, more, told in entries))
        zero = load_part(program, "book", "ZERO")
        packed = array([256 * key + score + zero for key, score in scores.items()])
        book = load_part(program, "book", "Book")(packed, len(scores), plies)
        return run_search(program, moves, {"book": book}, low=-MAX_SCORE, high=MAX_SCORE)[0]

    # One move later, a key has as many digits as a position has stones now, plus WIDTH. Compiled code has 63
    # bits for it and the byte of the score.
    short = [line for line in lines if takes_search(line) and 3 ** (len(line.moves) + WIDTH) < 1 << 63 - 8]
    for moves, score in list_latest_lines(short):
        plies, entry = len(moves), (moves, 0, TOLD)
        smaller, larger = (moves, -1, 0), (moves, 1, TOLD)  # of keys
        later = [(moves + name, 0, 0) for name in COLUMN_NAMES if moves.count(name) < HEIGHT]
        cases = [
            (moves, f"gives {TOLD} for it", plies, [entry], TOLD),
            (mirror(moves), f"gives {TOLD} for its mirror image", plies, [entry], TOLD),
            (moves, f"gives {TOLD} for it, and 0 for one with a smaller key", plies, [smaller, entry], TOLD),
            (moves, "has another position with as many stones", plies, [larger], score),
            (moves, "gives 0 for all positions one move later", plies + 1, later, 0),
        ]
        if knows_following(program):
            cases.pop()  # following up may answer before a child asks
        for at, said, book_plies, entries, right in cases:
            asked = f"search of this position, with a book that {said}"
            yield Claim(at, asked, partial(search_with_book, at, book_plies, entries), right)


def ask_no_book(program: Step, _: Lines) -> Iterator[Claim]:
    """Ask whether a solver that is given no book does without one."""

    def count_without_book() -> int:
        solver = program.module.Solver(size=SIZE, book=None)
        solver.solve(play_moves(program, SHORT))
        return int(solver.nodes)

    asked = "nodes for solving this position with Solver(book=None)"
    yield Claim(
        SHORT, asked, count_without_book, f"more than {ASKED}: no book knows the score", partial(lt, ASKED)
    )


def ask_follow_ups(program: Step, lines: Lines) -> Iterator[Claim]:
    """Ask whether the mover wins positions that can be followed: a single node has to be enough."""

    def search_narrowly(moves: str, low: int) -> tuple[int, int]:
        came, given = run_search(program, moves, low=low, high=low + 1)
        return came, int(given["nodes"][0])

    for moves in (line.moves for line in lines if is_quiet(line.moves) and find_safe_moves(line.moves)):
        if can_be_followed(moves) and len(moves) < CELLS - 2:
            for low in (0, 1):
                asked = f"search(position, {low}, {low + 1}, ...), which can be followed, and its nodes"
                yield Claim(moves, asked, partial(search_narrowly, moves, low), (low, 1))
