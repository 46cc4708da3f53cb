"""Look ahead: ask what the opponent can reply before going there.

The winning squares after each move are computed once, by its parent: they order the moves, and they say
which replies are safe. A move without a safe reply wins and nothing else need be searched; if there is
none such, the next win is two stones further away.
"""

from .position import Position as Position
from .solver import Solver as Solver
