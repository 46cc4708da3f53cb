"""Players of your own: programs in any language, and folders of `c4 learn`, in processes with limits.

A program is asked by a line with the moves so far, and answers by a line with the column that it plays. For a
folder, `speaker.py` does the same.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

from common.errors import UserError
from common.position import COLUMN_NAMES, HEIGHT
from common.tools.files import ROOT
from common.tools.limited import Limited, describe_exit, start_limited
from common.tools.play.players.player import Bitboard, Player, make_parameter
from common.tools.terminal.options import make_number_type

READY = "ready"
START_SECONDS = 120.0  # until a folder's program is ready, which Numba may have to compile
LONGEST = 1000  # letters of an answer that are read at once
SHOWN = 60


class Forfeit(UserError):
    """Say why a program of one's own loses a game that is not over."""

    status = 1


@dataclass(frozen=True)
class OwnPlayer:
    """A program of yours, with seconds for an answer and MiB of memory."""

    path: str
    seconds: float = make_parameter(10.0, make_number_type(0.1, 3600, float))
    memory: int = make_parameter(2048, make_number_type(256, 1 << 20))

    def __post_init__(self) -> None:
        """Raise UserError if there is nothing that could play."""
        path = Path(self.path)
        if not path.exists():
            raise UserError(f"player {self.path}: there is no such program or folder")
        if path.is_dir() and not (path / "solver.py").is_file():
            raise UserError(f"player {self.path}: it has no solver.py, so it is no folder of `c4 learn`")
        if path.is_file() and path.suffix != ".py" and not os.access(path, os.X_OK):
            raise UserError(f"player {self.path}: it cannot be executed; for a script, chmod +x {self.path}")

    def choose_after(self, moves: str) -> int:
        """Return the column that it answers; raise Forfeit if it is none, and start anew next time."""
        if self not in RUNNING:
            RUNNING[self] = self.start()
        program = RUNNING[self]
        program.write_line(moves)
        line = program.read_line(self.seconds)
        name = (line or "").strip()
        if name and name in [*COLUMN_NAMES] and moves.count(name) < HEIGHT:
            return COLUMN_NAMES.index(name)
        RUNNING.pop(self).end()
        reason = describe_silence(program, line, self.seconds)
        if line:
            why = (
                "is full"
                if name in [*COLUMN_NAMES]
                else f"is none of {COLUMN_NAMES[0]} to {COLUMN_NAMES[-1]}"
            )
            reason = f"it answered {name[:SHOWN]!r}, a column that {why}"
        raise Forfeit(f"{self.path}, asked for a move after {moves!r}: {reason}")

    def start(self) -> Limited:
        """Start the program; raise Forfeit if it is a folder's, and does not come so far as to be asked."""
        path = Path(self.path).absolute()
        environment = {**os.environ}
        if path.is_file():
            command = [sys.executable, f"{path}"] if path.suffix == ".py" else [f"{path}"]
            return start_limited(command, environment, self.memory, longest=LONGEST)
        command = [sys.executable, "-P", "-m", "common.tools.play.players.speaker", f"{path}"]
        environment |= {"PYTHONPATH": f"{ROOT}"}
        program = start_limited(command, environment, self.memory, longest=LONGEST)
        line = program.read_line(START_SECONDS)
        if line != f"{READY}\n":
            program.end()
            raise Forfeit(
                f"{self.path}: {(line or '').strip() or describe_silence(program, line, START_SECONDS)}"
            )
        return program


RUNNING: dict[OwnPlayer, Limited] = {}
"""The programs that this process has started; each ends with it, by its guard."""


def describe_silence(program: Limited, line: str | None, seconds: float) -> str:
    """Return what to say of a program that has not answered."""
    if line is None:
        return f"no answer within {seconds:g} s"
    return describe_exit(program.process.returncode or 0)


def choose_column(player: Player | OwnPlayer, moves: str, position: Bitboard, rng: Random) -> int:
    """Return the column that anybody plays in the position after a move string."""
    return player.choose_after(moves) if isinstance(player, OwnPlayer) else player.choose(position, rng)
