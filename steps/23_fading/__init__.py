"""Fading: try first in which cells a move was good lately, and forget what was good long ago.

A history keeps that for each player and cell. Questions go outward from 0.
"""

from .position import Position as Position
from .solver import Solver as Solver
