"""Measure programs on the same positions, the one in turn with the other."""

from collections.abc import Iterator, Sequence
from time import perf_counter

from common.tools import sets
from common.tools.claims import Program
from common.tools.learn.trying.checking import measure_sample
from common.tools.learn.trying.events import Timed
from common.tools.sets import Line

ENOUGH_SECONDS = 3.0  # after which no round begins
LADDER_POSITIONS = 20
LADDER_STONES = 30  # at least, so that the first stage takes less than a second


def load_ladder_lines() -> list[Line]:
    """Return the positions that the programs of all stages are compared on."""
    lines = [line for line in sets.load_set("end-easy") if len(line.moves) >= LADDER_STONES]
    return lines[:LADDER_POSITIONS]


def measure_rounds(programs: Sequence[Program], sample: Sequence[Line], rounds: int) -> Iterator[Timed]:
    """Yield what the sample takes each program, in so many rounds, or fewer if they take long."""
    ladder = load_ladder_lines()
    start = perf_counter()
    for finished_rounds in range(rounds):
        if finished_rounds and perf_counter() - start > ENOUGH_SECONDS:
            return
        for number, program in enumerate(programs):
            program.figures.clear()
            figures = measure_sample(program, sample)
            yield Timed(number, figures.nodes, figures.seconds, measure_sample(program, ladder).total_nodes)
