"""The process that runs a learner's code, or ours: a task on standard input, events on standard output.

The task is a job and what it takes. It comes with a word, which stands before each event: what the learner's
code writes is no event.

    check       ask the program in the first folder the questions of a stage, and measure it with the others
    measure     only measure it
    diagnose    compare a program and its answers to a failed check with the stage's wrong solutions
    score       score the moves of the empty board by the program in a folder

The output of the learner's code goes to standard error.
"""

import json
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

from c4.engine import Step
from common.jit import COMPILED
from common.position import children
from common.tools import course
from common.tools.answers import describe_error
from common.tools.learn.checks import program
from common.tools.learn.curriculum.stages import Files, load_stage, write_files
from common.tools.learn.trying.checking import measure_programs, run_checks
from common.tools.learn.trying.diagnosis import (
    describe_symptom,
    does_the_same,
    has_none,
    has_same_mistake,
    is_about_search,
)
from common.tools.learn.trying.events import Event, make_asked, make_failure
from common.tools.learn.trying.tracing import trace_search
from common.tools.limited import separate_streams

IMPORT = "Before anything can be asked, Python has to read your files."


def main() -> None:
    """Do a task and write what happens."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    task_in, out = separate_streams()
    task = json.loads(task_in.readline())
    word = task.pop("word")

    def write(event: Event) -> None:
        out.write(f"{word} {json.dumps(event)}\n")
        out.flush()

    if COMPILED:
        events: Any = import_module("numba.core.event")  # a page has no Numba

        def report(step: int, *_: object) -> None:
            write({"event": "Compiling", "step": step})

        hooks = {"on_start": staticmethod(partial(report, 1)), "on_end": staticmethod(partial(report, -1))}
        events.register("numba:compile", type("Reporter", (events.Listener,), hooks)())
    for event in begin_task(**task):
        write(event)
        if event["event"] == "Begun" and event["check"] == "nodes":  # what they print was seen before
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    write({"event": "Finished"})
    os._exit(0)  # threads that the learner's code may have left do not hold anybody up


def begin_task(job: str, **given: Any) -> Iterator[Event]:
    """Yield the events of a task, which runs as they are read; an error of a program is a failure."""
    try:
        yield from JOBS[job](**given)
    except Exception as error:
        kind, came, trace, _ = describe_error(error, None)
        yield make_failure(kind, came, asked="the program", right="no error", trace=trace)


def load_program(folder: str) -> Step:
    """Return the program in a folder."""
    return program.load_program(course.at(Path(folder)))


def load_own(folder: Path, book: Path | None) -> Step:
    """Return a learner's program with a book in place of its own, if one is given and it uses any."""
    step = course.at(folder)
    return step.with_options(book=book) if book and step.knows("book") else step


def check_program(
    stage: str, seed: str, folders: list[str], rounds: int, checks: Sequence[str] | None = None
) -> Iterator[Event]:
    """Run checks of the program in the first folder, by default the stage's; measure it if it passes."""
    known = load_stage(stage)
    lines, checks = known.sample.lines(seed), known.checks if checks is None else checks
    yield {"event": "Begun", "check": "import", "title": "import of position.py and solver.py"}
    try:
        theirs = load_program(folders[0])
    except BaseException as error:  # a program may raise anything
        kind, came, trace, idea = describe_error(error, Path(folders[0]), IMPORT)
        yield make_failure(kind, came, check="import", idea=idea, trace=trace)
        return
    program.load_ours()  # now, as no answer has to come in time: it may have to be compiled
    is_failed = False
    for event in run_checks(checks, lines, theirs, Path(folders[0])):
        is_failed |= event["event"] == "Failure"
        yield event
    if not is_failed:
        yield {"event": "Begun", "check": "nodes", "title": "nodes"}
        yield make_asked("", "import")
        programs = [*map(load_program, folders[:2])]  # anew, whatever the questions did to theirs
        with suppress(Exception):  # what was kept may no longer run
            programs += map(load_program, folders[2:])
        yield from measure_programs(programs, lines, rounds)


def score_columns(folder: str, book: str | None = None) -> Iterator[Event]:
    """Score the moves of the empty board one after the other, and then the board by its best move."""
    step = load_own(Path(folder), Path(book) if book else None)
    step.prepare()
    position, scores = step.Position.start(), list[int]()
    if hasattr(step.shared_solver, "open_book"):
        step.shared_solver.open_book(position.moves)
    start = perf_counter()
    for column, child in children(position):
        scores.append(-step.solve(child))
        yield {"event": "Scored", "column": column, "score": scores[-1], "nodes": step.nodes}
    seconds = perf_counter() - start
    yield {"event": "Solved", "score": max(scores), "nodes": step.nodes, "seconds": seconds}


def diagnose_answers(
    stage: str, seed: str, folders: Sequence[str], check: str, answers: Sequence[object]
) -> Iterator[Event]:
    """Say which of the stage's wrong solutions does or answers the same as the program in the first folder.

    They are written to the second folder.
    """
    known, numbers = load_stage(stage), count()
    lines = known.sample.lines(seed)

    def load_files(files: Files) -> Step:
        place = Path(folders[1]) / f"{next(numbers)}"
        place.mkdir()
        write_files(place, files)
        return load_program(f"{place}")

    if is_about_search(known, check) and not has_none(answers):
        trace = [*trace_search(load_program(folders[0]))]
        if trace and not does_the_same(load_files(known.ours()), trace):
            for mistake, files in known.known_mistakes("nodes"):
                if mistake.is_of_search and does_the_same(load_files(files), trace):
                    yield {"event": "Diagnosed", "idea": mistake.says}
                    return
    for mistake, files in known.known_mistakes(check) if answers and not has_none(answers) else ():
        if not mistake.hangs and has_same_mistake(known.checks, check, lines, load_files(files), answers):
            yield {"event": "Diagnosed", "idea": mistake.says}
            return
    yield {"event": "Diagnosed", "idea": describe_symptom(check, lines, program.load_ours(), answers)}


JOBS: dict[str, Callable[..., Iterator[Event]]] = {
    "check": check_program,
    "measure": partial(check_program, checks=()),
    "diagnose": diagnose_answers,
    "score": score_columns,
}

if __name__ == "__main__":
    main()
