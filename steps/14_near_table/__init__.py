"""Near table: keep the last plies where the processor finds them fast.

A large table lies in main memory, and waiting for it costs more than all else
that a node does. Most nodes are deep in the tree, and their entries serve soon
or never, so they get a small part of the table to themselves, which stays in
the cache. The other part grows: few nodes wait for it, and it forgets less.
"""

from .position import Position as Position
from .solver import Solver as Solver
