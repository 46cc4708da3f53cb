"""Promise: try first the moves that leave the mover more lines to complete.

Each open line of either player has a weight, learnt from positions that
earlier steps solved, rounded, and then tried in searches.
"""

from .position import Position as Position
from .solver import Solver as Solver
