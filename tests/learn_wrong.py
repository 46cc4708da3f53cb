"""Check programs that are wrong in ways that were once overlooked, and right ones that are written another way.

    NUMBA_DISABLE_JIT=1 python tests/learn_wrong.py 07c

Each line printed is JSON: what was changed, the check that failed, "" if none did, what kind of failure it is, and
what was said of it.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from common.tools.learn import runner, stages
from common.tools.learn.events import Event, Failure
from common.tools.learn.runner import Limits, Passed
from common.tools.learn.sources import Edit


class Change(NamedTuple):
    """A change of our program of some stages; what has to be said of it, "" if it is right."""

    stages: str
    says: str
    file: str
    old: str
    new: str
    removed: str = ""


SIGN = "return sign(score) if weak else score"
DRAWN = "if position.moves >= WIDTH * HEIGHT - 2:"
LOST = "return -win_score(position.moves + 1)"
KEY = "return self.stones + self.mask"
NO_KEY = "    def key(self) -> int:"
DOC = '"""Return the score of a position; if weak, only its sign."""\n'
BEST = "            if score > best:\n                best = score\n"
HORIZON = """\
    if alpha >= win_score(position.moves + 4):  # the mover's third stone wins too late: can the second?
        return win_score(position.moves + 2 if position.wins_in_two(safe) else position.moves + 4)
"""
BEYOND = """\
    if beta <= -win_score(position.moves + 5):  # the opponent's third stone does no harm: does the second?
        return -win_score(position.moves + 3 if position.loses_in_two(safe) else position.moves + 5)
"""
UNDONE = """\
    best = -WIDTH * HEIGHT
    for column in range(WIDTH):
        if position.can_play(column):
            score = -negamax(position.play(column), nodes)
            position.undo(column)
"""
NOT_UNDONE = UNDONE.replace("            position.undo(column)\n", "")
MEMO = """\
SEEN = {}


def negamax(position: Position, nodes: Array) -> int:
    key = (tuple(position.cells), position.moves)
    if SEEN.get(key) is None:
        SEEN[key] = searched(position, nodes)
    return SEEN[key]


