"""Bitboard: a board is two integers.

With one bit for each cell, dropping a stone is an addition, and a few shifts
find four in a row. The search is unchanged; every node is cheaper, and nothing
has to be undone.
"""

from .position import Position as Position
from .solver import Solver as Solver
