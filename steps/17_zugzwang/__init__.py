"""Zugzwang: following up, and waiting for a winning square, makes the other player run out of good moves.

That gives a bound without a search: of a child, as soon as its threats are known, and so of the position.
"""

from .position import Position as Position
from .solver import Solver as Solver
