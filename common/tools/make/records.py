"""The ledger: the generated files of the repository, and whether they are stale.

name      the name of a record, for `python -m common.tools.make`
command   the command line that makes it, from the root of the repository
made      the files that it writes, as patterns with spaces between them
sources   the files that it is made from, as patterns
function  in place of a command, what returns the text of the file that is the record's name

A record is stale if its command, a source or a file that it made has changed since it was made. Comments and
docstrings of modules do not count. Those of packages do, since steps say their ideas there, and so do the
comments of labs, which are their text. A benchmark has no sources: its times are never stale by themselves.
A text has a function in place of a command: it is stale if it would come out otherwise now.

The ledger is in records.toml in this folder, and the digests in records.json. A later record of the ledger
may be made from an earlier one.
"""

import ast
import hashlib
import io
import json
import shlex
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from pkgutil import resolve_name

from common.errors import Error
from common.tools import course
from common.tools.files import ROOT, write_file
from common.tools.measured import BENCHMARKS, read_benchmark

DIGESTS, LEDGER = (Path(__file__).with_suffix(suffix) for suffix in (".json", ".toml"))
DIGITS = 16  # of a digest: enough to detect accidental changes


@dataclass(frozen=True)
class Record:
    """A generated file or several: a name, the command, the files that it writes, and its sources."""

    name: str
    made: str
    command: str = ""
    sources: str = ""
    function: str = ""

    def compute_digest(self) -> str:
        """Return a digest of the command, and of the names and contents of the sources and files made."""
        digest = hashlib.sha256(self.command.encode())
        for path in list_files(f"{self.sources} {self.made}"):
            content = path.read_bytes().replace(b"\r\n", b"\n")
            if path.suffix == ".py" and path.name != "__init__.py" and path.parent.name != "labs":
                content = strip_prose(content.decode()).encode()
            name = path.relative_to(ROOT).as_posix()
            digest.update(f"\n{name} {hashlib.sha256(content).hexdigest()}".encode())
        return digest.hexdigest()[:DIGITS]

    def is_stale(self) -> bool:
        """Return whether the record has to be made again."""
        if self.function:
            return (ROOT / self.name).read_text(encoding="utf-8") != resolve_name(self.function)()
        return bool(self.sources) and read_digests().get(self.name) != self.compute_digest()

    def make(self) -> None:
        """Write the text, or run the command and record the digest; raise Error if that fails."""
        if self.function:
            write_file(ROOT / self.name, resolve_name(self.function)())
            return
        program, *words = shlex.split(self.command)
        program = [sys.executable, "-m", "c4"] if program == "c4" else [sys.executable]
        if status := subprocess.run([*program, *words], cwd=ROOT, check=False).returncode:
            raise Error(f"{self.command} ended with status {status}")
        if self.sources:
            digests = read_digests() | {self.name: self.compute_digest()}
            names = [record.name for record in list_records() if record.name in digests]
            write_file(DIGESTS, json.dumps({name: digests[name] for name in names}, indent=1) + "\n")


def list_files(patterns: str) -> Iterator[Path]:
    """Yield the files that match patterns, without hidden and compiled files and the tests of steps."""
    paths = {path for pattern in patterns.split() for path in ROOT.glob(pattern)}
    for path in sorted(paths):
        is_hidden = path.name.startswith((".", "test_step.")) or "__pycache__" in path.parts
        if path.is_file() and not is_hidden:
            yield path


@cache  # many records have the same sources
def strip_prose(source: str) -> str:
    r"""Return a Python source without comments, docstrings and empty lines.

    >>> strip_prose("'About it.'\n\nx = '#'  # why\n")
    "x = '#'"
    """
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str()), lineno=first, end_lineno=int(last)):
                lines[first - 1 : last] = [""] * (last - first + 1)
            case _:
                pass
    return "\n".join(line.rstrip() for line in lines if line.strip())


def read_digests() -> dict[str, str]:
    """Return the recorded digests, by the records' names."""
    return json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}


def find_records(pattern: str) -> list[Record]:
    """Return the records of a name, or of a pattern such as "wasm-*"; raise Error if there are none."""
    records = list_records()
    if matching := [record for record in records if fnmatchcase(record.name, pattern)]:
        return matching
    names = ", ".join(record.name for record in records)
    raise Error(f"there is no record {pattern!r}; the records are {names}")


def list_records() -> list[Record]:
    """Return all records, each after those that it is made from."""
    ledger = tomllib.loads(LEDGER.read_text(encoding="utf-8"))
    names = ledger["names"] | {"engine": course.ENGINE}
    labs = sorted(path.stem for path in (ROOT / "docs" / "labs").glob("*.py"))
    benchmarks = sorted(path.stem for path in BENCHMARKS.glob("*.json"))
    cases: dict[str, list[dict[str, str]]] = {  # values for the gaps of an entry, once or per step, lab ...
        "": [{}],
        "step": [{"number": number, "folder": path.name} for number, path in course.list_folders().items()],
        "lab": [{"name": name, "number": name[:2]} for name in labs],
        "benchmark": [{"name": name, "command": read_benchmark(name)["command"]} for name in benchmarks],
        "text": [{"path": path, "function": function} for path, function in ledger["texts"].items()],
    }
    return [
        Record(**{key: text.format_map(names | case) for key, text in entry.items() if key != "each"})
        for entry in ledger["records"]
        for case in cases[entry.get("each", "")]
    ]
