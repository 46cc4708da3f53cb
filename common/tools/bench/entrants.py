"""The entrants of a benchmark: the steps, and the peers, asked in the same way."""

import ctypes
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any, NoReturn, cast

from c4.engine import Answer, EnginePosition, Step, processor_clock
from common.errors import Error
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, children
from common.tools.course import make_quick_board


class BitBully:
    """BitBully, an independent solver in C++, in one of its search modes."""

    MODES = ("mtdf", "null_window")

    @staticmethod
    def check_usable() -> None:
        """Raise Error if the peer is not installed or does not know the board's size."""
        if not find_spec("bitbully"):
            raise Error("bitbully is not installed: pip install bitbully")
        if (WIDTH, HEIGHT) != (7, 6):
            raise Error(f"bitbully only knows the 7x6 board, and this is {WIDTH}x{HEIGHT}")

    def __init__(self, mode: str, *, use_book: bool) -> None:
        self.check_usable()
        self._mode, self._use_book = mode, use_book

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the mode and whether there is a book, without the solver."""
        return partial(BitBully, use_book=self._use_book), (self._mode,)

    @cached_property
    def _solver(self) -> Any:
        """Return the one solver."""
        return import_module("bitbully").BitBully(opening_book="default" if self._use_book else None)

    def prepare(self) -> None:
        """Make the solver and its table."""
        self._solver.reset_transposition_table()

    def ask(self, moves: str) -> Answer:
        """Return the score of a position and its cost, with an empty memory."""
        solver, solve = self._solver, getattr(self._solver, self._mode)
        solver.reset_transposition_table()
        solver.reset_node_counter()
        board = import_module("bitbully").Board([int(name) - 1 for name in moves])
        start, used = perf_counter(), processor_clock()
        score = solve(board)
        used, seconds = processor_clock() - used, perf_counter() - start
        return Answer([score], solver.get_node_counter(), seconds, used)

    def solve(self, position: EnginePosition) -> int:
        """Return the score of a position; what was learnt of others helps."""
        return getattr(self._solver, self._mode)(self.make_board(position.stones, position.mask))

    def make_board(self, stones: int, mask: int) -> object:
        """Return the board of a bitboard position, the stones those of the player to move."""
        first = mask.bit_count() % 2 == 0  # whether the mover is the first player
        board = [[0] * WIDTH for _ in range(HEIGHT)]
        for column in range(WIDTH):
            for row in range(HEIGHT):
                cell = 1 << column * (HEIGHT + 1) + row
                if mask & cell:
                    board[HEIGHT - 1 - row][column] = 1 if (stones & cell != 0) == first else 2
        return import_module("bitbully").Board.from_array(board)


class Program:
    """A program that reads a position per line and answers each with a line, as `c4 solve` does.

    The line has the moves, the score, the nodes and the microseconds. The program has to forget between lines
    what it has learnt.
    """

    def __init__(self, command: str) -> None:
        """Raise Error if there is no such program."""
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise Error(f"--peer {command!r}: {error}") from None
        if not self._words or not shutil.which(self._words[0]):
            known = " or ".join(PEERS)
            raise Error(f"--peer {command!r}: it is neither {known} nor a program on this machine")
        self._command = command

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the command, without its process."""
        return Program, (self._command,)

    @cached_property
    def _process(self) -> "subprocess.Popen[str]":
        """Return the process, which ends with this one."""
        pipe = subprocess.PIPE
        process = subprocess.Popen(self._words, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")

        def end(*_: object) -> NoReturn:
            process.kill()
            process.wait()
            os._exit(1)

        signal.signal(signal.SIGTERM, end)
        return process

    def prepare(self) -> None:
        """Start the process, and ask it about the end of a game."""
        position, moves = make_quick_board(), ""
        while position.moves < CELLS - 1 and (child := next(children(position), None)):
            column, position = child
            moves += COLUMN_NAMES[column]
        self.ask(moves)

    def ask(self, moves: str) -> Answer:
        """Return the score of a position, and the cost by the program's own clock and by the system's.

        Where the system does not tell the processor time of another process, it is that of its own clock.
        """
        questions, answers = cast("Any", self._process.stdin), cast("Any", self._process.stdout)
        used = self._read_processor_clock()
        with suppress(OSError):  # it has ended: there is no answer
            print(moves, file=questions, flush=True)
        text = answers.readline()
        used = self._read_processor_clock() - used
        if not text:
            raise Error(f"{self._command}: it ended before it had answered {moves}")
        match = re.fullmatch(
            rf"{moves}\s+(-?\d{{1,9}})\s+(\d{{1,18}})\s+(\d{{1,15}}(?:\.\d*)?)\s*", text, re.ASCII
        )
        if not match:
            raise Error(
                f"{self._command}: it answered {text.strip()!r} to {moves}, "
                "where a line of moves, score, nodes and microseconds was expected"
            )
        seconds = (float(match[3]) or 0.5) / 1e6  # a clock of whole microseconds says 0 for less than one
        return Answer([int(match[1])], int(match[2]), seconds, used or seconds)

    def _read_processor_clock(self) -> float:
        """Return the processor time of the process in seconds, 0 where the system does not tell."""
        clock = ctypes.c_int()
        try:
            ctypes.CDLL(None).clock_getcpuclockid(self._process.pid, ctypes.byref(clock))
            return time.clock_gettime(clock.value)
        except (AttributeError, OSError, TypeError):
            return 0.0


PEERS = {"bitbully": BitBully}
"""The peers by the name of their package, as in `--peer` and in the `versions` of benchmarks."""
Entrant = Step | BitBully | Program
"""What a benchmark asks."""
