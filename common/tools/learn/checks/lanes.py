"""Questions about lanes: whether a function looks in all directions at once."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from common.jit import Lanes
from common.tools.claims import Program, Question
from common.tools.learn.checks.bits import LINES, make_bits
from common.tools.learn.checks.program import load_part
from common.tools.sets import Line

AT_ONCE, IN_TURN = "all directions at once", "one direction after the other"


class Watched(int):
    """Stones that note whether they are shifted by lanes."""

    seen: list[bool]

    def __rshift__(self, steps: Any) -> Any:
        """Shift to the right."""
        self.seen.append(isinstance(steps, Lanes))
        return int(self) >> steps


def describe_directions(program: Program, name: str, *others: int) -> str:
    """Return how a function of the position looks at stones."""
    function = load_part(program, "position", name)
    stones = Watched(make_bits(LINES[0]))
    stones.seen = []
    getattr(function, "py_func", function)(stones, *others)
    return AT_ONCE if stones.seen and all(stones.seen) else IN_TURN


def ask_lanes(program: Program, _: Sequence[Line]) -> Iterator[Question]:
    """Ask both functions that look in four directions how they do it."""
    for name, others in (("aligned", ()), ("winning_squares", (make_bits(LINES[0]),))):
        ask = partial(describe_directions, program, name, *others)
        yield Question("", f"how {name} looks at the stones", ask, AT_ONCE)
