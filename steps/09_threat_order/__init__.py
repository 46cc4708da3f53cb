"""Threat order: try the moves that threaten most first.

A move that makes winning squares is likely to be the best, wherever it is.
Moves are sorted by the number of winning squares that the mover has after
them; the centre only breaks ties.
"""

from .position import Position as Position
from .solver import Solver as Solver
