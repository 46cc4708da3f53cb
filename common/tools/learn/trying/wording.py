"""Say in plain words what a learner's program answered, or why it stopped, whatever it returns or raises."""

import re
from collections.abc import Callable, Sequence
from math import log10
from pathlib import Path
from traceback import extract_tb
from typing import Any, cast

IsOwn = Callable[[str], bool]

LONGEST = 1000  # letters of a text, values of a tuple
MOST_BITS = 1024  # of an integer that is shown
SHOWN = 6  # lines of a trace, the last ones
COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
PLACE = re.compile(r'File "([^"]+)", line (\d+)|at (\S+) \((\d+)\)')


def simplify_answer(answer: Any) -> Any:
    """Return an answer in Python's own types, which no class of the program's can make equal to another.

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
        parts = cast("Sequence[Any]", answer)
        return (
            tuple(simplify_answer(part) for part in parts)
            if len(parts) <= LONGEST
            else f"{len(parts):,} values"
        )
    return simplify_answer(answer.item()) if hasattr(answer, "item") else repr(answer)[:LONGEST]


def escape_unprintable(text: str) -> str:
    """Return a text without colours, in which all that cannot be printed or encoded is escaped."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in COLOURS.sub("", text)
    )


def format_answer(answer: Any) -> str:
    """Return an answer as it is read aloud."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, tuple):
        return ", ".join(format_answer(part) for part in cast("tuple[Any, ...]", answer))
    return escape_unprintable(f"{answer}")


def format_error(error: BaseException) -> str:
    """Return an error in one line."""
    if isinstance(error, MemoryError):
        return "memory ran out"
    if is_numba_error(error):
        return f"Numba cannot compile it: {find_numba_reason(read_error_text(error))}"
    return escape_unprintable(f"{type(error).__name__}: {read_error_text(error)[:LONGEST]}".rstrip(": "))


def read_error_text(error: BaseException) -> str:
    """Return the text of an error, which the program's own classes may refuse."""
    try:
        return str.__str__(str(error))
    except BaseException as other:  # a program may raise anything
        return f"(its text cannot be had: {type(other).__name__})"


def judge_error(error: BaseException) -> str:
    """Return the kind of failure that an error is."""
    return "uncompiled" if is_numba_error(error) else "crashed"


def is_numba_error(error: BaseException) -> bool:
    """Tell whether an error says that Numba cannot compile something."""
    return type(error).__module__ == "numba.core.errors"


def find_numba_reason(text: str) -> str:
    """Return the line of a text by Numba that says what it cannot compile, not where it noticed."""
    lines = [line.strip() for line in COLOURS.sub("", text).splitlines()]
    return escape_unprintable(
        next((line for line in lines if line and not line.startswith("Failed in")), text)
    )


def trace_error(error: BaseException, is_own: IsOwn) -> list[str]:
    """Return the lines of the learner's own files that led to an error, the last ones.

    `is_own` tells whether a file is the learner's. Where Numba names one of these lines, that is all.
    """
    if is_numba_error(error):
        return find_numba_place(read_error_text(error), is_own)
    if isinstance(error, SyntaxError) and isinstance(error.filename, str):
        text = error.text if isinstance(error.text, str) else ""
        return [
            escape_unprintable(f"{Path(error.filename).name}, line {error.lineno}: {text.strip()[:LONGEST]}")
        ]
    frames = [frame for frame in extract_tb(error.__traceback__) if is_own(frame.filename)]
    return [
        escape_unprintable(f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}: {frame.line}")
        for frame in frames[-SHOWN:]
    ]


def find_numba_place(text: str, is_own: IsOwn) -> list[str]:
    """Return the line of the learner's files that a text by Numba names first."""
    for path, line, other_path, other_line in PLACE.findall(COLOURS.sub("", text)):
        file, number = Path(path or other_path), int(line or other_line)
        if is_own(str(file)):
            source = file.read_text(encoding="utf-8").splitlines()[number - 1]
            return [escape_unprintable(f"{file.name}, line {number}: {source.strip()}")]
    return []
