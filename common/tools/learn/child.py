"""The process that runs a learner's code, or ours: a task on standard input, events on standard output.

    check       ask the program in a folder the questions of a stage
    measure     say what its sample takes
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
from typing import Any, TextIO

from common.tools.learn.events import Answers, Begun, Diagnosed, Event, Failure, Finished, Measured, written


def main() -> None:
    """Do a task and write what happens."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(BrokenPipeError), events_out() as out:
        task = json.load(sys.stdin)
        limit(task["memory"] << 20, task["processor_seconds"])
        for event in TASKS[task["verb"]](task):
            print(written(event), file=out, flush=True)
        print(written(Finished()), file=out, flush=True)
        os._exit(0)  # threads that the learner's code may have left do not hold anybody up


def events_out() -> TextIO:
    """Return standard output for events alone: all else that is printed goes to standard error."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return out


def limit(memory: int, seconds: int) -> None:
    """Limit the memory and the processor time of this process, where the system can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def opened(folder: str) -> Any:
    """Return the program in a folder, compiled if that is asked for."""
    from common.jit import COMPILED
    from common.tools import course
    from common.tools.learn.checks.program import options
    from common.tools.testing.claims import Program

    step = course.at(Path(folder))
    if COMPILED:
        step.warm()
    return Program(step.module, **options(step.module))


def check(task: dict[str, Any]) -> Iterator[Event]:
    """Check the program in a folder."""
    from common.tools.learn.checking import IMPORT, checked, idea_of, shown_error, traced
    from common.tools.learn.checks.drawn import ours
    from common.tools.learn.stages import load

    stage = load(task["stage"])
    own = is_in(task["folder"])
    yield Begun("import", "import of position.py and solver.py")
    try:
        program = opened(task["folder"])
    except (Exception, SystemExit) as error:
        trace, idea = traced(error, own), idea_of(error, IMPORT)
        yield Failure("import", "crashed", "", "import", shown_error(error), "a program", idea, [], trace)
        return
    ours()  # now, as no answer has to come in time: it may have to be compiled
    yield from checked(stage.checks, stage.sample.lines(task["seed"]), program, own)


def is_in(folder: str) -> Callable[[str], bool]:
    """Return what tells whether a file is in a folder."""
    return lambda name: Path(folder).resolve() in Path(name).resolve().parents


def measure(task: dict[str, Any]) -> Iterator[Event]:
    """Measure the program in a folder."""
    from common.tools.learn.checking import measured
    from common.tools.learn.stages import load

    yield measured(opened(task["folder"]), load(task["stage"]).sample.lines())


def compare(task: dict[str, Any]) -> Iterator[Event]:
    """Measure our program; yield a failure if theirs takes too many nodes."""
    from common.tools.learn.checking import measured, too_many
    from common.tools.learn.stages import load

    lines = load(task["stage"]).sample.lines()
    theirs, ours = Measured(*task["theirs"]), measured(opened(task["folder"]), lines)
    yield ours
    if failed := too_many(lines, theirs, ours):
        yield failed
        yield Answers(theirs.nodes)


def diagnose(task: dict[str, Any]) -> Iterator[Event]:
    """Say which of the stage's wrong solutions gives the same answers."""
    from common.tools.learn.checks.drawn import ours
    from common.tools.learn.diagnosis import answers_so, has_none, symptom
    from common.tools.learn.stages import load, put

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
