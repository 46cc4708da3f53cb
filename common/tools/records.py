"""The ledger: what takes a computer to make and is kept in the repository, and whether it is stale.

name      of a record, as `c4 record` takes it
command   the command line that makes it, from the root of the repository
made      the files that it writes, as patterns with spaces between them; none for a part of a file
sources   what it is made from, the same way; without sources a record is only made by hand, as times are

A record is stale if its command, a source or a file that it made has changed since it was made. Comments and
docstrings of modules do not count. Those of packages do, since steps say their ideas there, and so do the
comments of labs, which are their text. The digests are in records.json beside this. A later record of the
ledger may be made from an earlier one.
"""

import ast
import hashlib
import io
import json
import os
import shlex
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from common.errors import UserError
from common.tools import course
from common.tools.files import ROOT, write_file

DIGESTS = Path(__file__).with_suffix(".json")
SHOWN_LINES = 20  # of what a command that failed has printed
DIGITS = 16  # of a digest: enough for changes that nobody makes on purpose
PROGRAMS = {"python": [sys.executable], "c4": [sys.executable, "-m", "common.tools"]}
TOOLS = "common/tools"
LEARN, SITE, EXPLAINING = f"{TOOLS}/learn", f"{TOOLS}/site", f"{TOOLS}/play/explaining"
CORE = "common/*.py"
SETS = f"{TOOLS}/sets.py test-data/*"
DATA = f"{SETS} common/data/7x6.book"


@dataclass(frozen=True)
class Record:
    """Something computed: its name, the command that makes it, what that writes, and what it is made from."""

    name: str
    command: str
    made: str = ""
    sources: str = ""

    @property
    def is_by_hand(self) -> bool:
        """Tell whether only a person can say that the record is stale."""
        return not self.sources

    def compute_digest(self) -> str:
        """Return a digest of the command, and of the names and contents of the sources and what was made."""
        digest = hashlib.sha256(self.command.encode())
        for path in list_files(f"{self.sources} {self.made}"):
            digest.update(f"\n{path.relative_to(ROOT).as_posix()} {digest_file(path)}".encode())
        return digest.hexdigest()[:DIGITS]

    def is_stale(self) -> bool:
        """Tell whether the record has to be made anew."""
        return not self.is_by_hand and read_digests().get(self.name) != self.compute_digest()

    def make(self) -> None:
        """Run the command and note the digest; raise UserError with what it printed last if it fails."""
        environment, words = split_command(self.command)
        done = subprocess.run(
            words, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            printed = "\n".join((done.stdout + done.stderr).rstrip().splitlines()[-SHOWN_LINES:])
            raise UserError(f"{self.command} ended with status {done.returncode}:\n{printed}")
        digests = read_digests() | {self.name: self.compute_digest()}
        names = [record.name for record in list_records() if not record.is_by_hand]
        kept = {name: digests[name] for name in names if name in digests}
        write_file(DIGESTS, json.dumps(kept, indent=1) + "\n")


def list_files(patterns: str) -> Iterator[Path]:
    """Yield the files that patterns match, tests of steps and what is compiled left out."""
    paths = {path for pattern in patterns.split() for path in ROOT.glob(pattern)}
    for path in sorted(paths):
        if path.is_file() and "__pycache__" not in path.parts and path.name != "test_step.py":
            yield path


def digest_file(path: Path) -> str:
    """Return a digest of what a file says, but for its line ends and the prose in Python modules."""
    content = path.read_bytes().replace(b"\r\n", b"\n")
    if path.suffix == ".py" and path.name != "__init__.py" and path.parent.name != "labs":
        content = strip_prose(content.decode()).encode()
    return hashlib.sha256(content).hexdigest()


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


def split_command(command: str) -> tuple[dict[str, str], list[str]]:
    """Return the variables that a command line begins with, and its words with the program's path.

    >>> split_command("C4_BOARD=6x5 git status")
    ({'C4_BOARD': '6x5'}, ['git', 'status'])
    """
    words, environment = shlex.split(command), dict[str, str]()
    while "=" in words[0]:
        name, _, environment[name] = words.pop(0).partition("=")
    return environment, [*PROGRAMS.get(words[0], [words[0]]), *words[1:]]


def read_digests() -> dict[str, str]:
    """Return the digests of the records when they were made, by their names."""
    return json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}


def find_records(pattern: str) -> list[Record]:
    """Return the records of a name, or of a pattern such as "wasm-*"; raise UserError if there are none."""
    records = list_records()
    if matching := [record for record in records if fnmatchcase(record.name, pattern)]:
        return matching
    names = ", ".join(record.name for record in records)
    raise UserError(f"there is no record {pattern!r}; the records are {names}")


def is_fresh(name: str) -> bool:
    """Tell whether there is a record of a name that is not stale."""
    return any(record.name == name and not record.is_stale() for record in list_records())


def list_records() -> list[Record]:
    """Return all records, each after those that it is made from."""
    return [*list_measured(), *list_step_records(), *list_verdicts(), *list_site_records()]


def list_measured() -> Iterator[Record]:
    """Yield the records that are only made by hand: their files say by which command."""
    for folder in ("benchmarks", "experiments"):
        for path in sorted((ROOT / "docs" / folder).glob("*.json")):
            command = json.loads(path.read_text(encoding="utf-8")).get("command")
            if command:
                yield Record(path.stem, command, f"docs/{folder}/{path.name}")
    yield Record("book-8", "c4 book build --plies 8 --out common/data/7x6.book", "common/data/7x6.book")
    yield Record("cards", "c4 cards make common/data/7x6.cards", "common/data/*.cards")
    yield Record("sets", "c4 testset --out test-data", "test-data/*")


