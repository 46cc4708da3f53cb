"""Watch single calls of a program's search, whose calls of itself are answered from lists.

What a search asks about the positions one move later, and what it makes of the answers, is the same in all
right programs, however they are written. So a mistake shows in the same way in each of them. A result outside
the window is a bound, and may be any that is true.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from c4.engine import Step
from common.jit import array, zeros
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH
from common.score import MAX_SCORE, win_score
from common.tools.claims import play_moves
from common.tools.learn.checks.positions import compute_ternary_key, find_playable, find_winning_squares
from common.tools.learn.checks.program import SMALLEST, load_ours, load_part, make_table, replace_parts
from common.tools.learn.checks.search import SHORT
from common.tools.learn.checks.tables import OFFSET

KNOWN = {"position", "alpha", "beta", "low", "high", "book", "table", "nodes"}
"""The parameters of a search that can be watched."""
MOST = 40  # calls of one search
QUIET, WON = "57771314744647", "225472446352757136216646"
DRAWN = "626245512774166552642642133135741713577334"
LATE = DRAWN[: CELLS - 4]
POSITIONS = (
    QUIET,
    "1165146",
    "36556147753562414366265434315477122",
    "6463367374263512",
    "2213171346346331515725527",
    "243132376323155575122172514",
    *(DRAWN[:length] for length in range(CELLS - 4, CELLS + 1)),
)
"""No move wins at once: all are safe, also with full columns; some are; one is; none is; the board fills."""
WINS = WON, "155741552513335614311427326", "534616513544234455136267463763572"
"""The last or the first column that has room wins at once."""
SCORES = (-3, 2, 0, -5, 4, -1, 2), (-4, -2, -6, -5, -2, -7, -3), (1, 2, 3, 4, 5, 6, 7), (9, 0, 7, 9, 3, 0, -9)
"""What the moves may be worth to the mover, by column."""
BOOK_SCORE = 3  # by a book that is made up
LIMITS = (
    *((score, -MAX_SCORE, MAX_SCORE) for score in (-18, -9, -5, -1, 0, 1, 4, 9, 14)),
    *((score, -1, 1) for score in (-5, -1, 0, 1, 5)),
    *((score, score - less, score + more) for score in (-3, 0, 6) for less, more in ((0, 2), (1, 1), (2, 0))),
)
"""Scores, each with limits between which it is looked for."""
Reply = Callable[[Any, Mapping[str, Any]], int]


class Endless(Exception):
    """A search makes more calls than any right one."""


class Case(NamedTuple):
    """A position, what its moves are worth to the mover, its score, and the limits of that."""

    moves: str
    worth: tuple[tuple[int, int], ...]
    score: int
    lowest: int
    highest: int


@cache
def list_cases(boards: Sequence[str]) -> list[Case]:
    """Return positions with scores of moves that can be."""
    return list(dict.fromkeys(make_case(moves, scores) for moves in boards for scores in SCORES))


def make_case(moves: str, scores: Sequence[int]) -> Case:
    """Return a position whose moves are worth these scores, as far as they can be."""
    ours, stones, playable = load_ours(), len(moves), find_playable(moves)
    lowest, highest = -win_score(stones + 3), win_score(stones + 2)
    if playable & find_winning_squares(moves, of_mover=True):
        return Case(moves, (), win_score(stones), lowest, highest)
    safe, cells = play_moves(ours, moves).safe_moves(), ours.module.position.cells
    worth = {
        column: -win_score(stones + 1)
        if not safe & cells(column)
        else 0
        if stones >= CELLS - 2
        else min(max(scores[column], lowest), highest)
        for column in range(WIDTH)
        if playable & cells(column)
    }
    return Case(moves, tuple(worth.items()), max(worth.values(), default=0), lowest, highest)


def list_windows(case: Case) -> list[tuple[int, int]]:
    """Return the widest window, then others that end at and around the scores that matter."""
    ends = {case.score - 1, *(score for _, score in case.worth)}
    ends |= {limit + more for limit in (case.lowest, case.highest) for more in (-1, 0, 1)}
    inside = sorted(end for end in ends if -MAX_SCORE < end < MAX_SCORE)
    narrow = [(end, end + 1) for end in inside]
    wide = [window for end in inside for window in ((-MAX_SCORE, end), (end, MAX_SCORE))]
    return [(-MAX_SCORE, MAX_SCORE), *narrow, *wide]


def place_result(result: object, low: int, high: int) -> object:
    """Return a result inside a window, else only on which side of it."""
    if not isinstance(result, int):
        return f"{result}"
    return "at most" if result <= low else "at least" if result >= high else result


def trace_search(program: Step) -> Iterator[object]:
    """Yield what the search of a program does in many calls, perhaps an error last; nothing if unknown."""
    try:
        yield from trace_functions(program)
    except GeneratorExit:
        raise
    except BaseException as error:  # a program may raise anything, even what is meant to end a process
        yield type(error).__name__


def trace_functions(program: Step) -> Iterator[object]:
    """Yield what `solve`, `search` and `negamax` do, if their parameters are known."""
    solver = program.module.solver
    functions: list[Any] = [getattr(solver, name) for name in ("negamax", "search") if hasattr(solver, name)]
    if not functions or any({*inspect.signature(function).parameters} - KNOWN for function in functions):
        return
    if not any(calls for calls, *_ in trace_negamax(program, (LATE,))):
        return  # it does not call itself by its name: from earlier positions it would search for ever
    yield from trace_solve(program)
    if hasattr(solver, "search"):
        yield from trace_questions(program)
    promised = hasattr(program.module.Position, "safe_moves")  # that no move wins at once
    yield from trace_negamax(program, POSITIONS if promised else POSITIONS + WINS)


def catch(ask: Callable[[], object]) -> object:
    """Return an answer, or the name of an error."""
    try:
        return ask()
    except BaseException as error:  # a program may raise anything, even what is meant to end a process
        return type(error).__name__


def watch_call(
    program: Step, name: str, given: Mapping[str, object], reply: Reply
) -> tuple[list[object], object]:
    """Return the calls of negamax that a function makes, answered by `reply`, and its result."""
    solver, calls = program.module.solver, list[object]()
    names = {id(value): key for key, value in given.items()}
    function, signature = getattr(solver, name), inspect.signature(solver.negamax)

    def answer(*arguments: Any, **named: Any) -> int:
        about = signature.bind(*arguments, **named).arguments
        position, *others = about.values()
        shown = [value if type(value) is int else names.get(id(value), "another") for value in others]
        calls.append((count_stones(position), int(position.moves), shown))
        if len(calls) > MOST:
            raise Endless
        return reply(position, about)

    with replace_parts(solver, negamax=answer):
        return calls, catch(lambda: function(**given))


def count_stones(position: Any) -> list[int]:
    """Return how many stones each column of a position has."""
    if hasattr(position, "heights"):
        return [int(height) for height in position.heights]
    bits = HEIGHT + 1
    return [(position.mask >> column * bits & (1 << bits) - 1).bit_count() for column in range(WIDTH)]


def trace_negamax(program: Step, boards: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield what negamax does on some boards: its calls, its result, and what it leaves behind."""
    names = list(inspect.signature(program.module.solver.negamax).parameters)
    table = make_table(program, SMALLEST) if "table" in names else None
    for case in list_cases(boards):
        windows = list_windows(case) if "alpha" in names else [(-MAX_SCORE, MAX_SCORE)]
        for window in windows:
            yield trace_call(program, names, case, window, table, None)
        for low, high in windows if table and case.worth else ():
            for bound in (case.score, case.score + 2):
                if bound < case.highest and high == low + 1:
                    yield trace_call(program, names, case, (low, high), table, bound)
        for book in list_books(program, case) if "book" in names else ():
            yield trace_call(program, names, case, windows[0], table, None, book)


