"""Promise: try first the moves that leave the mover more lines to complete than the opponent.

How much a line is worth was learnt from positions that earlier steps solved.
"""

from .position import Position as Position
from .solver import Solver as Solver
