"""Opening book: look up what was searched once and for all.

The openings are few and their trees are huge, so their scores are computed beforehand. The search
consults the book at each position of the book's number of moves; the rest is as it was.
"""

from .position import Position as Position
from .solver import Solver as Solver
