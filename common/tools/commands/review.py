"""`c4 review`: review a game stone by stone."""

import argparse

from c4.board import Board
from c4.model import Review
from c4.solver import Solver
from c4.text import describe_review
from common.tools.commands import explain


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 review`."""
    explain.add(command, "games, over or not")


def run(options: argparse.Namespace) -> int:
    """Review each game; return 1 if an input is not a game."""

    def review(solver: Solver, moves: str) -> Review:
        return solver.review(Board(moves))

    return explain.answer_inputs(options, review, describe_review)
