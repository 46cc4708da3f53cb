"""Commands on a terminal: what a person sees there, and the keys that are pressed."""

import os
import pty
import subprocess
import termios
from codecs import getincrementaldecoder
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

from repository import C4, ROOT


class Terminal:
    """A terminal on which `c4` runs."""

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self.process: Any = process
        self.descriptor = descriptor
        self.decoder = getincrementaldecoder("utf-8")(errors="replace")  # a read may end within a character

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.descriptor, keys.encode())

    def read(self) -> str:
        """Return what is shown next, "" once the command has ended."""
        with suppress(OSError):  # so a terminal ends
            return self.decoder.decode(os.read(self.descriptor, 1 << 16))
        return ""

    def read_until(self, words: str) -> str:
        """Return what is shown up to some words, or to the end of the command."""
        shown = ""
        while words not in shown and (piece := self.read()):
            shown += piece
        return shown

    def read_all(self) -> str:
        """Return what is shown up to the end of the command."""
        return "".join(iter(self.read, "")).replace("\r\n", "\n")


@contextmanager
def start_on_terminal(*arguments: str, columns: int = 80, stdin: int | None = None) -> Generator[Terminal]:
    """Start `c4` on a terminal of a given width, whose keys are its input unless it gets another input."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(
        [*C4, *arguments],
        cwd=ROOT,
        env=inherited | {"TERM": "xterm"},
        stdin=theirs if stdin is None else stdin,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        yield Terminal(process, ours)
        process.kill()
    os.close(ours)