def searched(position: Position, nodes: Array) -> int:
"""
LOOP = """\
    for column in range(WIDTH):
        if position.can_play(column):
            score = -negamax("""
FOUR = "if pairs & (pairs >> 2 * step):"
STEPS = "for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):\n        pairs = stones & (stones >> step)\n        threes"
TABLED = "05b 05c 06 07a 07b 07c 08 09a 09b 10 11 12"
SAFE = "07c 08 09a 09b 10 11 12 13 14 15 16a 16b 17a 17b 18"
CHANGES = [
    Change("01", "stops at the first move that wins", "solver.py", BEST, BEST + "            if score > 0:\n                break\n"),
    Change("01 02 03 04b 05c 06 07c 12 18", "only the sign", "solver.py", SIGN, "return score"),
    Change("01", "first call is missing", "solver.py", LOOP, LOOP.replace("            score", "            nodes[0] += 1\n            score"), "    nodes[0] += 1\n"),
    Change("01", "counts from zero each time", "solver.py", DOC, DOC + "        self.reset()\n"),
    Change("01", "remembered beyond `reset`", "solver.py", "@compiled\ndef negamax(position: Position, nodes: Array) -> int:\n", MEMO),
    *(
        Change("01", "stone is not taken back", "solver.py", UNDONE, NOT_UNDONE.replace("-WIDTH * HEIGHT", best))
        for best in ("-WIDTH * HEIGHT", "-100", "-22", "-10**9")
    ),
    Change("01", "None where a value is needed", "solver.py", "    return best\n", ""),
    Change("02", "too narrow", "solver.py", "search(position, -limit, limit,", "search(position, 0 if weak else -limit, limit,"),
    Change("02", "too narrow", "solver.py", "search(position, -limit, limit,", "search(position, -limit, 0 if weak else limit,"),
    *(
        Change("04a", "Two pairs with a gap", "position.py", FOUR, f"if pairs & (pairs >> {steps}):")
        for steps in ("(3 if step == HEIGHT else 2) * step", "(3 if step == HEIGHT + 2 else 2) * step")
    ),
    Change("05a", "takes too many bits", "position.py", KEY, "return self.stones * 2**49 + self.mask"),
    Change("05a", "None where a value is needed", "position.py", KEY, "self.stones + self.mask"),
    Change(TABLED, "has to fit in the table", "position.py", KEY, "return self.stones * 2**49 + self.mask"),
    *(
        Change("07a", "direction is missing", "position.py", STEPS, STEPS.replace("(1, HEIGHT, HEIGHT + 1, HEIGHT + 2)", left))
        for left in ("(HEIGHT, HEIGHT + 1, HEIGHT + 2)", "(1, HEIGHT, HEIGHT + 1)", "(1, HEIGHT, HEIGHT + 2)")
    ),
    Change(SAFE, "one stone off", "solver.py", LOST, "return -win_score(position.moves)"),
    Change(SAFE, "Too many positions count as drawn", "solver.py", DRAWN, "if position.moves >= WIDTH * HEIGHT - 3:"),
    Change("18", "draw comes too late", "solver.py", DRAWN, "if position.moves == WIDTH * HEIGHT:"),
    Change("11", "Nothing is forced yet", "solver.py", "forced = safe & (safe - 1) == 0", "forced = safe == 0"),
    Change("16a", "no lowest empty cell", "position.py", "(self.mask + BOTTOMS) & BOARD\n        return not", "self.mask + BOTTOMS\n        return not"),
    Change("17a", "sign is missing", "position.py", "return -count(stopped & FOLLOWED)", "return count(stopped & FOLLOWED)"),
    Change("18", "second question is asked before the first", "solver.py", HORIZON + BEYOND, BEYOND + HORIZON),
]  # fmt: skip
RIGHT = [
    Change("01", "", "solver.py", BEST, "            best = max(best, score)\n"),
    Change("01", "", "solver.py", UNDONE, UNDONE.replace("-WIDTH * HEIGHT", "-1000").replace("range(WIDTH)", "reversed(range(WIDTH))")),
    Change("01 02 03 04b 06 12 18", "", "solver.py", SIGN, "return (1 if score > 0 else -1 if score else 0) if weak else score"),
    Change("02 03", "", "solver.py", "            if score >= beta:\n                return score  # a lower bound (fail-soft): the moves left can only raise it\n            if score > alpha:\n                alpha = score\n",
           "            if score > alpha:\n                alpha = score\n            if alpha >= beta:\n                return beta\n"),
    Change("04b 05c 07c 18", "", "position.py", "return self.mask & top(column) == 0", "return not self.mask & top(column)"),
    Change("05a 05c 06 12", "", "position.py", KEY, "return self.mask + self.stones + bottom(0)"),
    Change("05a 05c", "", "position.py", KEY, "return 2 * self.mask - (self.stones ^ self.mask)"),
    Change("06", "", "solver.py", "        if score > alpha:\n            low = score\n        else:\n            high = score\n",
           "        if score <= alpha:\n            high = score\n            continue\n        low = score\n"),
    Change("12", "", "solver.py", "        best = max(best, score)\n        alpha = max(alpha, score)\n",
           "        if score > best:\n            best = score\n        if best > alpha:\n            alpha = best\n"),
    Change("18", "", "position.py", "            safe ^= move\n        return False\n", "            safe &= safe - 1\n        return False\n"),
]  # fmt: skip


def tried(stage: stages.Stage, change: Change) -> tuple[str, str, str]:
    """Return the check that a changed program fails, the kind of failure, and what is said; empty if it passes."""
    files = stage.ours()
    if change.removed:
        files = Edit(change.file, change.removed, "").applied(files)
    files = Edit(change.file, change.old, change.new).applied(files)
    with TemporaryDirectory() as folder:
        stages.put(Path(folder), files)
        *_, last = runner.tried(Path(folder), stage, Limits(here=ignore, seed="a seed"))
    if isinstance(last, Passed):
        return "", "", ""
    assert isinstance(last, Failure)
    return last.check, last.kind, last.idea


def ignore(_: Event) -> None:
    """Do nothing with an event."""


def of_stage(name: str) -> Iterator[Change]:
    """Yield the changes of a stage."""
    yield from (change for change in CHANGES + RIGHT if name in change.stages.split())


if __name__ == "__main__":
    for each in of_stage(sys.argv[1]):
        print(json.dumps([each.says, *tried(stages.load(sys.argv[1]), each)]), flush=True)
