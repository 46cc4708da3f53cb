"""Explanations and reviews, and how they read: which sentence says what, and the boards above them.

The sentences are in `common/data/sentences.toml`, with gaps to fill. The pages have the same
sentences, and choose them in docs/assets/live/wording.js.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from c4.model import (
    PLAYERS,
    Cell,
    Data,
    Glance,
    Player,
    Reason,
    ReviewedStone,
    Stone,
    WorseMove,
    list_best,
)
from common import CORE
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, rows
from common.score import explain, remaining, sign

SENTENCES: dict[str, Any] = tomllib.loads((CORE / "data" / "sentences.toml").read_text(encoding="utf-8"))
RESULTS = {1: "won", 0: "drawn", -1: "lost"}
OTHER: dict[Player, Player] = {"X": "O", "O": "X"}
CELL_WIDTH = 4
MARKS = {"x": "x wins for X", "o": "o wins for O", "+": "+ wins for both"}


@dataclass(frozen=True)
class Explanation(Data):
    """Why a position is won, drawn or lost; `str()` gives it in words.

    scores       by column, without full columns
    squares      the winning squares of each player, in reach or not
    line         best play from here, if possible to where reasons hold; it goes on to the end if the winner
                 needs three stones or fewer
    shown_after  how many stones of the line are played when the reasons hold
    reasons      none if only a search shows the result
    nodes        how many positions were searched
    """

    moves: str
    scores: dict[int, int]
    squares: dict[Player, tuple[Cell, ...]]
    line: tuple[Stone, ...]
    shown_after: int
    reasons: tuple[Reason, ...]
    worse: tuple[WorseMove, ...]
    nodes: int = field(compare=False)

    @property
    def player(self) -> Player:
        """Return the player to move."""
        return PLAYERS[len(self.moves) % 2]

    @property
    def score(self) -> int:
        """Return the score of the position."""
        return max(self.scores.values())

    @property
    def best(self) -> list[int]:
        """Return the columns with this score."""
        return list_best(self.scores)

    def __str__(self) -> str:
        return spell_explanation(self)

    def _list_fields(self) -> dict[str, Any]:
        return {
            "moves": self.moves,
            "player": self.player,
            "score": self.score,
            "left": remaining(self.score, len(self.moves)),
            "scores": [self.scores.get(column) for column in range(WIDTH)],
            "best": self.best,
            "squares": self.squares,
            "line": self.line,
            "shown_after": self.shown_after,
            "reasons": self.reasons,
            "nodes": self.nodes,
            "worse": self.worse,
        }


@dataclass(frozen=True)
class Review(Data):
    """A game stone by stone; `str()` gives it in words.

    mistakes      by stone number, the column scores before each stone that changed the result; without one,
                  before the last that lost sooner than it had to
    losing_stone  the last stone that lost what was won or drawn, of the player who lost or is now lost
    glance        the stone that let the winner make four with the next one, if another would have stopped it
    explanation   of the position before the losing stone
    """

    moves: str
    winner: Player | None
    stones: tuple[ReviewedStone, ...]
    mistakes: dict[int, dict[int, int]]
    losing_stone: ReviewedStone | None
    glance: Glance | None
    explanation: Explanation | None

    def __str__(self) -> str:
        return spell_review(self)

    def _list_fields(self) -> dict[str, Any]:
        return {
            "moves": self.moves,
            "winner": self.winner,
            "losing_stone": self.losing_stone and self.losing_stone.number,
            "glance": self.glance and {"number": self.glance.stone.number, "columns": self.glance.columns},
            "stones": self.stones,
            "mistakes": [
                {"number": number, "best": list_best(scores)} for number, scores in self.mistakes.items()
            ],
            "explanation": self.explanation,
        }


def spell_explanation(explanation: Explanation) -> str:
    """Return the board with the winning squares of both players, the scores, and the explanation in words."""
    board = [row.split() for row in rows(explanation.moves)]
    for mark, player in zip("xo", PLAYERS, strict=True):
        for column, row in explanation.squares[player]:
            place = HEIGHT - 1 - row
            board[place][column] = mark if board[place][column] == "." else "+"
    used = {mark for row in board for mark in row}
    legend = ", ".join(meaning for mark, meaning in MARKS.items() if mark in used)
    lines = [*draw_rows(board), draw_cells(COLUMN_NAMES), *([f"   {legend}"] if legend else [])]
    return "\n".join([*lines, draw_scores(explanation.scores), "", *describe_explanation(explanation)])


def spell_review(review: Review) -> str:
    """Return the last board, the stones with their scores and marks, and the review in words."""
    used = {stone.mark for stone in review.stones}
    legend = [f"{mark:<2}  {meaning}" for mark, meaning in SENTENCES["marks"].items() if mark in used]
    stones = [
        f"{stone.number:<5}  {name_stone(stone)}  {stone.mark:<4}  {stone.best:>4}  {stone.score:>5}"
        for stone in review.stones
    ]
    lines = [*draw_board(review.moves), ""]
    if stones:
        lines += ["stone      mark  best  score", *stones, ""]
    if legend:
        lines += [*legend, ""]
    return "\n".join([*lines, *describe_review(review)])


def draw_board(moves: str) -> list[str]:
    """Return the rows of the board after a move string."""
    return draw_rows(row.split() for row in rows(moves))


def draw_rows(board: Iterable[Iterable[str]]) -> list[str]:
    """Return rows of cells as text, with a dot for an empty one."""
    return [draw_cells("·" if cell == "." else cell for cell in row) for row in board]


def draw_scores(scores: dict[int, int]) -> str:
    """Return a line with the score of each column, - for a full one."""
    return draw_cells(f"{scores.get(column, '-')}" for column in range(WIDTH))


def draw_cells(words: Iterable[str]) -> str:
    """Return a line with a word for each column."""
    return "".join(f"{word:>{CELL_WIDTH}}" for word in words)


def describe_explanation(explanation: Explanation) -> list[str]:
    """Return an explanation in words: the result, the best columns, the line, why, the worse columns."""
    score = explanation.score
    end = explain(score, len(explanation.moves))
    result = fill_sentence("result", RESULTS[sign(score)], explanation.player, end=end)
    sentences = [result, describe_best(explanation.scores)]
    if explanation.line and not any(reason.kind == "four" for reason in explanation.reasons):
        sentences.append(describe_line(explanation.line))
    return [*sentences, describe_reasons(explanation), *describe_worse_moves(explanation)]


def fill_sentence(where: str, which: str, player: Player, **gaps: object) -> str:
    """Return a sentence about a player and the other one, with its gaps filled."""
    return SENTENCES[where][which].format(player=player, other=OTHER[player], **gaps)


def describe_best(scores: dict[int, int]) -> str:
    """Name the best columns."""
    best, says, verbs = list_best(scores), SENTENCES["best"], SENTENCES["verbs"]
    score = scores[best[0]]
    worse = [value for value in scores.values() if value < score]
    if not worse:
        return says["alone" if len(best) == 1 else "bad" if score < 0 else "good"]
    names = name_columns(best)
    if all(sign(value) < sign(score) for value in worse):
        return says["only"].format(columns=names, verb=verbs[RESULTS[sign(score)]][len(best) > 1])
    kind, verb = ("soonest", "won") if score > 0 else ("longest", "longest")
    return says[kind].format(columns=names.capitalize(), verb=verbs[verb][len(best) > 1])


def describe_line(line: tuple[Stone, ...]) -> str:
    """Write a line of stones, with the meaning of its marks."""
    used = {"!": any(stone.is_forced for stone in line), "#": any(stone.wins for stone in line)}
    legend = ", ".join(f"{mark} {SENTENCES['line_marks'][mark]}" for mark, is_used in used.items() if is_used)
    stones = (f"{name_stone(stone)}{'!' * stone.is_forced}{'#' * stone.wins}" for stone in line)
    return f"Best play: {' '.join(stones)}" + (f"   ({legend})" if legend else "")


def describe_reasons(explanation: Explanation) -> str:
    """Give the reason for the result, and its place on the line."""
    reasons, after = explanation.reasons, explanation.shown_after
    if not reasons:
        searched = SENTENCES["searched"].format(nodes=f"{explanation.nodes:,}") if explanation.nodes else ""
        return SENTENCES["fills"] + searched
    where = "all" if after == len(explanation.line) else "first" if after == 1 else "some"
    start = SENTENCES["after"][where if after else ""].format(count=after)
    if all(reason.kind == "dead" for reason in reasons):
        return start + SENTENCES["nobody"]
    return start + " ".join(map(describe_reason, reasons))


def describe_reason(reason: Reason) -> str:
    """Return a reason's claim and its proof in words, and any columns in which a follower does not reply."""
    names = [COLUMN_NAMES[column] for column in reason.odd_columns]
    first, second = [*names, "", ""][:2]
    kind = "pair" if len(names) == 2 else "more" if names else "none"
    columns = {"columns": join_names(names), "first": first, "second": second}
    awaited = SENTENCES["awaited"]["many" if len(reason.squares) > 1 else "one"]
    gaps = {"exception": fill_sentence("exceptions", kind, reason.player, **columns), **awaited}
    proof = fill_sentence("proofs", reason.kind, reason.player, cells_left=reason.cells_left, **gaps)
    return f"{reason.player} {describe_claim(reason)}{proof}."


