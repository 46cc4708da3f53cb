"""`c4 review`: a game gone through stone by stone."""

import argparse
import sys

from common.position import COLUMN_NAMES
from common.tools.commands import explain
from common.tools.play.explaining.reasons import PLAYERS
from common.tools.play.explaining.review import Review, review_game
from common.tools.play.explaining.sentences import SENTENCES
from common.tools.play.explaining.wording import describe_review
from common.tools.solve.notation import read_moves
from common.tools.terminal.console import make_console, make_table
from common.tools.terminal.drawing import draw_board, style_score


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 review`."""
    explain.add(command, "games, over or not")


def run(options: argparse.Namespace) -> int:
    """Review each game; return 1 if one is none."""
    return explain.answer_inputs(options, read_moves, review_game, draw_review, describe_review)


def draw_review(review: Review) -> None:
    """Print the last board, each stone with its score and mark, and what the marks mean."""
    draw_board(review.moves)
    table = make_table("stone", "", "mark", figures=["best", "score"])
    for stone in review.stones:
        best, score = (f"[{style_score(value)}]{value}[/]" for value in (stone.best, stone.score))
        name = f"{PLAYERS[stone.player]}{COLUMN_NAMES[stone.column]}"
        table.add_row(f"{stone.number}", name, stone.mark, best, score)
    out = make_console(sys.stdout)
    out.print()
    if review.stones:
        out.print(table)
        out.print()
    used = {stone.mark for stone in review.stones}
    for mark, meaning in SENTENCES["marks"].items():
        if mark in used:
            out.print(f"{mark:<2}  {meaning}", style="dim")
    if any(used):
        out.print()
