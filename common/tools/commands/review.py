"""`c4 review`: review a game stone by stone."""

import argparse

from c4.wording import describe_review
from common.tools.terminal.positions import add_inputs, answer_inputs


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 review`."""
    add_inputs(command, "games, over or not")


def run(options: argparse.Namespace) -> int:
    """Review each game; return 1 if an input is not a game."""
    return answer_inputs(options, lambda solver, moves: solver.review(moves), describe_review)
