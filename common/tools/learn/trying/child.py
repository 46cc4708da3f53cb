"""The process that runs a learner's code, or ours: a task on standard input, events on standard output.

    check       ask the program in a folder the questions of a stage
    measure     say what its sample takes some programs, each in turn
    diagnose    compare the answers of a failed check with those of the stage's wrong solutions

What the learner's code prints goes to standard error.
"""

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from common.tools import course
from common.tools.claims import Program
from common.tools.learn.checks import program
from common.tools.learn.checks.program import load_ours
from common.tools.learn.curriculum.sample import Lines
from common.tools.learn.curriculum.stages import Stage, load_stage, write_files
from common.tools.learn.trying.checking import IMPORT, find_idea, measure_programs, run_checks
from common.tools.learn.trying.diagnosis import describe_symptom, has_none, has_same_mistake
from common.tools.learn.trying.events import Begun, Diagnosed, Event, Failure, Finished, format_event
from common.tools.learn.trying.wording import IsOwn, format_error, judge_error, trace_error
from common.tools.limited import separate_streams


def main() -> None:
    """Do a task and write what happens."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    task_in, out = separate_streams()
    task = json.loads(task_in.readline())
    for event in do_task(task):
        out.write(format_event(event) + "\n")
        out.flush()
    os._exit(0)  # threads that the learner's code may have left do not hold anybody up


def do_task(task: dict[str, Any]) -> Iterator[Event]:
    """Yield the events of a task, and what went wrong with it if something did."""
    try:
        yield from begin_task(task)
    except Exception as error:
        yield make_error_failure(error, lambda _: False, "", "the program", "no error")
    yield Finished()


def begin_task(task: dict[str, Any]) -> Iterator[Event]:
    """Return the events of a task, which is done as they are asked for."""
    stage = load_stage(task["stage"])
    return TASKS[task["verb"]](task, stage, stage.sample.lines(task["seed"]))


def make_error_failure(
    error: BaseException, is_own: IsOwn, check: str, asked: str, right: str, idea: str = ""
) -> Failure:
    """Return what to say of an error that a program raised."""
    trace = trace_error(error, is_own)
    return Failure(check, judge_error(error), "", asked, format_error(error), right, idea, trace=trace)


def load_program(folder: str) -> Program:
    """Return the program in a folder."""
    return program.load_program(course.at(Path(folder)))


def check_program(task: dict[str, Any], stage: Stage, lines: Lines) -> Iterator[Event]:
    """Check the program in the first folder."""
    (folder,) = task["folders"]

    def is_own(name: str) -> bool:
        return Path(folder).resolve() in Path(name).resolve().parents

    yield Begun("import", "import of position.py and solver.py")
    try:
        theirs = load_program(folder)
    except BaseException as error:  # a program may raise anything
        yield make_error_failure(error, is_own, "import", "", "", find_idea(error, IMPORT))
        return
    load_ours()  # now, as no answer has to come in time: it may have to be compiled
    yield from run_checks(stage.checks, lines, theirs, is_own)


def measure_folders(task: dict[str, Any], _: Stage, lines: Lines) -> Iterator[Event]:
    """Measure the programs in some folders."""
    yield from measure_programs([*map(load_program, task["folders"])], lines, task["rounds"])


def diagnose_answers(task: dict[str, Any], stage: Stage, lines: Lines) -> Iterator[Event]:
    """Say which of the stage's wrong solutions gives the same answers."""
    answers = task["answers"]
    mistakes = stage.known_mistakes(task["check"]) if not has_none(answers) else ()
    for number, (says, files) in enumerate(mistakes):
        folder = Path(task["folders"][0], f"{number}")
        folder.mkdir()
        write_files(folder, files)
        if has_same_mistake(stage.checks, task["check"], lines, load_program(f"{folder}"), answers):
            yield Diagnosed(says)
            return
    yield Diagnosed(describe_symptom(task["check"], lines, load_ours(), answers))


TASKS: dict[str, Callable[[dict[str, Any], Stage, Lines], Iterator[Event]]] = {
    "check": check_program,
    "measure": measure_folders,
    "diagnose": diagnose_answers,
}

if __name__ == "__main__":
    main()
