"""Blocked threats: a threat on top of the stone just played counts half.

The opponent can and must answer it at once. That gains a move, not a lasting winning square, so such a move
is tried after those whose threats stay.
"""

from .position import Position as Position
from .solver import Solver as Solver
