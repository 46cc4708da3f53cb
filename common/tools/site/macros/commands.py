"""The command line and the book on the pages: help, players, stages, answers, bytes, keys."""

import os
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import fields
from io import StringIO
from unittest.mock import patch

from numpy import base_repr

from common.position import WIDTH, parse
from common.tools import course
from common.tools.cli import make_parser
from common.tools.files import ROOT
from common.tools.learn.curriculum.stages import load_stages
from common.tools.play.players.registry import PLAYERS
from common.tools.site.macro import macro
from common.tools.site.macros.code import NotFound, render_block

COLUMNS = 100
EMBEDDED = ROOT / "common" / "data" / "7x6.book"
SHOWN_BYTES = 48  # bytes of the book


@macro
def command_help(command: str = "") -> str:
    """Return the help of a command such as "book build", as on a terminal of COLUMNS columns."""
    text = StringIO()
    arguments = [*command.split(), "--help"]
    with (
        patch.dict(os.environ, {"COLUMNS": f"{COLUMNS}", "NO_COLOR": "1"}),
        redirect_stdout(text),
        redirect_stderr(StringIO()),
        suppress(SystemExit),
    ):
        make_parser(arguments[:1]).parse_args(arguments)
    if not text.getvalue():
        raise NotFound(f"there is no command c4 {command}")
    return render_block(text.getvalue().rstrip(), "text", " ".join(["c4", *arguments]))


@macro
def transcript(command: str, *lines: str) -> str:
    """Return a command, given lines of input, and what it prints; plain Python runs it.

    Messages on standard error stand behind the answers, marked "2>".
    """
    run = subprocess.run(
        [sys.executable, "-m", "common.tools", *shlex.split(command)],
        input="".join(f"{line}\n" for line in lines),
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    typed = "".join(f"{line}\\n" for line in lines)
    transcript_lines = [
        f"$ printf '{typed}' | c4 {command}" if lines else f"$ c4 {command}",
        run.stdout.removesuffix("\n"),
        *(f"2> {line}" for line in run.stderr.splitlines()),
        f"$ echo $?\n{run.returncode}",
    ]
    return "```text\n" + "\n".join(transcript_lines) + "\n```"


@macro
def player_table() -> str:
    """Return the players as a table, a row a class: what each name settles, the parameters, the docstring."""
    rows = ["| names | parameters | how they play |", "|---|---|---|"]
    for player_class in dict.fromkeys(kind for kind, _ in PLAYERS.values()):
        names = [
            f"`{name}`" + "".join(f" ({key} {format_value(value)})" for key, value in settled.items())
            for name, (other, settled) in PLAYERS.items()
            if other is player_class
        ]
        defaults = [
            f"`{field.name}={format_value(field.default)}`"
            for field in fields(player_class)
            if field.metadata
        ]
        words = " ".join((player_class.__doc__ or "").split())
        rows.append(f"| {', '.join(names)} | {', '.join(defaults)} | {words} |")
    return "\n".join(rows)


def format_value(value: object) -> str:
    """Return a parameter's value as one types it."""
    return f"{value:g}" if isinstance(value, float) else f"{value}"


@macro
def stages() -> str:
    """Return the stages as a table, each with its lesson."""
    rows = [
        f"| {stage.name} | {stage.title} | [{stage.step}](lessons/{course.load(stage.step).folder.name}.md) |"
        for stage in load_stages().values()
    ]
    return "\n".join(["| stage | what you build | lesson |", "|---|---|---|", *rows])


@macro
def book_bytes() -> str:
    """Return the first bytes of the embedded book: in hex, and as a table of what they mean."""
    module = course.thinker().module.book
    content = EMBEDDED.read_bytes()
    dump = [f"{start:08x}  {content[start : start + 16].hex(' ')}" for start in range(0, SHOWN_BYTES, 16)]
    magic, version, width, height, plies, size, checksum = module.HEADER.unpack_from(content)
    book = module.read_book(EMBEDDED)
    keys, end = module.HEADER.size, len(content)
    scores = keys + 4 * size
    rows = [
        (0, 4, f'"{magic.decode()}"'),
        (4, 1, f"version {version} of the format"),
        (5, 3, f"{width} columns, {height} rows, {plies} plies"),
        (8, 4, f"n = {size:,} positions"),
        (12, 4, f"CRC-32 of all other bytes: {checksum:#010x}"),
        (keys, 4, f"the smallest key, {book.keys[0]:,}"),
        (keys + 4, 4, f"the next key, {book.keys[1]:,}"),
        (scores - 4, 4, f"the largest key, {book.keys[size - 1]:,}"),
        (scores, 1, f"the score of the smallest key, {book.scores[0]}"),
        (scores + 1, 1, f"the score of the next key, {book.scores[1]}"),
        (end - 1, 1, f"the last byte: the score of the largest key, {book.scores[size - 1]}"),
    ]
    table = ["| offset | meaning | bytes |", "|--:|---|---|"]
    for start, length, meaning in rows:
        table.append(f"| {start:,} | {meaning} | `{content[start : start + length].hex(' ')}` |")
    return "\n".join([render_block("\n".join(dump), "text", f"{EMBEDDED.relative_to(ROOT)}"), "", *table])


@macro
def ternary_key(moves: str) -> str:
    """Return how the ternary key of a position is found, and what the embedded book has for it."""
    step = course.thinker()
    position = parse(moves, step.Position.start())
    digits = [position.column_digits(column, 0) for column in range(WIDTH)]
    columns = [base_repr(number, 3) if number else "" for number in digits]
    forward, backward = "0".join(columns), "0".join(reversed(columns))
    key = position.ternary_key()
    book = step.module.book.read_book(EMBEDDED)
    index = book.find(key)
    if index < 0:
        raise NotFound(f"the embedded book has no position {moves}")
    score = book.scores[index]
    at = step.module.book.HEADER.size
    end = at + 4 * book.size
    rows = {
        "digits of columns 1 to 7, from the bottom": ", ".join(column or "none" for column in columns),
        "read from the left, 0 between columns": f"`{forward}`",
        "read from the right": f"`{backward}`",
        "as numbers": f"{int(forward, 3):,} and {int(backward, 3):,}",
        "key, the smaller one": f"{key:,}",
        "in the file, little-endian": f"`{key.to_bytes(4, 'little').hex(' ')}`",
        "index among the keys": f"{index:,}, at offset {at} + 4 · {index:,} = {at + 4 * index:,}",
        "score": f"{score}, at offset {at} + 4 · {book.size:,} + {index:,} = {end + index:,}",
    }
    lines = [f"| {what} | {value} |" for what, value in rows.items()]
    return "\n".join(["| what | value |", "|---|---|", *lines])
