"""One question: ask only whether the score is at least beta.

A null window has nothing between its ends, so one number says it all. A search
for a bound, by following up too, can stop as soon as the bound is not
enough.
"""

from .position import Position as Position
from .solver import Solver as Solver
