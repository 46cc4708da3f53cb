"""Lanes: look in all four directions with the same instructions.

Winning squares are found by shifting the stones, by a different distance in
each direction. A processor does that to four integers side by side in the time
of one.
"""

from .position import Position as Position
from .solver import Solver as Solver
