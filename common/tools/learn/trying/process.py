"""A process for a learner's program: give it a task, and read its events."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from common.tools.files import PYTHON_PATH
from common.tools.learn.curriculum.sample import make_seed
from common.tools.learn.curriculum.stages import Stage
from common.tools.learn.trying.events import Asked, Begun, Event, Failure, Finished, parse_event
from common.tools.limited import Limited, start_limited

START_SECONDS = 120.0  # until a process has begun; with Numba, until it has compiled
HUNG = (
    "The program does not come back: a loop or a recursion that never ends, "
    "or a search that is many times too large."
)
ENDED = "A function may return or raise an error, but not end the process."


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


def run_task(
    verb: str, folders: Sequence[Path], stage: Stage, limits: Limits, **more: Any
) -> Iterator[Event]:
    """Yield the events of a task, which a process of its own does unless it is to be done here.

    There is a Failure if it hangs or ends before its time.
    """
    names = [f"{folder.absolute()}" for folder in folders]
    task = {"verb": verb, "folders": names, "stage": stage.name, "seed": limits.seed} | more
    if limits.here:
        from common.tools.learn.trying.child import begin_task  # not sooner: a hint need not wait for Numba

        yield from begin_task(task)
        return
    limited = start_limited(
        [sys.executable, "-P", "-B", "-m", "common.tools.learn.trying.child"],
        os.environ | {"NUMBA_DISABLE_JIT": f"{int(not limits.compiled)}", "PYTHONPATH": PYTHON_PATH},
        limits.memory,
        quiet=limits.quiet,
    )
    try:
        limited.write_line(json.dumps(task))
        yield from receive_events(limited, limits)
    finally:
        limited.end()


def receive_events(limited: Limited, limits: Limits) -> Iterator[Event]:
    """Yield events as they come; a Failure if none comes in time, or no end."""
    check, question = "import", Asked("", "import")
    deadline = monotonic() + limits.total
    while True:
        allowed = limits.seconds if question.asked != "import" else START_SECONDS
        seconds_left = deadline - monotonic()
        line = limited.read_line(min(allowed, seconds_left))
        if not line:
            break
        try:
            event = parse_event(line)
        except ValueError:
            break
        match event:
            case Finished():
                return
            case Begun():
                check = event.check
            case Asked():
                question = event
            case _:
                pass
        yield event
    if line:
        kind, came, idea = "crashed", "the program wrote to the pipe of the checks", ""
    elif line is not None:
        status = limited.process.poll()
        kind, came = "crashed", limited.describe_end()
        idea = ENDED if status is not None and status >= 0 else ""
    elif allowed < seconds_left:
        kind, came, idea = "hung", f"no answer within {allowed:g} s", HUNG
    else:
        kind, came, idea = "hung", f"not done within {limits.total:.3g} s", HUNG
    yield Failure(check, kind, question.moves, question.asked, came, "an answer", idea, question.drawn)
