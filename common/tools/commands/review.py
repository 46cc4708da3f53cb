"""`c4 review`: a game gone through stone by stone."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from common.position import COLUMN_NAMES
from common.tools.commands.explain import answer_inputs, print_sentences
from common.tools.terminal.options import add_board_option

if TYPE_CHECKING:
    from common.tools.play.explaining.review import Review

EXAMPLES = """
c4 review 44444255536334                       marks, what lost the game, and why
c4 review --json < games.txt                   an object a line, for scripts
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 review`."""
    add_board_option(command)
    command.add_argument(
        "moves", nargs="*", metavar="game", help="games, over or not (default: the lines of standard input)"
    )
    command.add_argument("--json", action="store_true", help="write an object a line, for scripts")


def run(options: argparse.Namespace) -> int:
    """Review each game; return 1 if one is none."""
    from common.tools.play.explaining.review import review_game  # not sooner: --help need not wait

    return answer_inputs(options, review_game, print_review, spell_review)


def spell_review(review: "Review") -> dict[str, Any]:
    """Return a review as JSON has it, and its words."""
    from common.tools.play.explaining.wording import describe_review

    return review.to_json() | {"sentences": describe_review(review)}


def print_review(review: "Review") -> None:
    """Print the last board, each stone with its score and mark, what the marks mean, and the review below."""
    from common.tools.play.explaining.reasons import PLAYERS
    from common.tools.play.explaining.sentences import SENTENCES
    from common.tools.play.explaining.wording import describe_review
    from common.tools.terminal.console import make_console, make_table
    from common.tools.terminal.drawing import draw_board, style_score

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
    print_sentences(describe_review(review))
