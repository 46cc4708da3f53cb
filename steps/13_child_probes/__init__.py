"""Child probes: ask the table about every move before searching any.

A cutoff that the table knows of saves the search of all the moves before it.
And where little is left to search, the table is not worth its trips to memory:
the last plies do without it.
"""

from .position import Position as Position
from .solver import Solver as Solver
