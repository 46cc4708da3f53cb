"""Run a learner's program in a process of its own, with limits, and say what happened."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from common.tools.learn.curriculum.sample import new_seed
from common.tools.learn.curriculum.stages import Files, Stage, put
from common.tools.learn.trying.child import TASKS
from common.tools.learn.trying.events import Answers, Diagnosed, Event, Failure, Measured, Timed
from common.tools.learn.trying.process import HUNG, START_SECONDS, events_of

DIAGNOSIS_SECONDS = 20.0
SLOWER_SECONDS = 10.0  # for a round of the program of the stage before, which may take many times as long
MEASURING_SECONDS = 120.0  # with Numba, most of it is for compiling


SILENCED = Failure(
    *("", "crashed", "", "the program", "an end without a result", "a result"),
    "Something in your program has changed what tells the results, such as a function of the module json.",
)


@dataclass(frozen=True)
class Limits:
    """What a program may take: seconds for a question and in all, MiB of memory; and how it is run.

    With `here`, it is run in this very process, without limits, and `here` is told each event. So a page does
    it, which can start no process, and whose reader can end this one. Random positions are drawn by `seed`.
    """

    seconds: float = 10.0
    total: float = 600.0
    memory: int = 2048
    compiled: bool = False
    quiet: bool = False
    here: Callable[[Event], None] | None = None
    seed: str = field(default_factory=new_seed)


@dataclass(frozen=True)
class Passed:
    """A stage is passed: what its sample took them and us."""

    theirs: Measured
    ours: Measured


@dataclass(frozen=True)
class Bought:
    """What a stage has bought: nodes and best times of their program, of ours, and of theirs before.

    ladder_nodes    what their program takes for the positions that are the same for all stages
    """

    theirs: Measured
    ours: Measured
    before: Measured | None
    ladder_nodes: int


def tried(folder: Path, stage: Stage, limits: Limits) -> Iterator[Event | Passed]:
    """Yield what happens when a folder's program is checked; at the end a Failure, or Passed."""
    theirs: Measured | None = None
    failed: Failure | None = None
    answers: Answers | None = None
    for event in told("check", folder, stage, limits):
        match event:
            case Failure():
                failed = failed or event
            case Answers():
                answers = event
            case Measured():
                theirs = event
            case _:
                yield event
    if not failed and theirs:
        ours, failed, answers = compared(stage, theirs, limits)
        if not failed:
            yield Passed(theirs, ours)
            return
    yield explained(failed or SILENCED, answers, stage, limits)


def compared(
    stage: Stage, theirs: Measured, limits: Limits
) -> tuple[Measured, Failure | None, Answers | None]:
    """Return what our program takes for a stage's sample, and what to say if theirs takes too many nodes."""
    ours, failed, answers = Measured([], []), None, None
    with written_out(stage.ours()) as folder:
        for event in told("compare", folder, stage, limits, theirs=theirs):
            ours = event if isinstance(event, Measured) else ours
            failed = event if isinstance(event, Failure) else failed
            answers = event if isinstance(event, Answers) else answers
    return ours, failed, answers


def explained(failed: Failure, answers: Answers | None, stage: Stage, limits: Limits) -> Failure:
    """Return a failure with what it points to, as far as the stage's wrong solutions tell."""
    if failed.kind == "hung":
        return failed._replace(idea=hangs_at(stage))
    if failed.kind == "missing" or not answers:
        return failed
    task = {"check": failed.check, "answers": answers.answers}
    seconds = DIAGNOSIS_SECONDS
    plain = Limits(seconds, seconds, limits.memory, quiet=True, here=limits.here, seed=limits.seed)
    for event in told("diagnose", None, stage, plain, **task):
        if isinstance(event, Diagnosed) and event.idea:
            return failed._replace(idea=event.idea)
    return failed


def hangs_at(stage: Stage) -> str:
    """Return what it points to if a program does not come back."""
    known = [mistake.says for mistake in stage.mistakes if mistake.hangs]
    if not known:
        return HUNG
    return ("One of these: " if len(known) > 1 else "") + "\nOr: ".join(known)


def bought(passed: Passed, theirs: Path, before: Path | None, stage: Stage, limits: Limits) -> Bought:
    """Return what a stage that is passed has bought: the best of several rounds, as far as there is time."""
    rounds: dict[int, list[Timed]] = {}
    with written_out(stage.ours()) as ours:
        folders = [f"{folder}" for folder in (theirs, ours, before) if folder]
        short = replace(limits, seconds=SLOWER_SECONDS, total=MEASURING_SECONDS, quiet=True)
        if limits.here:
            short = replace(short, here=ignore)
        for event in told("measure", None, stage, short, folders=folders):
            if isinstance(event, Timed):
                rounds.setdefault(event.program, []).append(event)
    theirs_timed, ours_timed, before_timed = (rounds.get(program, []) for program in range(3))
    own, course = best(theirs_timed) or passed.theirs, best(ours_timed) or passed.ours
    return Bought(own, course, best(before_timed), theirs_timed[0].ladder_nodes if theirs_timed else 0)


def ignore(_: Event) -> None:
    """Tell nobody of an event."""


def best(rounds: Sequence[Timed]) -> Measured | None:
    """Return the least time for each position of some rounds, None if there are none."""
    if not rounds:
        return None
    return Measured(
        rounds[0].nodes, [min(times) for times in zip(*(each.seconds for each in rounds), strict=True)]
    )


class written_out(TemporaryDirectory[str]):  # noqa: N801 (it is used like a function)
    """A folder with files in it, for as long as it is needed."""

    def __init__(self, files: Files) -> None:
        super().__init__()
        put(Path(self.name), files)

    def __enter__(self) -> Path:  # type: ignore[override]
        return Path(self.name)


def told(verb: str, folder: Path | None, stage: Stage, limits: Limits, **more: Any) -> Iterator[Event]:
    """Yield the events of a task, which a process of its own does unless it is to be done here."""
    task = {
        "verb": verb,
        "folder": folder and str(folder.absolute()),
        "stage": stage.name,
        "memory": limits.memory,
        "processor_seconds": int(limits.total) + int(START_SECONDS),
        "seed": limits.seed,
    } | more
    if limits.here:
        yield from told_here(task, limits.here)
        return
    yield from events_of(
        task, seconds=limits.seconds, total=limits.total, compiled=limits.compiled, quiet=limits.quiet
    )


def told_here(task: dict[str, Any], here: Callable[[Event], None]) -> Iterator[Event]:
    """Yield the events of a task that is done in this process."""
    for event in TASKS[task["verb"]](task):
        here(event)
        yield event
