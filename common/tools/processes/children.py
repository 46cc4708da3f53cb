"""Processes that end when the one that started them does, in whatever way it ends.

Each child reads from a pipe that nobody writes to. The system closes it when the other end is gone.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Lock, Thread

from common.errors import UserError
from common.tools.files import ROOT

SHOWN_LINES = 100  # lines of what a child that failed has printed
NOT_FOR_CHILDREN = (  # of the environment
    "C4_BOARD",
    "NUMBA_DISABLE_JIT",
    "PYTHONDONTWRITEBYTECODE",  # or dozens of children would each compile the same packages
)


class Failed(UserError):
    """Say what a child printed before it failed."""


class Children:
    """Modules that run in processes of their own, until this context ends."""

    def __init__(self) -> None:
        self.have_ended = False
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = Lock()

    def __enter__(self) -> "Children":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """End all children, and start none any more."""
        with self._lock:
            self.have_ended = True
        for process in self._running.copy():
            assert process.stdin
            process.stdin.close()
            process.wait()

    def run(self, module: str, *arguments: str, **environment: str) -> str:
        """Run a module and return what it printed; raise Failed if its exit status is not 0."""
        command = [sys.executable, "-m", module, *arguments]
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_FOR_CHILDREN}
        with self._lock:
            if self.have_ended:
                raise Failed("this was interrupted")
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=inherited | environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                process_group=0,
            )
            self._running.add(process)
        with process:
            assert process.stdout
            printed = process.stdout.read()
        self._running.discard(process)
        if process.returncode:
            raise Failed("\n".join(printed.rstrip().splitlines()[-SHOWN_LINES:]))
        return printed


def watch_parent() -> None:
    """End this process, and all that it starts, when the one that started it by `Children` ends."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    import psutil  # of the extra "site": who only starts children may lack it

    os.read(sys.stdin.fileno(), 1)
    for process in psutil.Process().children(recursive=True):  # a lab's kernel is not in this group
        with suppress(psutil.NoSuchProcess):
            process.kill()
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
