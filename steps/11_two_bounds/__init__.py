"""Two bounds: remember the lower bound of a position as well as the upper one.

A cutoff proves a lower bound, which has been forgotten until now. An entry of
the table has room for both bounds, and each search of a position may improve
either.
"""

from .position import Position as Position
from .solver import Solver as Solver