def describe_claim(reason: Reason) -> str:
    """Return a reason's claim in words, as an action of its player."""
    cells = name_cells(reason.squares)
    cells = cells.replace(" and ", " or ") if reason.kind == "four" else cells
    return fill_sentence("claims", reason.kind, reason.player, cells=cells)


def describe_worse_moves(explanation: Explanation) -> list[str]:
    """Describe the fault of each column that is not best; columns with the same fault go together.

    It is the result of the column, and the reply that leads to it.
    """
    columns: dict[str, list[int]] = {}
    for move in sorted(explanation.worse, key=lambda move: (-move.score, move.column)):
        kind = "wins" if move.wins else "later" if move.score > 0 else "loses" if move.score else "draws"
        end, reply = explain(move.score, len(explanation.moves)), COLUMN_NAMES[move.reply]
        claims = "".join(f" and {describe_claim(reason)}" for reason in move.reasons)
        fault = fill_sentence("worse", kind, explanation.player, reply=reply, end=end, claims=claims)
        columns.setdefault(fault, []).append(move.column)
    return [f"{name_columns(names).capitalize()}: {fault}" for fault, names in columns.items()]


def describe_review(review: Review) -> list[str]:
    """Return a review in words: the end, the oversight, the stone that lost, other mistakes."""
    losing, glance = review.losing_stone, review.glance
    sentences = [describe_end(review)]
    if glance and glance.stone != losing:
        columns = name_columns(glance.columns).capitalize()
        sentences.append(say_mistake(glance.stone, "glance", reply=review.moves[-1], columns=columns))
    if losing and review.explanation:
        faults = tuple(fault for fault in review.explanation.worse if fault.column == losing.column)
        better = describe_explanation(replace(review.explanation, worse=faults))[1:]
        sentences += [say_mistake(losing, "game"), *better]
    for stone in review.stones:
        if stone.number in review.mistakes and stone != losing:
            kind = "sooner" if stone.mark == "?!" else "lost" if stone.score else "half"
            sentences.append(f"{say_mistake(stone, kind)} {describe_best(review.mistakes[stone.number])}")
    return sentences


