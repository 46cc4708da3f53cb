"""Threat order: try the moves that threaten most first.

A move that makes winning squares is likely to be the best, wherever it is. Moves are sorted by how many
squares they make the mover win on; the centre only decides between equals.
"""

from .position import Position as Position
from .solver import Solver as Solver
