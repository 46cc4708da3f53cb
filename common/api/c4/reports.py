"""Explanations and reviews on a terminal."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import StringIO
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from c4.drawing import draw_board, draw_marked_board, draw_scores, style_score
from c4.explanation import Explanation
from c4.reasons import PLAYERS
from c4.reviews import Review
from c4.sentences import SENTENCES
from c4.wording import describe_best, describe_explanation, describe_reasons, describe_review
from common import CORE
from common.position import COLUMN_NAMES, HEIGHT, WIDTH, mirror, rows
from common.score import explain

T = TypeVar("T")


def spell(draw: Callable[[Console, T], None], value: T) -> str:
    """Return a drawing as text, without colours."""
    out = Console(file=StringIO(), width=1 << 16, soft_wrap=True, highlight=False, color_system=None)
    with out.capture() as captured:
        draw(out, value)
    return "\n".join(line.rstrip() for line in captured.get().rstrip().split("\n"))


def draw_explanation(out: Console, explanation: Explanation) -> None:
    """Print the board with the winning squares of both players, the scores, and the explanation in words."""
    draw_marked_board(out, explanation.moves, explanation.squares)
    draw_scores(out, explanation.scores)
    out.print()
    print_sentences(out, [*describe_explanation(explanation), *describe_card(explanation.moves)])


def describe_card(moves: str) -> list[str]:
    """Return a sentence about the card of a position or of its mirror image, or "" without a card."""
    path = CORE / "data" / f"{WIDTH}x{HEIGHT}.cards"
    for line in path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else []:
        game, column = line.split()[:2]
        for played, name in ((moves, column), (mirror(moves), mirror(column))):
            if len(game.strip("-")) == len(moves) and rows(game.strip("-")) == rows(played):
                return [f"It is on a card of the whole game: play column {name} (c4 cards)."]
    return []


def list_hints(explanation: Explanation) -> list[str]:
    """Return three hints, as hint.js of the pages gives them: how the game ends, why, the best columns."""
    end, after = explain(explanation.score, len(explanation.moves)), explanation.shown_after
    kind = explanation.reasons[0].kind if explanation.reasons else ""
    nudge = f"; {SENTENCES['nudges'][kind]}" if kind in SENTENCES["nudges"] else "."
    start = f"After {after} more stone{'s' * (after > 1)}: " if after else ""
    reasons = start + describe_reasons(replace(explanation, shown_after=0))
    return [f"with best play, {end}{nudge}", reasons, describe_best(explanation.scores)]


def draw_review(out: Console, review: Review) -> None:
    """Print the last board, the stones with their scores and marks, and the review in words."""
    draw_board(out, review.moves)
    table = Table("stone", "", "mark", box=None, header_style="bold", pad_edge=False)
    for heading in ("best", "score"):
        table.add_column(heading, justify="right", no_wrap=True)
    for stone in review.stones:
        best, score = (f"[{style_score(value)}]{value}[/]" for value in (stone.best, stone.score))
        name = f"{PLAYERS[stone.player]}{COLUMN_NAMES[stone.column]}"
        table.add_row(f"{stone.number}", name, stone.mark, best, score)
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
    print_sentences(out, describe_review(review))


def print_sentences(out: Console, sentences: Sequence[str]) -> None:
    """Print sentences, broken between words on a terminal."""
    for sentence in sentences:
        out.print(sentence, markup=False)
