"""The horizon: if only a win within two stones can matter, look just at these.

A window says how late is too late for a win. Most positions are that near to
it: they need neither the table nor an order of their moves.
"""

from .position import Position as Position
from .solver import Solver as Solver
