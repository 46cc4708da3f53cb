"""`c4 review`: review a game stone by stone."""

import argparse

from c4.board import Board, review_game
from c4.engine import Step
from c4.notation import read_moves
from c4.wording import Review, describe_review
from common.tools.terminal.positions import add_inputs, answer_inputs


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 review`."""
    add_inputs(command, "games, over or not")


def run(options: argparse.Namespace) -> int:
    """Review each game; return 1 if an input is not a game."""

    def review(step: Step, text: str) -> Review:
        return review_game(Board(read_moves(text)), step)

    return answer_inputs(options, review, describe_review)
