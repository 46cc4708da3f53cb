"""The events of a check while it runs, as data: for a terminal, a page, a grading table.

Events cross from the learner's process to ours as lines of JSON.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple


class Task(NamedTuple):
    """The task of a process: check and measure the program in a folder, or diagnose answers."""

    stage: str
    seed: str
    folders: list[str]
    rounds: int = 0
    check: str = ""
    answers: Sequence[object] = ()


class Begun(NamedTuple):
    """A check has begun."""

    check: str
    title: str


class Asked(NamedTuple):
    """A question is about to be asked: if nothing follows, the program hangs here."""

    moves: str
    asked: str
    drawn: Sequence[str] = ()


class Compiling(NamedTuple):
    """Numba begins to compile a function, 1, or is done, -1; until then an answer need not come in time."""

    step: int


class Held(NamedTuple):
    """All answers of a check were right."""

    check: str
    questions: int


class Failure(NamedTuple):
    """The first answer that was wrong, or did not come.

    kind        "wrong", "missing" (not written yet), "crashed", "uncompiled" (Numba cannot), "hung" or
                "nodes" (too many)
    came        the answer, or the error
    idea        what it points to
    trace       the lines of the learner's own files that led to an error
    """

    check: str
    kind: str
    moves: str
    asked: str
    came: str
    right: str
    idea: str = ""
    drawn: Sequence[str] = ()
    trace: Sequence[str] = ()


class Explained(Failure):
    """The failure once more, with what all its answers point to."""


class Answers(NamedTuple):
    """The answers to the questions of a check that failed, as many as came in time; errors by their names."""

    answers: Sequence[object]


class Passed(NamedTuple):
    """A stage is passed: nodes and best times of their program, of ours, and of theirs before, 0 if unknown.

    positions       how many they all solved
    course_nodes    what their program takes for the position that goes through the course
    """

    positions: int
    nodes: int
    seconds: float
    our_nodes: int
    our_seconds: float
    course_nodes: int
    nodes_before: int = 0
    seconds_before: float = 0.0


class Diagnosed(NamedTuple):
    """What the answers point to, "" if to nothing that is known."""

    idea: str


class Finished(NamedTuple):
    """The process has done all that it was asked for: nothing follows."""


Event = Begun | Asked | Compiling | Held | Failure | Answers | Passed | Diagnosed | Finished
KINDS = {kind.__name__: kind for kind in Event.__args__}


def format_event(event: Event) -> str:
    """Return an event as a line."""
    return json.dumps([type(event).__name__, *event])


def parse_event(line: str) -> Event:
    """Return the event that a line holds; raise ValueError if it holds none."""
    try:
        kind, *values = json.loads(line)
        return KINDS[kind](*values)
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{error}") from None