def describe_end(review: Review) -> str:
    """Return the end of a game, or its current value, and whether the loser could have saved it."""
    says = SENTENCES["ends"]
    if not review.stones:
        return says["none"]
    last = review.stones[-1]
    if len(review.moves) == CELLS and review.winner is None:
        return says["full"]
    if not last.score:
        return says["drawn"]
    winner = last.player if last.score > 0 else OTHER[last.player]
    end = says["open" if review.winner is None else "won"]
    hopeless = "" if review.losing_stone else says["hopeless"]
    return (end + hopeless).format(winner=winner, loser=OTHER[winner], number=len(review.moves))


def say_mistake(stone: ReviewedStone, kind: str, **more: str) -> str:
    """Name a stone of a game, with its mark and its effect."""
    column, before = COLUMN_NAMES[stone.column], RESULTS[sign(stone.best)]
    gaps = {"number": stone.number, "column": column, "mark": stone.mark, "before": before, **more}
    return "".join(fill_sentence("mistakes", which, stone.player, **gaps) for which in ("stone", kind))


def name_stone(stone: Stone | ReviewedStone) -> str:
    """Return a stone's player and column, as in "X4"."""
    return f"{stone.player}{COLUMN_NAMES[stone.column]}"


def name_columns(columns: list[int]) -> str:
    """Name columns in a sentence: "column 3", "columns 3 and 6"."""
    names = [COLUMN_NAMES[column] for column in columns]
    return f"column{'s' * (len(names) > 1)} {join_names(names)}"


def name_cells(cells: Iterable[Cell]) -> str:
    """Return cells as a list in a sentence.

    >>> name_cells([(4, 2), (6, 1), (6, 2)])
    'row 3 of column 5 and rows 2 and 3 of column 7'
    """
    columns: dict[str, list[str]] = {}
    for column, row in cells:
        columns.setdefault(COLUMN_NAMES[column], []).append(f"{row + 1}")
    return join_names(
        [f"row{'s' * (len(rows) > 1)} {join_names(rows)} of column {name}" for name, rows in columns.items()]
    )


def join_names(names: list[str]) -> str:
    """Return names as a list in a sentence.

    >>> join_names(["a", "b", "c"]), join_names([])
    ('a, b and c', 'no set')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "no set"
