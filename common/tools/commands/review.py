"""`c4 review`: review a game stone by stone."""

import argparse

from c4.notation import read_moves
from c4.reports import draw_review
from c4.reviews import review_game
from c4.wording import describe_review
from common.tools.commands import explain


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 review`."""
    explain.add(command, "games, over or not")


def run(options: argparse.Namespace) -> int:
    """Review each game; return 1 if an input is not a game."""
    return explain.answer_inputs(options, read_moves, review_game, draw_review, describe_review)
