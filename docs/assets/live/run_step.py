"""What the page "Edit and run" asks of Python: solve positions by a step whose files may have been edited."""

import linecache
import sys
from collections.abc import Callable
from importlib import import_module, invalidate_caches
from pathlib import Path
from time import perf_counter
from traceback import StackSummary, TracebackException

ROOT = Path.cwd()
SHOWN = 10  # calls of a traceback, the last ones
sys.path.insert(0, str(ROOT))
sys.dont_write_bytecode = True  # an edit made within a second would run that of the one before


def run(files: dict[str, str], folder: str, positions: list[str], answer: Callable[..., None]) -> str:
    """Tell `answer` the score, nodes and milliseconds of each position; return what went wrong, or ""."""
    try:
        forget()
        for path, text in files.items():
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(text)
        parse = import_module("common.position").parse
        step = import_module(f"steps.{folder}")
        solver = step.Solver()
        for moves in positions:
            solver.reset()
            position = parse(moves, step.Position.start())
            began = perf_counter()
            score = solver.solve(position)
            milliseconds = 1000 * (perf_counter() - began)
            if not isinstance(score, int):
                raise TypeError(f"solve returned {score!r}, which is not a score")
            answer(score, solver.nodes, milliseconds)
    except (Exception, SystemExit) as error:
        return told(error)
    return ""


def forget() -> None:
    """Let everything be imported anew."""
    for name in [name for name in sys.modules if name.partition(".")[0] in ("common", "steps")]:
        del sys.modules[name]
    invalidate_caches()
    linecache.clearcache()


def told(error: BaseException) -> str:
    """Return an error with the calls in the step's own files, as they are named in the page."""
    trace = TracebackException.from_exception(error)
    own = [frame for frame in trace.stack if frame.filename.startswith(f"{ROOT}/steps/")]
    trace.stack = StackSummary.from_list([tuple(frame) for frame in own[-SHOWN:]])
    return "".join(trace.format(chain=False)).replace(f"{ROOT}/steps/", "")
