"""Follow up: the player who makes the last move can reply wherever the other goes.

Playing in the same column each time, he gets every second cell of it. If that keeps the mover from any
four in a row, the mover cannot win, and a search that asks whether he does is over.
"""

from .position import Position as Position
from .solver import Solver as Solver
