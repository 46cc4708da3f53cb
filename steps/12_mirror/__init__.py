"""Mirror: a position and its mirror image have one score.

The search of an opening meets both, and the table keeps them as one: the key
is the smaller of the two.
"""

from .position import Position as Position
from .solver import Solver as Solver
