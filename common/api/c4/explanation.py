"""Explanations: the score of a position, a line of best play, and the reasons that hold at its end.

As JSON, with columns and rows counted from 1, cells as [column, row], and players as "X" and "O":

    {"moves": "...", "player": "X", "score": 2, "left": 16, "scores": [2, 2, null, 2, -10, 2, 2],
     "best": [1, 2, 4, 6, 7], "squares": {"X": [[5, 3]], "O": []},
     "line": [{"column": 4, "player": "X", "is_forced": false, "wins": false}],
     "shown_after": 1, "reasons": [...], "nodes": 1234,
     "worse": [{"column": 5, "score": -10, "reply": 5, "wins": true, "reasons": []}]}

left          stones that are still played if both play best
scores        of the columns, null where one is full
line          best play from here. Of moves with one score, those after which a reason holds come first, then
              the one nearest to the centre. It goes on to the end if the winner needs SHOWN stones or fewer
is_forced     of a stone: all others lose to the next stone of the other player
wins          of a stone: it makes four
shown_after   after how many stones of the line the reasons hold
reasons       the reasons that hold there, see `reasons.py` in this folder; none if only a search shows it
nodes         positions that were searched for the explanation
worse         the other columns, each with the reply that punishes it, whether that wins at once, and the
              reasons that hold after it
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from c4.reasons import (
    PLAYERS,
    Reason,
    bitboard,
    find_lowest,
    find_reasons,
    find_squares,
    find_wins,
    list_columns,
    spell_cells,
)
from common.position import CELLS, WIDTH, parse
from common.score import remaining, win_score
from common.solver import Solver, analyze

SHOWN = 3
"""If the winner needs so few stones, the line goes on to the end, so that a player sees how."""
CENTRE_FIRST = sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH))


@dataclass(frozen=True)
class Stone:
    """A stone of the line."""

    column: int
    player: int
    is_forced: bool
    wins: bool

    def to_json(self) -> dict[str, Any]:
        """Return the stone for JSON."""
        return vars(self) | {"column": self.column + 1, "player": PLAYERS[self.player]}


@dataclass(frozen=True)
class WorseMove:
    """A column that is not best, and the reply that punishes it."""

    column: int
    score: int
    reply: int
    wins: bool
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the move for JSON."""
        reasons = [reason.to_json() for reason in self.reasons]
        return vars(self) | {"column": self.column + 1, "reply": self.reply + 1, "reasons": reasons}


@dataclass(frozen=True)
class Explanation:
    """An explanation, as above: players are 0 and 1, columns begin at 0, squares are bitboards."""

    moves: str
    scores: tuple[int | None, ...]
    squares: tuple[int, int]
    line: tuple[Stone, ...]
    shown_after: int
    reasons: tuple[Reason, ...]
    worse: tuple[WorseMove, ...]
    nodes: int

    @property
    def score(self) -> int:
        """Return the score of the position."""
        return max(score for score in self.scores if score is not None)

    @property
    def best(self) -> list[int]:
        """Return the columns with this score."""
        return list_best(self.scores)

    def __str__(self) -> str:
        """Return the text of `c4 explain`."""
        from c4.reports import draw_explanation, spell  # which have to know explanations

        return spell(draw_explanation, self)

    def to_json(self) -> dict[str, Any]:
        """Return the explanation for JSON."""
        return {
            "moves": self.moves,
            "player": PLAYERS[len(self.moves) % 2],
            "score": self.score,
            "left": remaining(self.score, len(self.moves)),
            "scores": list(self.scores),
            "best": [column + 1 for column in self.best],
            "squares": {
                name: spell_cells(squares) for name, squares in zip(PLAYERS, self.squares, strict=True)
            },
            "line": [stone.to_json() for stone in self.line],
            "shown_after": self.shown_after,
            "reasons": [reason.to_json() for reason in self.reasons],
            "nodes": self.nodes,
            "worse": [move.to_json() for move in self.worse],
        }


