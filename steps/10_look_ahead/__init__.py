"""Look ahead: ask what the opponent can reply before going there.

The winning squares after each move are computed once, by its parent: they
order the moves, and they say which replies are safe. A move without a safe
reply wins, and nothing else need be searched. If there is no such move, the
earliest win is two plies later.
"""

from .position import Position as Position
from .solver import Solver as Solver
