"""Alpha-beta: stop as soon as the rest cannot matter.

The search carries a window (alpha, beta) of the scores that can still change
the outcome, and leaves a position at the first move that reaches beta: the
opponent has a better choice earlier.
"""

from .position import Position as Position
from .solver import Solver as Solver