def trace_call(
    program: Step,
    names: Sequence[str],
    case: Case,
    window: tuple[int, int],
    table: Any,
    bound: int | None,
    book: Any = None,
) -> tuple[Any, ...]:
    """Return what negamax does in a case, with a bound in the table, or a book that knows another score."""
    position, nodes, worth = play_moves(program, case.moves), zeros(1), dict(case.worth)
    before = count_stones(position)
    given = {"position": position, "alpha": window[0], "beta": window[1], "table": table, "nodes": nodes}
    given["book"] = book or ("book" in names and load_part(program, "book", "NO_BOOK"))

    def reply(child: Any, _: Mapping[str, Any]) -> int:
        grown = [column for column, count in enumerate(count_stones(child)) if count > before[column]]
        return -worth.get(grown[-1], 0) if grown else 0

    games = [case.moves, *(case.moves + COLUMN_NAMES[column] for column in worth)]
    keys = [play_moves(program, moves).key() for moves in games] if table else []
    for key in keys:
        table.put(key, 0)
    if bound is not None:
        table.put(keys[0], bound + OFFSET)
    calls, result = watch_call(program, "negamax", {name: given[name] for name in names}, reply)
    ends = window[0], min(window[1], case.highest if bound is None else bound)
    judged = result if book else place_result(result, *ends)
    kept = [table.get(key) for key in keys]
    if kept and kept[0]:
        kept[0] = place_result(kept[0] - OFFSET, *ends)
    return calls, judged, nodes[0], count_stones(position) == before, kept[:1], list(map(bool, kept[1:]))


