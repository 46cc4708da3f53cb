"""The steps of the course as lessons, benches and learners name them."""

from typing import TYPE_CHECKING

from c4.steps import ENGINE, STEPS, THREADED, Step, at, folders, load, locate_book, numbers
from common.errors import UserError

if TYPE_CHECKING:
    from c4.engine import Bitboard  # and with it Numba, which is slow to import

__all__ = ["ENGINE", "STEPS", "THREADED", "Step", "at", "folders", "load", "locate_book", "numbers"]
SIDE_TRIPS = ("11", "13", "14", "24")
"""The steps with little effect, which a reader short of time can leave out."""
QUICK_BOARD = "04"
"""The step whose board is the quickest in plain Python."""
SITE_PORT = 8000
"""The address at which `c4 serve` shows the site, unless another port is given."""


def mark_side_trip(number: str) -> str:
    """Return the suffix of a step's name: "", unless the step is a side trip."""
    return " (side trip)" if number in SIDE_TRIPS else ""


def make_quick_board() -> "Bitboard":
    """Return the empty board for games without a search; later steps are slower in plain Python."""
    return load(QUICK_BOARD).Position.start()


def previous(step: Step) -> Step | None:
    """Return the step before, or None for the first."""
    index = numbers().index(step.number)
    return load(numbers()[index - 1]) if index else None


def span(text: str) -> list[Step]:
    """Return the steps named by numbers and ranges such as "01-04,07", each once.

    Raise UserError for others, and for a range that runs backwards.
    """
    steps: list[Step] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        low = load(first)
        high = load(last) if dash else low
        if low.number > high.number:
            raise UserError(f"steps {part!r} run backwards: write {high.number}-{low.number}")
        steps += [load(number) for number in numbers() if low.number <= number <= high.number]
    return list(dict.fromkeys(steps))
