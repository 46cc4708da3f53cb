"""Threads: search one position on several processors.

Each thread runs the whole search. They share the table, so what one has found
saves the others the work, and a move to a position that another is searching
usually comes last. One begins alone, because most positions are solved sooner
than another thread wakes. With more than one thread the number of nodes
depends on who was faster; the score does not.
"""

from .position import Position as Position
from .solver import Solver as Solver
