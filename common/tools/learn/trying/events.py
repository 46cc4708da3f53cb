"""What a check tells while it runs, as data: for a terminal, a page, a grading table.

Events cross from the learner's process to ours as lines of JSON: nothing in them is run.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, cast, get_args, get_origin, get_type_hints

from common.position import COLUMN_NAMES

MOST_TOLD = 1 << 50
"""The most nodes or seconds that are told of a position, so that a sum of them fits 63 bits."""


class Begun(NamedTuple):
    """A check has begun."""

    check: str
    title: str


class Asked(NamedTuple):
    """A question is about to be asked: if nothing follows, the program hangs here."""

    moves: str
    asked: str
    drawn: Sequence[str]


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


class Answers(NamedTuple):
    """The answers to the questions of a check that failed, as many as came in time; errors by their names."""

    answers: Sequence[Any]


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


class Timed(NamedTuple):
    """What a program took in a round for the sample, and for the positions that the ladder compares.

    program     which one, counted from 0
    """

    program: int
    nodes: Sequence[int]
    seconds: Sequence[float]
    ladder_nodes: int


class Diagnosed(NamedTuple):
    """What the answers point to, "" if to nothing that is known."""

    idea: str


class Refused(NamedTuple):
    """Nothing can be asked, and it is not the program's fault: why, and what to do."""

    reason: str


class Finished(NamedTuple):
    """The process has done all that it was asked for: nothing follows."""


Event = Begun | Asked | Held | Failure | Answers | Measured | Timed | Diagnosed | Refused | Finished
KINDS: dict[str, Any] = {kind.__name__: kind for kind in Event.__args__}


def format_event(event: Event) -> str:
    """Return an event as a line."""
    return json.dumps([type(event).__name__, *event])


def parse_event(line: str) -> Event:
    """Return the event that a line holds; raise ValueError if it holds none."""
    try:
        kind, *values = json.loads(line)
        event = KINDS[kind](*values)
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{line[:80]!r} is not an event") from error
    for name, hint in get_type_hints(KINDS[kind]).items():
        value = getattr(event, name)
        if not fits_hint(value, hint) or (name == "moves" and not set(value) <= set(COLUMN_NAMES)):
            raise ValueError(f"{line[:80]!r} is not an event: {name}")
    return event


def fits_hint(value: Any, hint: Any) -> bool:
    """Tell whether a value that JSON has brought is of the type that a field of an event has."""
    if get_origin(hint) is Sequence:
        (item,) = get_args(hint)
        return isinstance(value, list | tuple) and all(
            fits_hint(each, item) for each in cast("Sequence[Any]", value)
        )
    if hint in (int, float):
        return type(value) in (int, hint) and -MOST_TOLD <= value <= MOST_TOLD
    return hint is Any or type(value) is hint
