"""`c4 explain`: why a position is won, lost or drawn."""

import argparse

from c4.board import read_live_board
from c4.engine import Step
from c4.reasons import explain_position
from c4.wording import Explanation, describe_explanation
from common import CORE
from common.position import HEIGHT, WIDTH, mirror, rows
from common.tools.terminal.positions import add_inputs, answer_inputs


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 explain`."""
    add_inputs(command, "positions")


def run(options: argparse.Namespace) -> int:
    """Explain each position; return 1 if an input is not a position."""

    def explain(step: Step, text: str) -> Explanation:
        return explain_position(read_live_board(text).find_moves(), step)

    return answer_inputs(options, explain, describe_explanation, describe_card)


def describe_card(moves: str) -> list[str]:
    """Return a sentence about the card of a position or of its mirror image, or none if there is no card."""
    path = CORE / "data" / f"{WIDTH}x{HEIGHT}.cards"
    for line in path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else []:
        game, column = line.split()[:2]
        for played, name in ((moves, column), (mirror(moves), mirror(column))):
            if len(game.strip("-")) == len(moves) and rows(game.strip("-")) == rows(played):
                return [
                    f"The cards for the whole game have one for this position: play column {name} (c4 cards)."
                ]
    return []
