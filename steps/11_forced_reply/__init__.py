"""Forced reply: a position with a single safe move needs no table.

Its score is minus that of the position after it, which may have an entry of its own. Leaving it out saves
two trips to memory, the slowest thing a node does, and keeps the slot for a position with a choice.
"""

from .position import Position as Position
from .solver import Solver as Solver
