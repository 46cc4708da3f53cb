"""Transposition table: never search the same position twice.

Different orders of the same moves meet in one position. A table remembers an
upper bound of each position's score, which narrows the window when the
position comes up again.
"""

from .position import Position as Position
from .solver import Solver as Solver