def list_best(scores: Sequence[int | None]) -> list[int]:
    """Return the columns with the highest score."""
    best = max(score for score in scores if score is not None)
    return [column for column, score in enumerate(scores) if score == best]


def explain_position(moves: str, solver: Solver[Any]) -> Explanation:
    """Explain the position after a move string; raise InvalidPosition if the game is over.

    The solver is asked for exact scores only, of positions of the step that boards think with.
    """
    position = parse(moves, bitboard.Position.start())
    nodes_before = solver.nodes
    scores = analyze(solver, position)
    score = max(value for value in scores if value is not None)
    line, shown_after, reasons = find_best_line(position, score, solver)
    worse = [
        find_punishment(position, column, value, solver)
        for column in CENTRE_FIRST
        if (value := scores[column]) is not None and value < score
    ]
    return Explanation(
        moves=moves,
        scores=tuple(scores),
        squares=(find_squares(position, 0), find_squares(position, 1)),
        line=tuple(line),
        shown_after=shown_after,
        reasons=reasons,
        worse=tuple(worse),
        nodes=solver.nodes - nodes_before,
    )


def find_best_line(
    position: Any, score: int, solver: Solver[Any]
) -> tuple[list[Stone], int, tuple[Reason, ...]]:
    """Return a line of best play, the number of its stones before reasons hold, and these reasons."""
    line: list[Stone] = []
    shown_after, reasons = 0, ()
    while position.moves < CELLS:
        if not reasons:
            shown_after, reasons = len(line), find_telling_reasons(position, score)
        if reasons and not is_near_end(position, score):
            break
        column = find_best_column(position, score, solver)
        wins = position.is_winning_move(column)
        line.append(Stone(column, position.moves % 2, is_only_safe(position, column), wins))
        if wins:
            break
        position, score = position.play(column), -score
    return line, shown_after, reasons


def find_telling_reasons(position: Any, score: int) -> tuple[Reason, ...]:
    """Return the reasons that show a result; near the end, only those that also show when it comes."""
    reasons = find_reasons(position, score)
    if is_near_end(position, score) and any(reason.score != abs(score) for reason in reasons):
        return ()
    return reasons


def is_near_end(position: Any, score: int) -> bool:
    """Return whether the winner needs so few stones that all of them are shown."""
    return score != 0 and (remaining(score, position.moves) + 1) // 2 <= SHOWN


def find_best_column(position: Any, score: int, solver: Solver[Any]) -> int:
    """Return a column that keeps a score, if possible one after which a reason shows the result.

    A reason that promises exactly this score proves the column without a search; others are tried before the
    rest, each group from the centre.
    """
    columns = [column for column in CENTRE_FIRST if position.can_play(column)]
    if score == win_score(position.moves):
        winning = [column for column in columns if position.is_winning_move(column)]
        if winning:
            return winning[0]
    after = {column: position.play(column) for column in columns}
    promised = {
        column: max((reason.score for reason in find_reasons(after[column], -score)), default=-1)
        for column in columns
    }
    if score >= 0:
        columns.sort(key=lambda column: -promised[column])
    return next(
        column
        for column in columns
        if (score > 0 and promised[column] == score) or solver.solve(after[column]) == -score
    )


def find_punishment(position: Any, column: int, score: int, solver: Solver[Any]) -> WorseMove:
    """Return the opponent's reply to a column of a score, and the reason after it."""
    child = position.play(column)
    reply = find_best_column(child, -score, solver)
    wins = child.is_winning_move(reply)
    return WorseMove(column, score, reply, wins, () if wins else find_reasons(child.play(reply), score))


def is_only_safe(position: Any, column: int) -> bool:
    """Return whether all columns but one lose to the next stone; a column that wins is not forced."""
    columns = list_columns(find_lowest(position))
    safe = [other for other in columns if not find_wins(position.play(other))]
    return safe == [column] and len(columns) > 1 and not position.is_winning_move(column)
