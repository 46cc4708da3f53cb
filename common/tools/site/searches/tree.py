"""A recorded search as a tree of calls: the window that each was given, and what came back."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from common.position import CELLS, COLUMN_NAMES, WIDTH, parse
from common.score import win_score
from common.tools import course


@dataclass
class Node:
    """A call of the search: its position, the window that it was given, what came back, the calls it made."""

    moves: str
    alpha: int
    beta: int
    score: int
    parent: "Node | None" = None
    children: "list[Node]" = field(default_factory=list["Node"])

    @property
    def mover(self) -> str:
        """Return who is to move."""
        return "XO"[len(self.moves) % 2]

    @property
    def column(self) -> str:
        """Return the column that led here."""
        return self.moves[-1]

    @cached_property
    def position(self) -> Any:
        """Return the position, by the board of the first step."""
        return parse(self.moves, course.load(course.numbers()[0]).Position.start())

    @property
    def columns(self) -> list[str]:
        """Return the columns that have room, in the order in which they are tried."""
        return [COLUMN_NAMES[column] for column in range(WIDTH) if self.position.can_play(column)]

    @property
    def winning(self) -> str | None:
        """Return the first column that wins at once."""
        wins = self.position.is_winning_move
        return next((each for each in self.columns if wins(COLUMN_NAMES.index(each))), None)

    @property
    def is_over(self) -> bool:
        """Say whether the score is known before any move is tried."""
        return bool(self.winning) or len(self.moves) == CELLS

    @property
    def highest(self) -> int:
        """Return the highest score that is left if no move wins at once."""
        return win_score(len(self.moves) + 2)

    @property
    def lowered(self) -> int:
        """Return beta once it is no more than what is left."""
        return self.beta if self.is_over else min(self.beta, self.highest)

    @property
    def is_cut(self) -> bool:
        """Say whether a move reached beta."""
        return bool(self.children) and -self.children[-1].score >= self.lowered

    @property
    def left_out(self) -> list[str]:
        """Return the columns that were not tried because of that."""
        return self.columns[len(self.children) :] if self.is_cut else []

    def alpha_after(self, tried: int) -> int:
        """Return alpha after so many moves; one that reaches beta does not raise it."""
        scores = [-child.score for child in self.children[:tried]]
        return max([self.alpha, *(score for score in scores if score < self.lowered)])

    @property
    def bound(self) -> int:
        """Return 1 if what came back is a lower bound, -1 if it is an upper bound, 0 if it is the score."""
        if self.is_over or self.alpha < self.score < self.beta:
            return 0
        return 1 if self.score >= self.beta else -1


def grown(search: dict[str, Any], moves: str) -> Node:
    """Return the first call of a search as traces.py records it, with all others below."""
    nodes: list[Node] = []
    parents: list[int | None] = search["parents"]
    for at, parent in enumerate(parents):
        alpha, beta, score = (search[name][at] for name in ("alphas", "betas", "scores"))
        above = None if parent is None else nodes[parent]
        played = above.moves + COLUMN_NAMES[search["columns"][at]] if above else moves
        nodes.append(Node(played, alpha, beta, score, above))
        if above:
            above.children.append(nodes[-1])
    return nodes[0]
