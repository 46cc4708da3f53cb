"""The process that runs a learner's code, or ours: a task on standard input, events on standard output.

    check       ask the program in a folder the questions of a stage
    measure     say what the sample takes several programs, the one in turn with the other
    compare     say what our program's sample takes, and whether theirs takes too many nodes
    diagnose    compare the answers of a failed check with those of the stage's wrong solutions

What the learner's code prints goes to standard error.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, TextIO

from common.errors import UserError
from common.tools.learn.trying.events import (
    Answers,
    Asked,
    Begun,
    Diagnosed,
    Event,
    Failure,
    Finished,
    Measured,
    Refused,
    written,
)
from common.tools.learn.trying.wording import kind_of, shown_error, traced


def main() -> None:
    """Do a task and write what happens."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    task_in, out = own_streams()
    task = json.loads(task_in.readline())
    Thread(target=end_with, args=(task_in,), daemon=True).start()
    limit(task["memory"] << 20, task["processor_seconds"])
    with suppress(OSError):  # nobody listens any more
        for event in done(task):
            print(task["token"] + written(event), file=out, flush=True)
    os._exit(0)  # threads that the learner's code may have left do not hold anybody up


def own_streams() -> tuple[TextIO, TextIO]:
    """Return standard input for the task, and standard output for events alone.

    The learner's code has nothing to read, and all that it prints goes to standard error.
    """
    task_in, out = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return task_in, out


def end_with(task_in: TextIO) -> None:
    """End this process when the one that has started it is gone, however that ended."""
    task_in.read()
    if sys.platform != "win32":
        with suppress(OSError):  # it leads no group
            os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def done(task: dict[str, Any]) -> Iterator[Event]:
    """Yield the events of a task, and what went wrong with it if something did."""
    try:
        yield from TASKS[task["verb"]](task)
    except UserError as error:
        yield Refused(f"{error}")
    except GeneratorExit:
        raise
    except BaseException as error:  # a program may raise anything
        own = is_in(task["folder"] or os.devnull)
        yield Failure(
            "", kind_of(error), "", "the program", shown_error(error), "no error", "", [], traced(error, own)
        )
    yield Finished()


def limit(memory: int, seconds: int) -> None:
    """Limit the memory and the processor time of this process, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        # A second more, so that the signal tells which limit it was.
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def opened(folder: str) -> Any:
    """Return the program in a folder, compiled if that is asked for."""
    from common.jit import COMPILED
    from common.tools import course
    from common.tools.claims import Program
    from common.tools.learn.checks.program import options

    step = course.at(Path(folder))
    if COMPILED:
        step.warm()
    return Program(step.module, **options(step.module))


def check(task: dict[str, Any]) -> Iterator[Event]:
    """Check the program in a folder."""
    from common.tools.learn.checks.drawn import ours
    from common.tools.learn.curriculum.stages import load
    from common.tools.learn.trying.checking import IMPORT, checked, idea_of

    stage = load(task["stage"])
    lines = stage.sample.lines(task["seed"])
    own = is_in(task["folder"])
    yield Begun("import", "import of position.py and solver.py")
    try:
        program = opened(task["folder"])
    except BaseException as error:  # a program may raise anything
        kind, came, trace = kind_of(error), shown_error(error), traced(error, own)
        yield Failure("import", kind, "", "import", came, "a program", idea_of(error, IMPORT), [], trace)
        return
    ours()  # now, as no answer has to come in time: it may have to be compiled
    yield from checked(stage.checks, lines, program, own)


def is_in(folder: str) -> Callable[[str], bool]:
    """Return what tells whether a file is in a folder."""
    return lambda name: Path(folder).resolve() in Path(name).resolve().parents


def measure(task: dict[str, Any]) -> Iterator[Event]:
    """Measure the programs in some folders."""
    from common.tools.learn.curriculum.stages import load
    from common.tools.learn.trying.measuring import timed

    sample, programs = load(task["stage"]).sample.lines(), list[Any]()
    for folder in task["folders"]:
        yield Begun("import", folder)
        programs.append(opened(folder))
    yield Asked("", "the sample", [])
    yield from timed(programs, sample)


def compare(task: dict[str, Any]) -> Iterator[Event]:
    """Measure our program; yield a failure if theirs takes too many nodes."""
    from common.tools.learn.curriculum.stages import load
    from common.tools.learn.trying.checking import measured, too_many

    lines = load(task["stage"]).sample.lines()
    theirs, ours = Measured(*task["theirs"]), measured(opened(task["folder"]), lines)
    yield ours
    if failed := too_many(lines, theirs, ours):
        yield failed
        yield Answers(theirs.nodes)


def diagnose(task: dict[str, Any]) -> Iterator[Event]:
    """Say which of the stage's wrong solutions gives the same answers."""
    from common.tools.learn.checks.drawn import ours
    from common.tools.learn.curriculum.stages import load, put
    from common.tools.learn.trying.diagnosis import answers_so, has_none, symptom

    stage, answers = load(task["stage"]), task["answers"]
    lines = stage.sample.lines(task["seed"])
    for says, files in stage.known_mistakes(task["check"]) if not has_none(answers) else ():
        with TemporaryDirectory() as folder:
            put(Path(folder), files)
            if answers_so(stage.checks, task["check"], lines, opened(folder), answers):
                yield Diagnosed(says)
                return
    yield Diagnosed(symptom(task["check"], lines, ours(), answers))


TASKS: dict[str, Callable[[dict[str, Any]], Iterator[Event]]] = {
    "check": check,
    "measure": measure,
    "compare": compare,
    "diagnose": diagnose,
}

if __name__ == "__main__":
    main()
