"""Bitboard: a board is two integers.

One bit a cell turns dropping a stone into an addition and the search for four in a row into a few
shifts. The search is as it was; every node of it is cheaper, and nothing has to be undone.
"""

from .position import Position as Position
from .solver import Solver as Solver
