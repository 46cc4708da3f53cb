"""The process that plays for a folder of `c4 learn`: a line of moves in, a line with the best column out.

What the folder's program prints goes to standard error. An error is a line that is no column, and the end.
"""

import sys
from pathlib import Path

from common.jit import COMPILED
from common.position import COLUMN_NAMES, parse
from common.solver import best_move
from common.tools import course
from common.tools.limited import separate_streams
from common.tools.play.players.own import READY


def main() -> None:
    """Say that the program is ready, and then answer."""
    questions, answers = separate_streams()
    try:
        step = course.at(Path(sys.argv[1]))
        if COMPILED:
            step.warm()
        solver = step.solver()
        print(READY, file=answers, flush=True)
        for line in questions:
            solver.reset()
            column = best_move(solver, parse(line.strip(), step.Position.start()))
            print(COLUMN_NAMES[column], file=answers, flush=True)
    except BaseException as error:  # a program may raise anything
        print(" ".join(f"{type(error).__name__}: {error}".split()), file=answers, flush=True)


if __name__ == "__main__":
    main()
