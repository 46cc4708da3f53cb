"""Move order: try the centre first.

Alpha-beta cuts most when the best move comes first. More lines of four cross
the centre columns, so a fixed order from the centre outwards costs nothing and
finds good moves early.
"""

from .position import Position as Position
from .solver import Solver as Solver
