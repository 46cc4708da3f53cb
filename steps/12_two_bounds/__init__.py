"""Two bounds: remember the lower bound of a position as well as the upper one.

A cutoff proves that a position is worth at least so much; until now that was forgotten. An entry of the
table has room for both bounds, and each search of a position may improve either.
"""

from .position import Position as Position
from .solver import Solver as Solver
