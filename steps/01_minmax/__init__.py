"""Minmax: play every game to its end.

The score of a position is the best of the negated scores after each move, down
to the end of every game. Exact, and hopeless long before the opening: the tree
grows with every empty cell.
"""

from .position import Position as Position
from .solver import Solver as Solver