def list_books(program: Step, case: Case) -> Iterator[Any]:
    """Yield books that are made up: with the position, with others, for more stones and for fewer."""
    key, stones = compute_ternary_key(program, case.moves), len(case.moves)
    zero, book = load_part(program, "book", "ZERO"), load_part(program, "book", "Book")
    for plies, keys in (
        *((plies, [key]) for plies in (stones, stones - 1, stones + 1)),
        *((stones, keys) for keys in ([key - 1, key], [key - 1, key + 1])),
    ):
        entries = array([256 * at + BOOK_SCORE * (at == key) + zero for at in keys])
        yield book(entries, len(keys), plies)


def trace_questions(program: Step) -> Iterator[object]:
    """Yield the questions of `search`, if answers are the score, or just a yes or a no, and its result."""
    names = inspect.signature(program.module.solver.search).parameters
    for moves in (QUIET, WON):
        for score, low, high in LIMITS:
            some = {"position": play_moves(program, moves), "low": low, "high": high}
            given = {name: some.get(name, name) for name in names}
            for is_exact in (True, False):

                def reply(
                    _: Any, about: Mapping[str, Any], score: int = score, exact: bool = is_exact
                ) -> int:
                    return score if exact else about["alpha"] + (score > about["alpha"])

                calls, result = watch_call(program, "search", given, reply)
                yield calls, place_result(result, low - 1, high + 1)


def trace_solve(program: Step) -> Iterator[object]:
    """Yield what `solve` asks and returns, what is kept until a reset, and which books are read."""
    solver, seen, scores = program.module.solver, list[object](), iter((5, 5, -7, 0, 4))

    def watch(name: str) -> Callable[..., int]:
        signature = inspect.signature(getattr(solver, name, solver.negamax))

        def answer(*arguments: Any, **named: Any) -> int:
            about = signature.bind(*arguments, **named).arguments
            seen.append((name, [value if type(value) is int else key for key, value in about.items()]))
            about["nodes"][0] += 1
            if "table" in about:
                seen.append((about["table"].size, about["table"].get(5)))
                about["table"].put(5, 9)
            return next(scores)

        return answer

    some = {"size": SMALLEST, "book": None}
    options = {name: value for name, value in some.items() if program.knows(name)}
    with replace_parts(solver, search=watch("search"), negamax=watch("negamax")):
        mine: Any = catch(lambda: solver.Solver(**options))
        for ask in (
            lambda: mine.solve(play_moves(program, QUIET)),
            *[lambda: mine.solve(play_moves(program, QUIET), weak=True)] * 3,
            lambda: mine.reset(),
            lambda: mine.solve(play_moves(program, QUIET)),
        ):
            seen.append((catch(ask), catch(lambda: mine.nodes)))
    yield seen
    if "book" in options:
        yield list(trace_books(program))


def trace_books(program: Step) -> Iterator[object]:
    """Yield which books a solver reads: by default, if it is given none, and another one."""
    solver, seen = program.module.solver, list[str]()

    def read(path: Path) -> Any:
        seen.append(path.name)
        return solver.NO_BOOK

    def count(path: Path) -> int:
        return len(SHORT) if path.name else 0

    def search(*_: object) -> int:
        return 0

    yield inspect.signature(solver.Solver).parameters["book"].default == solver.EMBEDDED
    with replace_parts(solver, read_book=read, count_plies=count, search=search):
        for book in (None, Path("another")):
            make = partial(solver.Solver, size=SMALLEST, book=book)
            yield catch(lambda make=make: make().solve(play_moves(program, SHORT))), seen.copy()
            seen.clear()