def list_step_records() -> Iterator[Record]:
    """Yield what is computed of each step, and the kernels of the cards, which think as one does."""
    play = f"{TOOLS}/play"
    sources = f"{play}/cards.py {play}/card_[pf]*.py {play}/shown.py {TOOLS}/make/wasm/*.py {CORE}"
    sources += f" steps/{course.folders()[course.THINKER].name}/*.py"
    yield Record("wasm-cards", "c4 wasm build --cards", "docs/assets/wasm/cards*", sources)
    for number, folder in course.folders().items():
        step = f"steps/{folder.name}/*.py {CORE}"
        sources = f"{step} {TOOLS}/make/wasm/*.py"
        yield Record(
            f"wasm-{number}", f"c4 wasm build --steps {number}", f"docs/assets/wasm/{number}.wasm", sources
        )
        command = f"python -m pytest -p no:cacheprovider steps/{folder.name} -k scores_of_set"
        yield Record(f"sets-{number}", command, "", f"{step} {DATA}")
    sources = f"steps/*/*.py {CORE} {TOOLS}/testing/signature.py {SETS}"
    yield Record("signature", "python -m common.tools.testing.signature", "tests/signature.json", sources)


def list_verdicts() -> Iterator[Record]:
    """Yield what learners' programs are told, by stage; that a program was added is seen by its test."""
    asking = f"{LEARN}/checks/* {LEARN}/curriculum/*.py {TOOLS}/claims.py {TOOLS}/source.py"
    trying = f"{LEARN}/trying/checking.py {LEARN}/trying/diagnosis.py tests/verdicts.py tests/mutants.py"
    before = ""
    for path in sorted((ROOT / LEARN / "curriculum/stage_files").glob("*.toml")):
        name = path.stem.partition("_")[0]
        stage = f"{LEARN}/curriculum/stage_files/{path.name} steps/{name[:2]}_*/*.py"
        sources = f"{before} {stage} {asking} {trying} {CORE} {DATA}"
        command = f"NUMBA_DISABLE_JIT=1 python tests/verdicts.py {name}"
        yield Record(f"verdicts-{name}", command, f"tests/verdicts/{name}.json", sources)
        before = stage


def list_site_records() -> Iterator[Record]:
    """Yield what is computed for the pages."""
    sources = f"{EXPLAINING}/sentences.* {TOOLS}/files.py"
    command = "python -m common.tools.play.explaining.sentences"
    yield Record("sentences", command, "docs/assets/sentences.js", sources)
    sources = " ".join(f"steps/{course.folders()[number].name}/*.py" for number in (course.THINKER, "14"))
    sources += f" {CORE} {TOOLS}/make/puzzles.py {TOOLS}/make/test_sets.py"
    sources += f" {EXPLAINING}/explanation.py {EXPLAINING}/reasons.py"
    path = "docs/assets/live/puzzles.json"
    yield Record("puzzles", f"c4 puzzles {path}", path, sources)
    yield from list_pictures()
    searches = f"steps/*/*.py {CORE} {SITE}/searches/recording.py"
    plain = "NUMBA_DISABLE_JIT=1 python -m common.tools.site"
    sources = f"{searches} {SITE}/searches/traces.py"
    yield Record("traces", f"{plain}.searches.traces", "docs/assets/traces/*.json", sources)
    sources = f"{searches} {SITE}/frames/**/*.py {SITE}/drawings/marks.py {TOOLS}/words.py"
    yield Record("frames", f"{plain}.frames.recorder", "docs/assets/frames/*.json", sources)
    drawing = f"{SITE}/searches/tree_picture.py {SITE}/figures/pictures.py"
    for path in sorted((ROOT / "docs" / "labs").glob("*.py")):
        lab = f"docs/labs/{path.stem}"
        sources = f"{searches} {drawing} {DATA} {SITE}/labs.py {lab}.py"
        command = f"python -m common.tools.site.labs {path.stem}"
        yield Record(f"lab-{path.stem[:2]}", command, f"{lab}.ipynb", sources)


def list_pictures() -> Iterator[Record]:
    """Yield what README and the home page show."""
    measured = f"docs/benchmarks/*.json {TOOLS}/measured.py {TOOLS}/sets.py"
    command = "python -m common.tools.site"
    sources = f"steps/*/*.py {CORE} {measured} {SITE}/figures/map.py {TOOLS}/words.py {TOOLS}/diff.py"
    yield Record("maps", f"{command}.figures.map", "", sources)
    pictures = f"{measured} {SITE}/figures/pictures.py steps/*/__init__.py"
    sources = f"{pictures} {SITE}/figures/charts.py"
    yield Record("gains", f"{command}.figures.charts", "docs/assets/gains/*.html", sources)
    yield Record(
        "climb", f"{command}.figures.climb", "docs/assets/climb.svg", f"{pictures} {SITE}/figures/climb.py"
    )
    sources = f"{SITE}/drawings/boards.py docs/assets/board.css steps/*/*.py {CORE}"
    yield Record("board", f"{command}.drawings.boards", "docs/assets/board.svg", sources)
    sources = f"common/data/7x6.cards {SITE}/figures/cards.py {TOOLS}/play/cards.py {TOOLS}/play/shown.py"
    sources += f" {SITE}/drawings/boards.py {CORE}"
    yield Record("card-pages", f"{command}.figures.cards", "docs/assets/cards/*", sources)
    sources = f"{SITE}/drawings/session.py {LEARN}/**/* {TOOLS}/commands/[dl]*.py steps/0[1-5]*/*.py {CORE}"
    made = "docs/assets/session.svg docs/assets/diagnosis.svg"
    yield Record("session", f"{command}.drawings.session", made, sources)
