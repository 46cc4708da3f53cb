"""Run a learner's program in a process of its own, with limits, and say what happened."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from common.tools.learn.curriculum.sample import load_ladder_lines, make_seed
from common.tools.learn.curriculum.stages import Files, Stage, write_files
from common.tools.learn.trying.events import Answers, Diagnosed, Event, Explained, Failure, Solved
from common.tools.learn.trying.process import HUNG, START_SECONDS, run_child
from common.tools.sets import Line

DIAGNOSIS_SECONDS = 20.0
ROUNDS = 5  # of measuring, if they take little time
MOST = 1.1  # times our nodes are few enough


@dataclass(frozen=True)
class Limits:
    """What a program may take: seconds for a question and in all, MiB of memory; and how it is run.

    A page can start no process: a program runs `here`, without limits, and the reader can end it. Random
    positions are drawn by `seed`.
    """

    seconds: float = 10.0
    total: float = 600.0
    memory: int = 2048
    compiled: bool = False
    quiet: bool = False
    here: bool = False
    seed: str = field(default_factory=make_seed)


class Measured(NamedTuple):
    """What solving each of some positions took."""

    nodes: Sequence[int]
    seconds: Sequence[float]

    @property
    def total_nodes(self) -> int:
        """Return the nodes of all positions."""
        return sum(self.nodes)

    @property
    def total_seconds(self) -> float:
        """Return the time of all positions."""
        return sum(self.seconds)


@dataclass(frozen=True)
class Passed:
    """A stage is passed: nodes and best times of their program, of ours, and of theirs before.

    ladder_nodes    what their program takes for the positions that are the same for all stages
    """

    theirs: Measured
    ours: Measured
    before: Measured | None
    ladder_nodes: int


def check_folder(
    folder: Path, stage: Stage, limits: Limits, before: Path | None = None, rounds: int = ROUNDS
) -> Iterator[Event | Passed]:
    """Yield what happens when a folder's program is checked; at the end Passed, or Explained after a Failure.

    A program that passes is measured in so many rounds, beside ours and that of the stage before.
    """
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
    solved: dict[tuple[int, str], list[Solved]] = {}
    failure: Failure | None = None
    with open_program_folder(stage.ours()) as ours_folder:
        folders = [folder, ours_folder, *([before] if before else [])]
        for event in run_task("measure", folders, stage, replace(limits, quiet=True), rounds=rounds):
            if isinstance(event, Solved):
                solved.setdefault((event.program, event.moves), []).append(event)
            elif isinstance(event, Failure):
                failure = event
    theirs, ours, earlier = (find_best_times(solved, program, lines) for program in range(3))
    if not theirs or not ours:
        assert failure
        return failure, ()
    if failure := find_node_excess(lines, theirs, ours):
        return failure, theirs.nodes
    ladder = find_best_times(solved, 0, load_ladder_lines())
    return Passed(theirs, ours, earlier, ladder.total_nodes if ladder else 0)


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


def find_best_times(
    solved: dict[tuple[int, str], list[Solved]], program: int, lines: Sequence[Line]
) -> Measured | None:
    """Return the nodes and the least time of each line, None if a program has not solved all of them."""
    rounds = [solved.get((program, line.moves), []) for line in lines]
    if not all(rounds):
        return None
    return Measured([each[0].nodes for each in rounds], [min(one.seconds for one in each) for each in rounds])


def find_node_excess(lines: Sequence[Line], theirs: Measured, ours: Measured) -> Failure | None:
    """Return what to say if a program explores too many nodes, None if few enough."""
    limit = int(MOST * ours.total_nodes)
    if theirs.total_nodes <= limit:
        return None
    worst = max(range(len(lines)), key=lambda index: theirs.nodes[index] - ours.nodes[index])
    return Failure(
        "nodes",
        "nodes",
        lines[worst].moves,
        f"nodes for {len(lines)} positions in all, and for this one, where the difference is largest",
        f"{theirs.total_nodes:,} in all, {theirs.nodes[worst]:,} for this one",
        f"at most {limit:,} in all; ours takes {ours.total_nodes:,}, and {ours.nodes[worst]:,} for this one",
        "All scores are right, but the search looks at more positions than it has to: "
        "some of the stage's idea is missing, or comes too late.",
    )


class open_program_folder(TemporaryDirectory[str]):  # noqa: N801 (it is used like a function)
    """A folder with files in it, for as long as it is needed."""

    def __init__(self, files: Files) -> None:
        super().__init__()
        write_files(Path(self.name), files)

    def __enter__(self) -> Path:  # type: ignore[override]
        return Path(self.name)


def run_task(
    verb: str, folders: Sequence[Path], stage: Stage, limits: Limits, **more: Any
) -> Iterator[Event]:
    """Yield the events of a task, which a process of its own does unless it is to be done here."""
    task = {
        "verb": verb,
        "folders": [f"{folder.absolute()}" for folder in folders],
        "stage": stage.name,
        "memory": limits.memory,
        "processor_seconds": int(limits.total) + int(START_SECONDS),
        "seed": limits.seed,
    } | more
    if limits.here:
        from common.tools.learn.trying.child import begin_task  # not sooner: a hint need not wait for Numba

        return begin_task(task)
    how = {"compiled": limits.compiled, "quiet": limits.quiet}
    return run_child(task, seconds=limits.seconds, total=limits.total, **how)
