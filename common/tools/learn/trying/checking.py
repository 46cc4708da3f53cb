"""Ask a program the questions of a stage's checks, and say as data what went wrong.

This is plain Python that starts no processes, so that a page can run it too. Whoever runs it sets limits on
time and memory.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any

from common.tools.claims import Program, Question
from common.tools.learn.checks import CHECKS
from common.tools.learn.checks.program import Missing
from common.tools.learn.curriculum.sample import Lines
from common.tools.learn.trying import wording
from common.tools.learn.trying.events import MOST_TOLD, Answers, Asked, Begun, Event, Failure, Held, Measured
from common.tools.learn.trying.wording import IsOwn, format_answer, format_error, judge_error, trace_error
from common.tools.sets import Line

MORE_SECONDS = 3.0  # for the answers after the first wrong one, which tell what the mistake is
IMPORT = "Before anything can be asked, Python has to read your files."
NUMBA = (
    "Compiled code has integers of at most 63 bits, tuples and arrays, but no dict, no text, and no methods "
    "of integers such as bit_count. Plain Python, without --compiled, may do."
)
NO_VALUE = (
    "There is a None where a value is needed: a function returned nothing, perhaps as a `return` is missing."
)
ENDLESS = "A function calls itself without end: something has to end it, before or instead of the next call."
MOST = 1.1  # times our nodes are few enough


def run_checks(checks: Sequence[str], lines: Lines, program: Program, is_own: IsOwn) -> Iterator[Event]:
    """Run checks until one fails; then yield the answers to all its questions, as many as come in time.

    `is_own` tells whether a file is the learner's.
    """
    for name in checks:
        yield Begun(name, CHECKS[name].title.format(seed=lines.seed))
        answers: list[Any] = []
        failed_at = 0.0
        for question in ask_check(name, lines, program):
            yield Asked(question.moves, question.asked, list(question.drawn))
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
    if program.figures:
        yield measure_sample(program, lines)


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
        kind, came = "missing", f"{error}" if isinstance(error, Missing) else "not written yet"
    elif isinstance(error, AttributeError) and error.name and not trace:  # it was asked for by us
        kind, came = "missing", f"{type(error.obj).__name__} has no {error.name} yet"
    moves, asked, drawn = question.moves, question.asked, list(question.drawn)
    return Failure(check, kind, moves, asked, came, format_answer(question.right), idea, drawn, trace)


def find_idea(error: BaseException, otherwise: str = "") -> str:
    """Return what an error points to."""
    if wording.is_numba_error(error):
        return NUMBA
    if isinstance(error, TypeError) and "NoneType" in wording.read_error_text(error):
        return NO_VALUE
    return ENDLESS if isinstance(error, RecursionError) else otherwise


def measure_sample(program: Program, lines: Sequence[Line]) -> Measured:
    """Return what solving the lines took, those that were solved before not again."""
    for line in lines:
        if line.moves not in program.figures:
            program.measure_score(line.moves)
    figures = [program.figures[line.moves] for line in lines]
    # A program may say anything.
    nodes = [max(-MOST_TOLD, min(MOST_TOLD, figure.nodes)) for figure in figures]
    return Measured(nodes, [figure.seconds for figure in figures])


def find_node_excess(lines: Sequence[Line], theirs: Measured, ours: Measured) -> Failure | None:
    """Return what to say if a program explores too many nodes, None if few enough."""
    total, limit = sum(theirs.nodes), int(MOST * sum(ours.nodes))
    if total <= limit:
        return None
    worst = max(range(len(lines)), key=lambda index: theirs.nodes[index] - ours.nodes[index])
    return Failure(
        "nodes",
        "nodes",
        lines[worst].moves,
        f"nodes for {len(lines)} positions in all, and for this one, where the difference is largest",
        f"{total:,} in all, {theirs.nodes[worst]:,} for this one",
        f"at most {limit:,} in all; ours takes {sum(ours.nodes):,}, and {ours.nodes[worst]:,} for this one",
        "All scores are right, but the search looks at more positions than it has to: "
        "some of the stage's idea is missing, or comes too late.",
    )
