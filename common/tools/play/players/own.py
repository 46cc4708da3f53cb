"""Players of your own: programs in any language and folders of `c4 learn`, in processes with limits.

A program is sent one line with the moves so far, and answers with one line: the column that it plays. For a
folder, and for a file with an agent in Kaggle's form, `speaker.py` reads and answers.
"""

import ast
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

from c4.engine import IN_CLONE
from common import PREFIX
from common.errors import Error
from common.position import COLUMN_NAMES, HEIGHT
from common.tools.files import PYTHON_PATH
from common.tools.limited import Limited, start_limited
from common.tools.play.players.player import EnginePosition, Player, make_parameter
from common.tools.terminal.options import make_number_type

READY = "ready"
START_SECONDS = 120.0  # until the speaker is ready, which Numba may have to compile
SECOND_SECONDS = 0.5  # in which a second line may follow one that is not a column
LONGEST = 1000  # letters of an answer that are read at once
SHOWN = 60
ONE_LINE = "Print one line for each question, and anything else to standard error"
READING = re.compile(r"\bstdin\b|\bfileinput\b|\binput\(|\bopen\(0\b")
"""How a program reads the questions, which an agent for Kaggle does not."""
FLUSH = "If it printed one, it must flush it, or the line waits in the pipe"


class Forfeit(Error):
    """A user's program loses a game that is not over; the message says why."""

    status = 1


@dataclass(frozen=True)
class OwnPlayer:
    """A program of yours, with limits: seconds for an answer, MiB of memory."""

    path: str
    seconds: float = make_parameter(10.0, make_number_type(0.1, 3600, float))
    memory: int = make_parameter(2048, make_number_type(256, 1 << 20))

    def __post_init__(self) -> None:
        """Raise Error if the path is not a program or a folder that can play."""
        path = Path(self.path)
        if not path.exists():
            raise Error(f"player {self.path}: there is no such program or folder")
        if path.is_dir() and PREFIX:
            raise Error(f"player {self.path}: a folder of `c4 learn` is {IN_CLONE}")
        if path.is_dir() and not (path / "solver.py").is_file():
            raise Error(f"player {self.path}: it has no solver.py, so it is not a folder of `c4 learn`")
        if path.is_file() and path.suffix != ".py" and not os.access(path, os.X_OK):
            raise Error(f"player {self.path}: it is not executable; for a script, chmod +x {self.path}")

    def choose_after(self, moves: str) -> int:
        """Return the program's column; raise Forfeit if it is invalid, and start again next time."""
        if self not in RUNNING:
            RUNNING[self] = self.start()
        program = RUNNING[self]
        if late := program.read_line(0):
            raise self.lose(moves, describe_second_line(late))
        program.write_line(moves)
        line = program.read_line(self.seconds)
        if not line:
            advice = "" if Path(self.path).suffix == ".py" or self.has_speaker else f". {FLUSH}"
            silence = f"no answer within {self.seconds:g} s{advice}"
            raise self.lose(moves, program.describe_end() if line is not None else silence)
        name = line.strip()
        if name in [*COLUMN_NAMES] and moves.count(name) < HEIGHT:
            return COLUMN_NAMES.index(name)
        if line.endswith("\n") and (second := program.read_line(SECOND_SECONDS)):
            raise self.lose(moves, describe_second_line(line, second))
        if self.has_speaker:
            raise self.lose(moves, name)  # the name is an error message
        why = "is full" if name in [*COLUMN_NAMES] else f"is not from {COLUMN_NAMES[0]} to {COLUMN_NAMES[-1]}"
        raise self.lose(moves, f"it answered {quote(line)}, a column that {why}")

    def lose(self, moves: str, reason: str) -> Forfeit:
        """End the program and return why its game is lost."""
        RUNNING.pop(self).end()
        return Forfeit(f"{self.path}, asked for a move after {moves!r}: {reason}")

    @property
    def has_speaker(self) -> bool:
        """Return whether `speaker.py` answers for the program."""
        return Path(self.path).is_dir() or is_agent(Path(self.path))

    def start(self) -> Limited:
        """Start the program; raise Forfeit if it needs a speaker and does not get ready."""
        path = Path(self.path).absolute()
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        if not self.has_speaker:
            command = [sys.executable, f"{path}"] if path.suffix == ".py" else [f"{path}"]
            return start_limited(command, environment, self.memory, longest=LONGEST)
        speaker = ["-P", "-m", f"{__package__}.speaker"]
        command = [sys.executable, *speaker, f"{path}", f"{self.seconds}"]
        environment |= {"PYTHONPATH": PYTHON_PATH}
        program = start_limited(command, environment, self.memory, longest=LONGEST)
        line = program.read_line(START_SECONDS)
        if line != f"{READY}\n":
            silence = program.describe_end() if line is not None else f"not ready within {START_SECONDS:g} s"
            program.end()
            raise Forfeit(f"{self.path}: {(line or '').strip() or silence}")
        return program


RUNNING: dict[OwnPlayer, Limited] = {}
"""The programs that this process has started; each ends with it, by its guard."""


def describe_second_line(*lines: str) -> str:
    """Return the complaint about a program that has printed more than one answer."""
    return f"it answered twice; one of its lines is {' and one '.join(map(quote, lines))}. {ONE_LINE}"


def quote(line: str) -> str:
    """Return the beginning of a line, in quotes."""
    return repr(line.strip()[:SHOWN])


def is_agent(path: Path) -> bool:
    """Return whether a Python file has something to call, as an agent for Kaggle is, and reads nothing."""
    if path.suffix != ".py" or not path.is_file():
        return False
    try:
        tree = ast.parse(path.read_bytes())
        is_reading = READING.search(ast.unparse(tree))  # without comments
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False  # Python will say so
    callables = ast.FunctionDef | ast.ClassDef | ast.Lambda | ast.Call  # a call may return an object
    values = (node.value if isinstance(node, ast.Assign | ast.AnnAssign) else node for node in tree.body)
    return not is_reading and any(isinstance(value, callables) for value in values)


def choose_column(player: Player | OwnPlayer, moves: str, position: EnginePosition, rng: Random) -> int:
    """Return the column that a player chooses after a move string."""
    return player.choose_after(moves) if isinstance(player, OwnPlayer) else player.choose(position, rng)
