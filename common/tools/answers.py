"""Say in plain words what a learner's program answered, or why it stopped, whatever it returns or raises."""

import re
from math import log10
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple, cast

LONGEST = 1000  # letters of a text, values of a tuple
MOST_BITS = 1024  # of an integer that is shown
MOST_NODES = 1 << 50  # of a solver: a sum of them has to fit 63 bits
SHOWN = 6  # lines of a trace, the last ones
COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
PLACE = re.compile(r'File "([^"]+)", line (\d+)|at (\S+) \((\d+)\)')
NUMBA = (
    "Compiled code has integers of at most 63 bits, tuples and arrays, but no dicts, no text, and no integer "
    "methods such as bit_count. Without --compiled, plain Python may do."
)
NO_VALUE = (
    "There is a None where a value is needed: a function returned nothing, perhaps because a `return` "
    "is missing."
)
ENDLESS = "A function calls itself endlessly: something has to end it, before or instead of the next call."


class Missing(Exception):
    """Say what a program lacks: a part, or an answer that can be right."""


class Stopped(NamedTuple):
    """An error in words: the kind of failure, what came, the learner's lines that led to it, an idea."""

    kind: str
    came: str
    trace: list[str]
    idea: str

    @property
    def line(self) -> str:
        """Return the error in a line, with the place that led to it."""
        return "; ".join([*self.trace[-1:], self.came])


def simplify_answer(answer: object) -> object:
    """Return an answer in Python's own types, so that no class of the program can claim to equal it.

    Compiled code returns some of NumPy's. Raise what the program's own methods raise.
    """
    if answer is None or answer is True or answer is False:
        return answer
    if isinstance(answer, int):
        number = int.__index__(answer)
        if number.bit_length() <= MOST_BITS:
            return number
        return f"an integer of about {int(number.bit_length() * log10(2)) + 1:,} digits"
    if isinstance(answer, str):
        return str.__str__(answer)[:LONGEST]
    if isinstance(answer, tuple | list):
        parts = cast("list[object]", answer)
        return tuple(map(simplify_answer, parts)) if len(parts) <= LONGEST else f"{len(parts):,} values"
    item = getattr(answer, "item", None)
    return simplify_answer(item()) if item else repr(answer)[:LONGEST]


def require_integer(asked: str, answer: object, least: int, most: int) -> int:
    """Return an answer that is an integer in a range; raise Missing for any other."""
    came = simplify_answer(answer)
    if type(came) is int and least <= came <= most:
        return came
    shown = escape_unprintable(repr(came) if isinstance(answer, str) else f"{came}")
    raise Missing(f"{asked} is {shown}, not an integer from {least} to {most}")


def require_nodes(solver: Any) -> int:
    """Return the nodes of a solver, if they can be; raise Missing if they cannot."""
    return require_integer("nodes", solver.nodes, 0, MOST_NODES)


def escape_unprintable(text: str) -> str:
    """Return a text without colours, in which everything that cannot be printed or encoded is escaped."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in COLOURS.sub("", text)
    )


def format_answer(answer: object) -> str:
    """Return an answer as it is read aloud."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, tuple):
        return ", ".join(map(format_answer, cast("tuple[object, ...]", answer)))
    return escape_unprintable(f"{answer}")


def describe_error(error: BaseException, folder: Path | None, idea: str = "") -> Stopped:
    """Say what an error is, which the program's own classes may refuse to do, and what it points to.

    The trace has the last lines in the learner's folder; where Numba names one of these, that is all.
    """
    try:
        text = str.__str__(str(error))
    except BaseException as other:  # a program may raise anything
        text = f"(its text cannot be read: {type(other).__name__})"
    if isinstance(error, Missing):
        return Stopped("missing", text, [], idea)
    came = f"{type(error).__name__}: {text[:LONGEST]}".rstrip(": ")
    if type(error).__module__ == "numba.core.errors":
        lines = [line.strip() for line in COLOURS.sub("", text).splitlines()]
        reason = next((line for line in lines if line and not line.startswith("Failed in")), text)
        came = escape_unprintable(f"Numba cannot compile it: {reason}")
        return Stopped("uncompiled", came, find_numba_place(text, folder), NUMBA)
    if isinstance(error, MemoryError):
        came = "memory ran out"
    elif isinstance(error, RecursionError):
        idea = ENDLESS
    elif isinstance(error, TypeError) and "NoneType" in text:
        idea = NO_VALUE
    if isinstance(error, SyntaxError) and isinstance(error.filename, str):
        source = error.text if isinstance(error.text, str) else ""
        trace = [f"{Path(error.filename).name}, line {error.lineno}: {source.strip()[:LONGEST]}"]
    else:
        trace = [
            f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}: {frame.line}"
            for frame in extract_tb(error.__traceback__)
            if is_in(folder, frame.filename)
        ]
    return Stopped("crashed", escape_unprintable(came), [*map(escape_unprintable, trace[-SHOWN:])], idea)


def is_in(folder: Path | None, name: str) -> bool:
    """Return whether a file is in a folder."""
    return bool(folder) and folder.resolve() in Path(name).resolve().parents


def find_numba_place(text: str, folder: Path | None) -> list[str]:
    """Return the line of the learner's files that a text by Numba names first."""
    for path, line, other_path, other_line in PLACE.findall(COLOURS.sub("", text)):
        file, number = Path(path or other_path), int(line or other_line)
        if is_in(folder, f"{file}"):
            source = file.read_text(encoding="utf-8").splitlines()[number - 1]
            return [escape_unprintable(f"{file.name}, line {number}: {source.strip()}")]
    return []
