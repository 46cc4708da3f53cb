"""Ask a program the questions of a stage's checks, and say as data what went wrong.

This is plain Python that starts no processes, so that a page can run it too. Whoever runs it sets limits on
time and memory.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter
from traceback import extract_tb
from typing import Any

from common.tools.claims import Program, Question
from common.tools.learn.checks import CHECKS
from common.tools.learn.checks.program import Missing
from common.tools.learn.curriculum.sample import Lines, load_ladder_lines
from common.tools.learn.trying import wording
from common.tools.learn.trying.events import Answers, Asked, Begun, Event, Failure, Held, Solved
from common.tools.learn.trying.wording import IsOwn, format_answer, format_error, judge_error, trace_error
from common.tools.sets import Line

MORE_SECONDS = 3.0  # for the answers after the first wrong one, which tell what the mistake is
ENOUGH_SECONDS = 3.0  # of measuring, after which no round begins
MOST_NODES = 1 << 50  # told of a position: a program may say anything, and a sum of them has to fit 63 bits
IMPORT = "Before anything can be asked, Python has to read your files."
NUMBA = (
    "Compiled code has integers of at most 63 bits, tuples and arrays, but no dict, no text, and no methods "
    "of integers such as bit_count. Plain Python, without --compiled, may do."
)
NO_VALUE = (
    "There is a None where a value is needed: a function returned nothing, perhaps as a `return` is missing."
)
ENDLESS = "A function calls itself without end: something has to end it, before or instead of the next call."


def run_checks(checks: Sequence[str], lines: Lines, program: Program, is_own: IsOwn) -> Iterator[Event]:
    """Run checks until one fails; then yield the answers to all its questions, as many as come in time.

    `is_own` tells whether a file is the learner's.
    """
    for name in checks:
        yield Begun(name, CHECKS[name].title.format(seed=lines.seed))
        answers: list[Any] = []
        failed_at = 0.0
        for question in ask_check(name, lines, program):
            yield Asked(question.moves, question.asked, question.drawn)
            answer, error = ask_question(question)
            answers.append(answer)
            if not failed_at and (error is not None or not is_right(question, answer)):
                failed_at = perf_counter()
                yield make_failure(name, question, answer, error, is_own)
            if failed_at and perf_counter() - failed_at > MORE_SECONDS:
                break
        if failed_at:
            yield Answers(answers)
            return
        yield Held(name, len(answers))


def ask_check(check: str, lines: Lines, program: Program) -> Iterator[Question]:
    """Yield the questions of a check; what goes wrong on the way to the next one is one more of them."""
    program.drop_solver()
    try:
        yield from CHECKS[check].questions(program, lines)
    except GeneratorExit:
        raise
    except BaseException as error:
        yield Question("", "what the check needs", partial(raise_error, error), "no error")


def raise_error(error: BaseException) -> None:
    """Raise an error again."""
    raise error


def ask_question(question: Question) -> tuple[Any, BaseException | None]:
    """Return the answer to a question; if it is an error, its name and the error itself."""
    try:
        return wording.simplify_answer(question.ask()), None
    except BaseException as error:  # a program may raise anything, even what is meant to end a process
        return type(error).__name__, error


def is_right(question: Question, answer: Any) -> bool:
    """Tell whether an answer is right; one of another kind than expected is not."""
    try:
        return bool(question.is_right(answer))
    except Exception:
        return False


def make_failure(
    check: str, question: Question, answer: Any, error: BaseException | None, is_own: IsOwn
) -> Failure:
    """Return what to say about an answer that is wrong, or an error."""
    kind, came, trace, idea = "wrong", format_answer(answer), list[str](), CHECKS[check].idea
    if error is not None:
        kind, came, trace = judge_error(error), format_error(error), trace_error(error, is_own)
        idea = find_idea(error)
    if isinstance(error, Missing | NotImplementedError):
        kind, came = "missing", f"{error}" if isinstance(error, Missing) else name_unwritten(error)
    elif isinstance(error, AttributeError) and error.name and not trace:  # it was asked for by us
        kind, came = "missing", f"{type(error.obj).__name__} has no {error.name} yet"
    moves, asked, right = question.moves, question.asked, format_answer(question.right)
    return Failure(check, kind, moves, asked, came, right, idea, question.drawn, trace)


def name_unwritten(error: NotImplementedError) -> str:
    """Say which function is not written yet."""
    frames = extract_tb(error.__traceback__)
    return f"{frames[-1].name if frames else 'it'} is not written yet"


def find_idea(error: BaseException, otherwise: str = "") -> str:
    """Return what an error points to."""
    if wording.is_numba_error(error):
        return NUMBA
    if isinstance(error, TypeError) and "NoneType" in wording.read_error_text(error):
        return NO_VALUE
    return ENDLESS if isinstance(error, RecursionError) else otherwise


def count_sample_nodes(program: Program, lines: Sequence[Line]) -> list[int]:
    """Return the nodes that a program takes for each line."""
    return [measure_position(program, 0, line.moves).nodes for line in lines]


def measure_position(program: Program, number: int, moves: str) -> Solved:
    """Return what a position takes a program, with nothing remembered."""
    program.measure_score(moves)
    nodes, seconds = program.figures[moves]
    return Solved(number, moves, max(-MOST_NODES, min(MOST_NODES, nodes)), seconds)


def measure_programs(programs: Sequence[Program], sample: Sequence[Line], rounds: int) -> Iterator[Event]:
    """Measure programs in turns: each round on the sample, the first of them once on the ladder's positions.

    There are fewer rounds if they take long.
    """
    yield Begun("nodes", "nodes")
    start = perf_counter()
    for finished_rounds in range(rounds):
        if finished_rounds and perf_counter() - start > ENOUGH_SECONDS:
            return
        for number, program in enumerate(programs):
            ladder = load_ladder_lines() if finished_rounds == number == 0 else []
            for moves in dict.fromkeys(line.moves for line in [*sample, *ladder]):
                yield Asked(moves, "the score, as solve(position)")
                yield measure_position(program, number, moves)
