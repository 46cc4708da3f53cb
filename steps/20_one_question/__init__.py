"""One question: ask only whether the score is at least beta.

A null window has nothing between its ends, so one number says it all. Whoever is asked for a bound, also by
following up, can stop as soon as it is not enough.
"""

from .position import Position as Position
from .solver import Solver as Solver
