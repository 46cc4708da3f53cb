"""The marks of a review."""

from typing import NamedTuple


class Mark(NamedTuple):
    """A mark, in words, and the signs of the scores before and after the stones that get it."""

    name: str
    meaning: str
    signs: tuple[tuple[int, int], ...]


MARKS = (
    Mark("??", "loses what was won or drawn", ((1, -1), (0, -1))),
    Mark("?", "gives away half: only draws what was won", ((1, 0),)),
    Mark("?!", "wins later, or loses sooner, than it had to", ((1, 1), (-1, -1))),
)
"""What a stone that is worse than the best one is marked with: pages and scripts take the table from here."""
