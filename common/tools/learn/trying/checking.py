"""Ask a program the questions of a stage's checks, and report what went wrong as data.

This is plain Python that starts no processes, so that a page can run it too. The caller sets limits on time
and memory.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from time import perf_counter
from traceback import extract_tb

from c4.engine import Answer, Step
from common.tools.answers import describe_error, format_answer, simplify_answer
from common.tools.claims import Claim, measure_score
from common.tools.learn.checks import CHECKS
from common.tools.learn.curriculum.stages import COURSE_POSITION, Lines
from common.tools.learn.trying.events import Event, make_asked, make_failure
from common.tools.sets import Line

MORE_SECONDS = 3.0  # for the answers after the first wrong one, which show what the mistake is
ENOUGH_SECONDS = 3.0  # of measuring, after which no round begins
MOST = 1.1  # times our nodes are few enough
TOO_MANY = (
    "All scores are right, but the search looks at more positions than it has to: "
    "part of the stage's idea is missing, or comes too late."
)


def run_checks(checks: Sequence[str], lines: Lines, program: Step, folder: Path) -> Iterator[Event]:
    """Run checks until one fails; then yield the answers to all its questions, as many as come in time."""
    for name in checks:
        yield {"event": "Begun", "check": name, "title": CHECKS[name].title.format(seed=lines.seed)}
        answers: list[object] = []
        failed_at = 0.0
        for claim in ask_check(name, lines, program):
            yield make_asked(claim.moves, claim.asked, claim.drawn)
            answer, error = ask_question(claim)
            answers.append(answer)
            if not failed_at and (error is not None or not is_right(claim, answer)):
                failed_at = perf_counter()
                yield describe_failure(name, claim, answer, error, folder)
            if failed_at and perf_counter() - failed_at > MORE_SECONDS:
                break
        if failed_at:
            yield {"event": "Answers", "answers": answers}
            return
        yield {"event": "Held", "check": name, "questions": len(answers)}


def ask_check(check: str, lines: Lines, program: Step) -> Iterator[Claim]:
    """Yield the questions of a check; an error on the way to the next one counts as a question."""
    program.drop_solver()
    try:
        yield from CHECKS[check].questions(program, lines)
    except GeneratorExit:
        raise
    except BaseException as error:

        def raise_again(error: BaseException = error) -> None:
            raise error

        yield Claim("", "what the check needs", raise_again, "no error")


def ask_question(claim: Claim) -> tuple[object, BaseException | None]:
    """Return the answer to a question; if it is an error, its name and the error itself."""
    try:
        return simplify_answer(claim.ask()), None
    except BaseException as error:  # a program may raise anything, even what is meant to end a process
        return type(error).__name__, error


def is_right(claim: Claim, answer: object) -> bool:
    """Return whether an answer is right; one of an unexpected type is not."""
    try:
        return bool(claim.is_right(answer))
    except Exception:
        return False


def describe_failure(
    check: str, claim: Claim, answer: object, error: BaseException | None, folder: Path
) -> Event:
    """Return what to say about an answer that is wrong, or an error."""
    kind, came, trace, idea = "wrong", format_answer(answer), list[str](), CHECKS[check].idea
    if error is not None:
        kind, came, trace, idea = describe_error(error, folder)
    if isinstance(error, NotImplementedError):
        frames = extract_tb(error.__traceback__)
        kind, came = "missing", f"{frames[-1].name if frames else 'it'} is not written yet"
    elif isinstance(error, AttributeError) and error.name and not trace:  # it was asked for by us
        kind, came = "missing", f"{type(error.obj).__name__} has no {error.name} yet"
    return make_failure(
        kind,
        came,
        check=check,
        moves=claim.moves,
        asked=claim.asked,
        right=format_answer(claim.right),
        idea=idea,
        drawn=claim.drawn,
        trace=trace,
    )


def measure_programs(programs: Sequence[Step], lines: Sequence[Line], rounds: int) -> Iterator[Event]:
    """Measure their program, ours and perhaps their previous one in turn; slow ones get fewer rounds.

    Theirs solves the position of the course once, too. Once theirs and ours are measured, yield a failure and
    all of its nodes if these are too many; else what is known, and again with more of it.
    """
    start, positions = perf_counter(), [line.moves for line in lines]
    best: list[dict[str, Answer]] = [{} for _ in programs]

    def sum_up(number: int) -> tuple[int, float]:
        known = [best[number][moves] for moves in positions]
        return sum(answer.nodes for answer in known), sum(answer.processor_seconds for answer in known)

    for finished_rounds in range(rounds):
        if finished_rounds and perf_counter() - start > ENOUGH_SECONDS:
            return
        for number, program in enumerate(programs):
            also = [COURSE_POSITION] if finished_rounds == number == 0 else []
            for moves in dict.fromkeys(positions + also):
                yield make_asked(moves, "the score, from solve(position)")
                answer = measure_score(program, moves)
                quickest = min(answer, best[number].get(moves, answer), key=attrgetter("processor_seconds"))
                best[number][moves] = quickest
            if finished_rounds == 0 and number == 1:
                theirs, ours = ([best[at][moves].nodes for moves in positions] for at in range(2))
                if failure := find_node_excess(positions, theirs, ours):
                    yield failure
                    yield {"event": "Answers", "answers": theirs}
                    return
            if number:
                mine, ours, before = sum_up(0), sum_up(1), sum_up(2) if number == 2 else (0, 0.0)
                yield {
                    "event": "Passed",
                    "positions": len(positions),
                    "nodes": mine[0],
                    "seconds": mine[1],
                    "our_nodes": ours[0],
                    "our_seconds": ours[1],
                    "course_nodes": best[0][COURSE_POSITION].nodes,
                    "nodes_before": before[0],
                    "seconds_before": before[1],
                }


def find_node_excess(positions: Sequence[str], theirs: Sequence[int], ours: Sequence[int]) -> Event | None:
    """Return what to say if a program explores too many nodes, or None if it does not."""
    limit = int(MOST * sum(ours))
    if sum(theirs) <= limit:
        return None
    worst, nodes, our_nodes = max(zip(positions, theirs, ours, strict=True), key=lambda row: row[1] - row[2])
    asked = f"nodes for {len(theirs)} positions in all, and for this one, where the difference is largest"
    came = f"{sum(theirs):,} in all, {nodes:,} for this one"
    right = f"at most {limit:,} in all; ours takes {sum(ours):,}, and {our_nodes:,} for this one"
    return make_failure("nodes", came, check="nodes", moves=worst, asked=asked, right=right, idea=TOO_MANY)
