"""Run a learner's program in a process of its own, with limits, and say what happened."""

import json
import os
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from common.tools.files import PYTHON_PATH
from common.tools.learn.curriculum.stages import Files, Stage, make_seed, write_files
from common.tools.learn.trying.events import Event, make_asked, make_failure
from common.tools.limited import Limited, start_limited
from common.tools.sets import load_set

START_SECONDS = 120.0  # until a process has begun, and for what Numba compiles
DIAGNOSIS_SECONDS = 20.0
HANG_SECONDS = 5.0  # for the diagnosis of a program that may never end
ROUNDS = 5  # of measuring, if they take little time
HUNG = "The program does not finish: a loop or a recursion never ends, or the search is far too large."
ENDED = "A function may return or raise an error, but not end the process."


@dataclass(frozen=True)
class Limits:
    """The limits of a program: seconds for a question and in all, MiB of memory; and how it is run.

    A page cannot start a process: there a program runs `here`, without limits, and the reader can end it.
    Random positions are drawn by `seed`.
    """

    seconds: float = 10.0
    total: float = 600.0
    memory: int = 2048
    compiled: bool = False
    quiet: bool = False
    here: bool = False
    seed: str = field(default_factory=make_seed)


def check_folder(
    folder: Path,
    stage: Stage,
    limits: Limits,
    before: Path | None = None,
    rounds: int = ROUNDS,
    job: str = "check",
) -> Iterator[Event]:
    """Yield what happens when a folder's program is checked; at the end Passed, or Explained after a Failure.

    A program that passes is measured in that many rounds, along with ours and that of the stage before; the
    job "measure" is only that. Raise Error if there are no positions to ask.
    """
    load_set(stage.sample.set)
    failure: Event | None = None
    passed: Event | None = None
    answers: Sequence[object] = ()
    with open_program_folder(stage.ours()) as ours:
        folders = [f"{place.absolute()}" for place in (folder, ours, before) if place]
        task = {"stage": stage.name, "seed": limits.seed, "folders": folders, "rounds": rounds}
        for event in run_task(task | {"job": job}, limits):
            match event["event"]:
                case "Passed":
                    passed = event
                case "Answers":
                    answers = event["answers"]
                case "Failure" if not passed:  # else it was the program of the stage before that failed
                    failure = failure or event
                    yield event
                case _ if not failure:
                    yield event
                case _:
                    pass
    if passed:
        yield passed
    else:
        assert failure
        yield failure | {"event": "Explained", "idea": find_idea(folder, failure, answers, stage, limits)}


def score_columns(folder: Path, limits: Limits, book: Path | None = None) -> Iterator[Event]:
    """Yield what happens while a folder's program scores the empty board: Scored, then Solved or a Failure.

    It has a book in place of its own, if one is given.
    """
    task = {"job": "score", "folder": f"{folder.absolute()}", "book": book and f"{book.absolute()}"}
    return run_task(task, limits)


def find_idea(folder: Path, failure: Event, answers: Sequence[object], stage: Stage, limits: Limits) -> str:
    """Return what a failure points to, as far as the stage's wrong solutions show."""
    hung = failure["kind"] == "hung"
    if failure["kind"] == "missing" or not (answers or hung):
        return failure["idea"]
    seconds = HANG_SECONDS if hung else DIAGNOSIS_SECONDS
    soon = replace(limits, seconds=seconds, total=seconds, compiled=False, quiet=True)
    with open_program_folder({}) as place:  # here: a process that is ended takes nothing away
        task = {"job": "diagnose", "stage": stage.name, "seed": limits.seed}
        task |= {"folders": [f"{folder.absolute()}", f"{place}"]}
        *_, last = run_task(task | {"check": failure["check"], "answers": answers}, soon)
    idea = last["idea"] if last["event"] == "Diagnosed" else ""
    return idea or (describe_hang(stage) if hung else failure["idea"])


def describe_hang(stage: Stage) -> str:
    """Return the likely causes if a program does not finish."""
    descriptions = [mistake.says for mistake in stage.mistakes if mistake.hangs]
    if not descriptions:
        return HUNG
    return ("One of these: " if len(descriptions) > 1 else "") + "\nOr: ".join(descriptions)


@contextmanager
def open_program_folder(files: Files) -> Generator[Path]:
    """Yield a folder with files in it, for as long as it is needed."""
    with TemporaryDirectory() as name:
        write_files(Path(name), files)
        yield Path(name)


def run_task(task: dict[str, Any], limits: Limits) -> Iterator[Event]:
    """Yield the events of a task, done in a process of its own unless it runs here.

    There is a failure if the process hangs or ends early.
    """
    if limits.here:
        from common.tools.learn.trying.child import begin_task  # here: a hint need not wait for Numba

        yield from begin_task(**task)
        return
    limited = start_limited(
        [sys.executable, "-P", "-B", "-m", "common.tools.learn.trying.child"],
        os.environ | {"NUMBA_DISABLE_JIT": f"{int(not limits.compiled)}", "PYTHONPATH": PYTHON_PATH},
        limits.memory,
        quiet=limits.quiet,
    )
    try:
        word = token_hex()
        limited.write_line(json.dumps(task | {"word": word}))
        yield from receive_events(limited, limits, word)
    finally:
        limited.end()


def receive_events(limited: Limited, limits: Limits, word: str) -> Iterator[Event]:
    """Yield events as they come, each after a word; a failure if one comes late, without it, or none does."""
    check, question, compiling = "import", make_asked("", "import"), 0
    deadline = monotonic() + limits.total
    while True:
        allowed = START_SECONDS if compiling or question["asked"] == "import" else limits.seconds
        seconds_left = deadline - monotonic()
        line = limited.read_line(min(allowed, seconds_left))
        if not line:
            break
        try:
            event = json.loads(line.partition(word)[2])
        except ValueError:
            break
        match event["event"]:
            case "Finished":
                return
            case "Begun":
                check = event["check"]
            case "Asked":
                question = event
            case "Compiling":
                compiling += event["step"]
            case _:
                pass
        yield event
    kind, idea = "crashed", ""
    if line:
        came = "the program wrote to the checks' pipe"
    elif line is not None:
        status, came = limited.process.poll(), limited.describe_end()
        idea = ENDED if status is not None and status >= 0 else ""
    else:
        kind, idea, late = "hung", HUNG, allowed < seconds_left
        came = f"no answer within {allowed:g} s" if late else f"not done within {limits.total:.3g} s"
    about = {name: question[name] for name in ("moves", "asked", "drawn")}
    yield make_failure(kind, came, check=check, right="an answer", idea=idea, **about)
