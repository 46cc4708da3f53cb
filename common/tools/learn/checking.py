"""Ask a program the questions of a stage's checks, and say as data what went wrong.

This is plain Python that starts no processes, so that a page can run it too. Whoever runs it sets limits on
time and memory.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from traceback import extract_tb
from typing import Any, cast

from common.tools.benchmark.sets import Line
from common.tools.learn.checks import CHECKS
from common.tools.learn.checks.program import Missing
from common.tools.learn.events import Answers, Asked, Begun, Event, Failure, Held, Measured
from common.tools.learn.sample import Lines
from common.tools.testing.claims import Program, Question

COLOURS = re.compile(r"\x1b\[[0-9;]*m")  # of a terminal, which Numba puts into its errors
MORE_SECONDS = 3.0  # for the answers after the first wrong one, which tell what the mistake is
IMPORT = "Before anything can be asked, Python has to read your files."
NUMBA = (
    "Numba cannot compile this. Compiled code has integers of at most 63 bits, tuples and arrays, but no "
    "dict, no text, and no methods of integers such as bit_count. Plain Python, without --compiled, may do."
)
NO_VALUE = (
    "There is a None where a value is needed: a function returned nothing, perhaps as a `return` is missing."
)
ENDLESS = "A function calls itself without end: something has to end it, before or instead of the next call."
STOPPED = "Your program stopped with an error before it could answer."
SHOWN = 6  # lines of a trace, the last ones
MOST = 1.1  # times our nodes are few enough

Own = Callable[[str], bool]


def checked(checks: Sequence[str], lines: Lines, program: Program, own: Own) -> Iterator[Event]:
    """Run checks until one fails; then yield the answers to all its questions, as many as come in time.

    `own` tells whether a file is the learner's.
    """
    for name in checks:
        yield Begun(name, CHECKS[name].title.format(seed=lines.seed))
        answers: list[Any] = []
        failed = 0.0
        for question in questions(name, lines, program):
            yield Asked(question.moves, question.asked, list(question.drawn))
            answer, error = answered(question)
            answers.append(answer)
            if not failed and (error or not is_right(question, answer)):
                failed = perf_counter()
                yield failure(name, question, answer, error, own)
            if failed and perf_counter() - failed > MORE_SECONDS:
                break
        if failed:
            yield Answers(answers)
            return
        yield Held(name, len(answers))
    if program.figures:
        yield measured(program, lines)


def questions(check: str, lines: Lines, program: Program) -> Iterator[Question]:
    """Yield the questions of a check; what goes wrong on the way to the next one is one more of them."""
    program.renew()
    try:
        yield from CHECKS[check].questions(program, lines)
    except Exception as error:
        yield Question("", "what the check needs", partial(raised, error), "no error")


def raised(error: Exception) -> None:
    """Raise an error again."""
    raise error


def answered(question: Question) -> tuple[Any, BaseException | None]:
    """Return the answer to a question; if it is an error, its name and the error itself."""
    try:
        return plain(question.ask()), None
    except (Exception, SystemExit) as error:
        return type(error).__name__, error


def is_right(question: Question, answer: Any) -> bool:
    """Tell whether an answer is right; one of another kind than expected is not."""
    try:
        return bool(question.holds(answer))
    except Exception:
        return False


def plain(answer: Any) -> Any:
    """Return an answer in Python's own types: compiled code returns some of NumPy's."""
    if answer is None or isinstance(answer, bool | int | str):
        return answer
    if isinstance(answer, tuple | list):
        return tuple(plain(part) for part in cast("Sequence[Any]", answer))
    return plain(answer.item()) if hasattr(answer, "item") else repr(answer)


def failure(check: str, question: Question, answer: Any, error: BaseException | None, own: Own) -> Failure:
    """Return what to say about an answer that is wrong, or an error."""
    idea = CHECKS[check].idea
    kind, came, trace = "wrong", shown(answer), list[str]()
    if error:
        kind, came, trace, idea = "crashed", shown_error(error), traced(error, own), idea_of(error, STOPPED)
    if isinstance(error, Missing | NotImplementedError):
        kind, came = "missing", f"{error}" if isinstance(error, Missing) else "not written yet"
    elif isinstance(error, AttributeError) and error.name and not trace:  # it was asked for by us
        kind, came = "missing", f"{type(error.obj).__name__} has no {error.name} yet"
    drawn = list(question.drawn)
    return Failure(
        check, kind, question.moves, question.asked, came, shown(question.right), idea, drawn, trace
    )


def shown(answer: Any) -> str:
    """Return an answer as it is read aloud."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, tuple):
        return ", ".join(shown(part) for part in cast("tuple[Any, ...]", answer))
    return f"{answer}"


def shown_error(error: BaseException) -> str:
    """Return an error in one line."""
    if isinstance(error, MemoryError):
        return "memory ran out"
    return COLOURS.sub("", f"{type(error).__name__}: {error}").rstrip(": ")


def idea_of(error: BaseException, otherwise: str) -> str:
    """Return what an error points to."""
    if type(error).__module__.startswith("numba."):
        return NUMBA
    if isinstance(error, TypeError) and "NoneType" in f"{error}":
        return f"{STOPPED} {NO_VALUE}"
    return f"{STOPPED} {ENDLESS}" if isinstance(error, RecursionError) else otherwise


def traced(error: BaseException, own: Own) -> list[str]:
    """Return the lines of the learner's own files that led to an error, the last ones."""
    if isinstance(error, SyntaxError):
        text = (error.text or "").rstrip()
        return [f"{Path(error.filename or '').name}, line {error.lineno}: {text.strip()}"]
    frames = [frame for frame in extract_tb(error.__traceback__) if own(frame.filename)]
    return [
        f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}: {frame.line}" for frame in frames
    ][-SHOWN:]


def measured(program: Program, lines: Sequence[Line]) -> Measured:
    """Return what solving the lines took, those that were solved before not again."""
    for line in lines:
        if line.moves not in program.figures:
            program.measured(line.moves)
    figures = [program.figures[line.moves] for line in lines]
    return Measured([each.nodes for each in figures], [each.seconds for each in figures])


def too_many(lines: Sequence[Line], theirs: Measured, ours: Measured) -> Failure | None:
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
