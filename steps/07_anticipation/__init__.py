"""Anticipation: never play a move that loses at once.

The opponent's winning squares say which moves survive the reply: a threat must
be blocked, two cannot be, and the cell below one is taboo. The search no
longer visits positions in which the mover wins at once: there are fewer nodes,
and each costs more.
"""

from .position import Position as Position
from .solver import Solver as Solver
