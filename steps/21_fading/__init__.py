"""Fading: try first where a move was good lately, and forget long ago.

A history keeps that for each player and cell. Questions go outward from 0,
after two far ones that take few nodes.
"""

from .position import Position as Position
from .solver import Solver as Solver
