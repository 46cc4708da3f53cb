"""Zugzwang: following up and waiting makes the other player run out of moves.

Whoever follows up waits for a winning square of their own, which the other
player cannot touch. That gives a bound without a search: of a child, as soon
as its threats are known, and so of the position.
"""

from .position import Position as Position
from .solver import Solver as Solver
