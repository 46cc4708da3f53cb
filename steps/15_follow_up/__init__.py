"""Follow up: the player of the last move can reply wherever the other goes.

Playing in the same column each time, that player gets every second cell of it.
If this keeps the mover from any four in a row, the mover cannot win, and a
search that only asks for a win is over.
"""

from .position import Position as Position
from .solver import Solver as Solver
