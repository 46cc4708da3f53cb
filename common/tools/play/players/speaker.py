"""The process that plays for a folder of `c4 learn`, or for a file with a Kaggle agent.

A line of moves comes in, a line with the column goes out. The program's own output goes to standard error.
After an error, a line that is not a column goes out, and the process ends.
"""

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from operator import index
from pathlib import Path
from typing import Any

from common.position import COLUMN_NAMES, HEIGHT, WIDTH, rows
from common.solver import best_move
from common.tools import course
from common.tools.answers import describe_error
from common.tools.limited import separate_streams
from common.tools.play.players.own import READY


class Fields(dict[str, object]):
    """A dict with its keys as attributes: agents use either."""

    def __getattr__(self, name: str) -> object:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def main() -> None:
    """Report that the program is ready, and then answer."""
    questions, answers = separate_streams()
    path = Path(sys.argv[1])
    try:
        choose = load_folder(path) if path.is_dir() else load_agent(path, float(sys.argv[2]))
        print(READY, file=answers, flush=True)
        for line in questions:
            print(COLUMN_NAMES[choose(line.strip())], file=answers, flush=True)
    except BaseException as error:  # a program may raise anything
        said = describe_error(error, path if path.is_dir() else path.parent).line
        print(said, file=answers, flush=True)


def load_folder(folder: Path) -> Callable[[str], int]:
    """Return a function that chooses a column after a move string by a folder's solver."""
    step = course.at(folder)
    step.prepare()

    def choose(moves: str) -> int:
        step.reset()
        return best_move(step, step.parse(moves))

    return choose


def load_agent(path: Path, seconds: float) -> Callable[[str], int]:
    """Return a function that chooses a column after a move string by a file's agent, as Kaggle calls it.

    The agent is the last thing in the file that can be called. It gets observation and configuration, or as
    many of these as it has parameters for.
    """
    spec = spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = sys.modules[path.stem] = module_from_spec(spec)
    sys.path.insert(0, f"{path.parent}")
    spec.loader.exec_module(module)
    agent: Any = [value for value in vars(module).values() if callable(value)][-1]
    name, code = getattr(agent, "__name__", type(agent).__name__), getattr(agent, "__code__", None)
    size = {"columns": WIDTH, "rows": HEIGHT, "inarow": 4}
    limits = {"timeout": seconds, "actTimeout": seconds, "__raw_path__": f"{path}"}

    def choose(moves: str) -> int:
        board = [".XO".index(cell) for row in rows(moves) for cell in row.split()]
        mark, step = len(moves) % 2 + 1, len(moves)
        observation = Fields(board=board, mark=mark, step=step, remainingOverageTime=0)
        given = observation, Fields(size | limits)
        answer = agent(*given[: code.co_argcount if code else len(given)])
        if not 0 <= index(answer) < WIDTH:
            raise ValueError(f"{name} returned {answer}, but columns are 0 to {WIDTH - 1} here")
        return index(answer)

    return choose


if __name__ == "__main__":
    main()
