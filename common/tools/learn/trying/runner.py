"""Run a learner's program in a process of its own, with limits, and say what happened."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from common.tools.learn.curriculum.sample import make_seed
from common.tools.learn.curriculum.stages import Files, Stage, write_files
from common.tools.learn.trying.child import begin_task
from common.tools.learn.trying.events import Answers, Diagnosed, Event, Failure, Measured, Timed
from common.tools.learn.trying.process import HUNG, START_SECONDS, run_child

DIAGNOSIS_SECONDS = 20.0
SLOWER_SECONDS = 10.0  # for a round of the program of the stage before, which may take many times as long
ROUNDS = 5  # of measuring, if they take little time
MEASURING_SECONDS = 120.0  # with Numba, most of it is for compiling


SILENCED = Failure(
    *("", "crashed", "", "the program", "an end without a result", "a result"),
    "Something in your program has changed what tells the results, such as a function of the module json.",
)


@dataclass(frozen=True)
class Limits:
    """What a program may take: seconds for a question and in all, MiB of memory; and how it is run.

    With `on_event`, it is run in this very process, without limits, and each event goes there. So a page does
    it, which can start no process, and whose reader can end this one. Random positions are drawn by `seed`.
    """

    seconds: float = 10.0
    total: float = 600.0
    memory: int = 2048
    compiled: bool = False
    quiet: bool = False
    on_event: Callable[[Event], None] | None = None
    seed: str = field(default_factory=make_seed)


@dataclass(frozen=True)
class Passed:
    """A stage is passed: what its sample took them and us."""

    theirs: Measured
    ours: Measured


@dataclass(frozen=True)
class Gain:
    """What a stage has bought: nodes and best times of their program, of ours, and of theirs before.

    ladder_nodes    what their program takes for the positions that are the same for all stages
    """

    theirs: Measured
    ours: Measured
    before: Measured | None
    ladder_nodes: int


def check_folder(folder: Path, stage: Stage, limits: Limits) -> Iterator[Event | Passed]:
    """Yield what happens when a folder's program is checked; at the end a Failure, or Passed."""
    theirs: Measured | None = None
    failure: Failure | None = None
    answers: Answers | None = None
    for event in run_task("check", folder, stage, limits):
        match event:
            case Failure():
                failure = failure or event
            case Answers():
                answers = event
            case Measured():
                theirs = event
            case _:
                yield event
    if not failure and theirs:
        ours, failure, answers = compare_with_ours(stage, theirs, limits)
        if not failure:
            yield Passed(theirs, ours)
            return
    yield explain_failure(failure or SILENCED, answers, stage, limits)


def compare_with_ours(
    stage: Stage, theirs: Measured, limits: Limits
) -> tuple[Measured, Failure | None, Answers | None]:
    """Return what our program takes for a stage's sample, and what to say if theirs takes too many nodes."""
    ours, failure, answers = Measured([], []), None, None
    with open_program_folder(stage.ours()) as folder:
        for event in run_task("compare", folder, stage, limits, theirs=theirs):
            ours = event if isinstance(event, Measured) else ours
            failure = event if isinstance(event, Failure) else failure
            answers = event if isinstance(event, Answers) else answers
    return ours, failure, answers


def explain_failure(failure: Failure, answers: Answers | None, stage: Stage, limits: Limits) -> Failure:
    """Return a failure with what it points to, as far as the stage's wrong solutions tell."""
    if failure.kind == "hung":
        return failure._replace(idea=describe_hang(stage))
    if failure.kind == "missing" or not answers:
        return failure
    task = {"check": failure.check, "answers": answers.answers}
    soon = replace(limits, seconds=DIAGNOSIS_SECONDS, total=DIAGNOSIS_SECONDS, compiled=False, quiet=True)
    with open_program_folder({}) as place:  # here: a process that is ended takes nothing away
        for event in run_task("diagnose", place, stage, soon, **task):
            if isinstance(event, Diagnosed) and event.idea:
                return failure._replace(idea=event.idea)
    return failure


def describe_hang(stage: Stage) -> str:
    """Return what it points to if a program does not come back."""
    descriptions = [mistake.says for mistake in stage.mistakes if mistake.hangs]
    if not descriptions:
        return HUNG
    return ("One of these: " if len(descriptions) > 1 else "") + "\nOr: ".join(descriptions)


def measure_gain(passed: Passed, theirs: Path, before: Path | None, stage: Stage, limits: Limits) -> Gain:
    """Return what a stage that is passed has bought: the best of several rounds, as far as there is time."""
    rounds: dict[int, list[Timed]] = {}
    with open_program_folder(stage.ours()) as ours:
        folders = [f"{folder}" for folder in (theirs, ours, before) if folder]
        round_limits = replace(limits, seconds=SLOWER_SECONDS, total=MEASURING_SECONDS, quiet=True)
        if limits.on_event:
            round_limits = replace(round_limits, on_event=ignore_event)
        for event in run_task("measure", None, stage, round_limits, folders=folders, rounds=ROUNDS):
            if isinstance(event, Timed):
                rounds.setdefault(event.program, []).append(event)
    theirs_timed, ours_timed, before_timed = (rounds.get(program, []) for program in range(3))
    best_theirs = find_best_times(theirs_timed) or passed.theirs
    best_ours = find_best_times(ours_timed) or passed.ours
    ladder_nodes = theirs_timed[0].ladder_nodes if theirs_timed else 0
    return Gain(best_theirs, best_ours, find_best_times(before_timed), ladder_nodes)


def ignore_event(_: Event) -> None:
    """Tell nobody of an event."""


def find_best_times(rounds: Sequence[Timed]) -> Measured | None:
    """Return the least time for each position of some rounds, None if there are none."""
    if not rounds:
        return None
    times = zip(*(timed.seconds for timed in rounds), strict=True)
    return Measured(rounds[0].nodes, [*map(min, times)])


class open_program_folder(TemporaryDirectory[str]):  # noqa: N801 (it is used like a function)
    """A folder with files in it, for as long as it is needed."""

    def __init__(self, files: Files) -> None:
        super().__init__()
        write_files(Path(self.name), files)

    def __enter__(self) -> Path:  # type: ignore[override]
        return Path(self.name)


def run_task(verb: str, folder: Path | None, stage: Stage, limits: Limits, **more: Any) -> Iterator[Event]:
    """Yield the events of a task, which a process of its own does unless it is to be done here."""
    task = {
        "verb": verb,
        "folder": folder and str(folder.absolute()),
        "stage": stage.name,
        "memory": limits.memory,
        "processor_seconds": int(limits.total) + int(START_SECONDS),
        "seed": limits.seed,
    } | more
    if limits.on_event:
        for event in begin_task(task):
            limits.on_event(event)
            yield event
        return
    yield from run_child(
        task, seconds=limits.seconds, total=limits.total, compiled=limits.compiled, quiet=limits.quiet
    )
