"""The repository, its lessons and its commands, as tests use them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from common.tools import course

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]

ROOT = Path(__file__).parents[1]
LESSONS = ROOT / "docs" / "lessons"
C4 = [sys.executable, "-m", "c4"]
PLAIN = {"NUMBA_DISABLE_JIT": "1"}  # for what searches little: Numba takes longer to start
ON_PATH = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}  # what is installed
HANGS = 1200  # seconds after which a command is ended


def run(
    command: Sequence[str], folder: str | Path = ROOT, given: str | bytes = b"", **environment: str
) -> Done:
    """Run a command and return its result, with decoded output; pytest is none that works for this one."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    done = subprocess.run(
        command,
        cwd=folder,
        env=inherited | ON_PATH | environment,
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        timeout=HANGS,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_c4(*arguments: str, given: str | bytes = b"", **environment: str) -> Done:
    """Run a command line of `c4`."""
    return run([*C4, *arguments], given=given, **environment)


def start_c4(*arguments: str) -> Any:
    """Start a command line of `c4`, with pipes for its streams."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*C4, *arguments], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def run_shell(command: str, folder: str | Path = ROOT, **environment: str) -> Done:
    """Run shell commands until one fails."""
    return run(["bash", "-euo", "pipefail", "-c", command], folder, **environment)


def run_python(program: str, *arguments: str, **environment: str) -> str:
    """Return a program's output; fail if it fails."""
    return read_output(run([sys.executable, "-c", program, *arguments], **environment))


def check_refused(done: Done, *complaints: str) -> None:
    """Check that a command printed only the reason for its refusal."""
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    for complaint in complaints:
        assert complaint in done.stderr


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds, however slow the machine is."""
    deadline = monotonic() + HANGS
    while not condition():
        assert monotonic() < deadline
        sleep(0.05)


def read_output(done: Done) -> str:
    """Return a command's output; fail if it failed."""
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def make_python_path(folder: Path) -> str:
    """Return the PYTHONPATH for a copy of the repository."""
    return f"{folder}{os.pathsep}{folder / 'common' / 'api'}"


def copy_parts(names: Sequence[str], folder: Path) -> Path:
    """Return a folder with a copy of some of the repository's folders and files."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():  # what other processes compile meanwhile comes and goes
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def read_lesson(number: str) -> str:
    """Return a step's lesson."""
    return (LESSONS / f"{course.load(number).folder.name}.md").read_text(encoding="utf-8")


def read_table(number: str, heading: str) -> list[list[str]]:
    """Return the rows of a lesson's table, below the row that begins with a heading."""
    _, _, rest = read_lesson(number).partition(f"\n| {heading} |")
    rows = rest.partition("\n\n")[0].splitlines()[2:]
    assert rows
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def make_position(number: str, moves: str) -> Any:
    """Return a step's position after a move string."""
    return course.load(number).parse(moves)
