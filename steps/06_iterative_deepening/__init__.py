"""Iterative deepening: ask about quick results first.

A window of two neighbouring scores answers only "better or not?", and answers
it fast. Each answer narrows the score further; asking about quick wins and
losses first keeps the early trees shallow, and what they leave in the table
serves the deeper ones.
"""

from .position import Position as Position
from .solver import Solver as Solver
