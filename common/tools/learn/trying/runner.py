"""Run a learner's program in a process of its own, with limits, and say what happened."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from common.tools.learn.curriculum.sample import load_ladder_lines
from common.tools.learn.curriculum.stages import Files, Stage, write_files
from common.tools.learn.trying.events import Answers, Diagnosed, Event, Explained, Failure, Solved
from common.tools.learn.trying.process import HUNG, Limits, run_task
from common.tools.sets import load_set

DIAGNOSIS_SECONDS = 20.0
ROUNDS = 5  # of measuring, if they take little time
MOST = 1.1  # times our nodes are few enough


class Measured(NamedTuple):
    """What solving some positions took."""

    nodes: int
    seconds: float


@dataclass(frozen=True)
class Passed:
    """A stage is passed: nodes and best times of their program, of ours, and of theirs before.

    positions       how many they all solved
    ladder_nodes    what their program takes for the positions that are the same for all stages
    """

    positions: int
    theirs: Measured
    ours: Measured
    before: Measured | None
    ladder_nodes: int


def check_folder(
    folder: Path, stage: Stage, limits: Limits, before: Path | None = None, rounds: int = ROUNDS
) -> Iterator[Event | Passed]:
    """Yield what happens when a folder's program is checked; at the end Passed, or Explained after a Failure.

    A program that passes is measured in that many rounds, beside ours and that of the stage before. Raise
    UserError if there are no positions to ask.
    """
    load_set(stage.sample.set)
    failure: Failure | None = None
    answers: Sequence[Any] = ()
    for event in run_task("check", [folder], stage, limits):
        if isinstance(event, Answers):
            answers = event.answers
        elif not failure:
            yield event
            failure = event if isinstance(event, Failure) else None
    if not failure:
        passed = measure_folder(folder, stage, limits, before, rounds)
        if isinstance(passed, Passed):
            yield passed
            return
        failure, answers = passed
        yield failure
    yield explain_failure(failure, answers, stage, limits)


def measure_folder(
    folder: Path, stage: Stage, limits: Limits, before: Path | None, rounds: int
) -> Passed | tuple[Failure, Sequence[int]]:
    """Return what a stage took a program; if that is too many nodes, what to say and all of them."""
    lines = stage.sample.lines()
    best: list[dict[str, Solved]] = [{}, {}, {}]  # of their program, ours, and theirs before
    failure: Failure | None = None
    with open_program_folder(stage.ours()) as ours_folder:
        folders = [folder, ours_folder, *([before] if before else [])]
        for event in run_task("measure", folders, stage, replace(limits, quiet=True), rounds=rounds):
            if isinstance(event, Solved):
                known = best[event.program]
                known[event.moves] = min(event, known.get(event.moves, event), key=attrgetter("seconds"))
            elif isinstance(event, Failure):
                failure = event
    theirs, ours, earlier = (
        [solved[line.moves] for line in lines if line.moves in solved] for solved in best
    )
    if min(len(theirs), len(ours)) < len(lines):
        assert failure
        return failure, ()
    if failure := find_node_excess(theirs, ours):
        return failure, [solved.nodes for solved in theirs]
    ladder = [best[0].get(line.moves) for line in load_ladder_lines()]
    ladder_nodes = sum(solved.nodes for solved in ladder if solved) if all(ladder) else 0
    took_before = sum_up(earlier) if len(earlier) == len(lines) else None
    return Passed(len(lines), sum_up(theirs), sum_up(ours), took_before, ladder_nodes)


def explain_failure(failure: Failure, answers: Sequence[Any], stage: Stage, limits: Limits) -> Explained:
    """Return a failure with what it points to, as far as the stage's wrong solutions tell."""
    idea = ""
    if failure.kind == "hung":
        idea = describe_hang(stage)
    elif failure.kind != "missing" and answers:
        soon = replace(limits, seconds=DIAGNOSIS_SECONDS, total=DIAGNOSIS_SECONDS, compiled=False, quiet=True)
        asked = {"check": failure.check, "answers": answers}
        with open_program_folder({}) as place:  # here: a process that is ended takes nothing away
            found = [*run_task("diagnose", [place], stage, soon, **asked)][-1:]
        idea = "".join(event.idea for event in found if isinstance(event, Diagnosed))
    return Explained(*failure._replace(idea=idea or failure.idea))


def describe_hang(stage: Stage) -> str:
    """Return what it points to if a program does not come back."""
    descriptions = [mistake.says for mistake in stage.mistakes if mistake.hangs]
    if not descriptions:
        return HUNG
    return ("One of these: " if len(descriptions) > 1 else "") + "\nOr: ".join(descriptions)


def sum_up(solved: Sequence[Solved]) -> Measured:
    """Return what positions took in sum."""
    return Measured(sum(each.nodes for each in solved), sum(each.seconds for each in solved))


def find_node_excess(theirs: Sequence[Solved], ours: Sequence[Solved]) -> Failure | None:
    """Return what to say if a program explores too many nodes, None if few enough."""
    nodes, our_nodes = sum_up(theirs).nodes, sum_up(ours).nodes
    limit = int(MOST * our_nodes)
    if nodes <= limit:
        return None
    worst, our_worst = max(zip(theirs, ours, strict=True), key=lambda pair: pair[0].nodes - pair[1].nodes)
    return Failure(
        "nodes",
        "nodes",
        worst.moves,
        f"nodes for {len(theirs)} positions in all, and for this one, where the difference is largest",
        f"{nodes:,} in all, {worst.nodes:,} for this one",
        f"at most {limit:,} in all; ours takes {our_nodes:,}, and {our_worst.nodes:,} for this one",
        "All scores are right, but the search looks at more positions than it has to: "
        "some of the stage's idea is missing, or comes too late.",
    )


@contextmanager
def open_program_folder(files: Files) -> Generator[Path]:
    """Yield a folder with files in it, for as long as it is needed."""
    with TemporaryDirectory() as name:
        write_files(Path(name), files)
        yield Path(name)
