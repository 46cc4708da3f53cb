"""A board on which a game is played, and the review of the game."""

from collections.abc import Mapping, Sequence
from copy import copy
from itertools import pairwise
from operator import index
from random import Random
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from c4.engine import EnginePosition, board_bits
from c4.model import PLAYERS, Glance, Outcome, Player, ReviewedStone
from c4.notation import find_four, read_position, spell_position, tidy
from c4.picture import draw_coloured_picture
from c4.reasons import explain_position, list_safe, score_columns
from c4.wording import Review
from common.errors import Error
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, InvalidPosition, mirror, parse, rows
from common.score import remaining, sign, win_score
from common.solver import Solver as StepSolver

MOST_GAMES = 10_000  # of random ones, before no board is found


class Board:
    """A game in progress or over; X moves first.

    It begins empty, with moves ("4455" or [3, 3, 4, 4]), or as a drawing or an array shows it: `c4.notation`
    has all forms. Columns are numbered from 0, as elsewhere in Python; in a move string, from 1, as people
    number them. Two boards are equal if the same stones are on them, played in whatever order; `ply` is their
    number. Like a list, a board changes and so cannot be in a set; its `key` can.

    >>> board = Board("4455")
    >>> board.push(2)
    >>> board.moves, board.ply, board.turn, board.legal_moves
    ('44553', 5, 'O', [0, 1, 2, 3, 4, 5, 6])
    >>> board.peek(), board.pop(), board.moves
    (2, 2, '4455')
    >>> print(board)
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . O O . .
    . . . X X . .
    """

    def __init__(self, board: "BoardLike" = "") -> None:
        """Copy a board, or read one in any form; only one that is given by its moves has moves.

        Raise InvalidPosition if a move breaks the rules, and Error for what is no position, or if the game on
        a drawn board is over.

        >>> board = Board([0] * 35 + [0, 0, 0, 1, 0, 0, 0])
        >>> board.push(3)
        >>> board.moves, board.turn, board == Board("44") == Board([3, 3])
        ('4', 'X', True)
        """
        self._root = ""  # moves that lead to the board that was drawn or in an array
        self._moves = ""  # the moves since then
        self._positions: tuple[EnginePosition, ...] = (board_bits.Position.start(),)  # from the empty board
        self._is_won = False
        if isinstance(board, Board):
            other: Board = board
            self._root, self._moves = other._root, other._moves
            self._positions, self._is_won = other._positions, other._is_won
            return
        text = spell_position(board)
        moves = read_position(text)
        self._play(moves)
        if moves != tidy(text):  # it was drawn
            self._root, self._moves = moves, ""

    def _play(self, names: str) -> None:
        """Play moves; raise InvalidPosition if one breaks the rules."""
        for played, name in enumerate(names):
            if self.is_game_over():
                raise InvalidPosition(names, played, self.describe_end())
            if not self.position.can_play(COLUMN_NAMES.index(name)):
                raise InvalidPosition(names, played, f"column {name} is full")
            self.push(COLUMN_NAMES.index(name))

    @classmethod
    def random(cls, plies: int, seed: int | str | None = None) -> Self:
        """Return a board with so many random stones, on which the mover cannot win at once.

        The same seed gives the same board. Raise Error if many random games come to none.

        >>> Board.random(8, seed=1) == Board.random(8, seed=1)
        True
        """
        rng = Random(seed)
        for _ in range(MOST_GAMES if 0 <= index(plies) < CELLS else 0):
            board = cls()
            while board.ply < plies and (safe := [x for x in board.legal_moves if not board.can_win(x)]):
                board.push(rng.choice(safe))
            if board.ply == plies and not any(map(board.can_win, board.legal_moves)):
                return board
        raise Error(f"no {WIDTH}x{HEIGHT} board with {plies} stones is found where the next cannot win")

    @property
    def position(self) -> EnginePosition:
        """Return the position as the engine has it."""
        return self._positions[-1]

    @property
    def key(self) -> int:
        """Return a number that boards share only if they are equal."""
        return self.position.key()

    @property
    def moves(self) -> str:
        """Return the moves played, or those since the drawing or array that the board came from."""
        return self._moves

    def find_moves(self) -> str:
        """Return a move string that leads from the empty board to this one: its moves, if it began empty."""
        return self._root + self._moves

    @property
    def ply(self) -> int:
        """Return the number of stones."""
        return self.position.moves

    @property
    def turn(self) -> Player:
        """Return the player to move, "X" or "O", even if the game is over."""
        return PLAYERS[self.ply % 2]

    @property
    def legal_moves(self) -> list[int]:
        """Return the columns that have room; none if the game is over."""
        return [] if self._is_won else [column for column in range(WIDTH) if self.position.can_play(column)]

    def is_legal(self, column: int) -> bool:
        """Return whether a stone can be played in a column."""
        return index(column) in self.legal_moves

    def can_win(self, column: int) -> bool:
        """Return whether the player to move can play in a column and makes four in a row there."""
        return self.is_legal(column) and self.position.is_winning_move(index(column))

    def moves_left(self, score: int) -> int:
        """Return how many stones perfect play adds, if this is the score of the board.

        Raise Error if it cannot be.

        >>> Board("4455").moves_left(18)
        3
        """
        left = remaining(index(score), self.ply)
        if self.is_game_over() or not 0 < left <= CELLS - self.ply:
            raise Error(f"{score} cannot be the score of this board, which has {self.ply} stones")
        return left

    def is_game_over(self) -> bool:
        """Return whether a player has won or the board is full."""
        return self._is_won or self.ply == CELLS

    @property
    def winner(self) -> Player | None:
        """Return the player who has won, "X" or "O", or None."""
        return PLAYERS[1 - self.ply % 2] if self._is_won else None

    def outcome(self) -> Outcome | None:
        """Return the end of a game that is over: the winner, and four cells (column, row) in a row.

        Rows count from 0 at the bottom. A draw has the winner None, and no cells.

        >>> Board("4455667").outcome()
        Outcome(winner='X', line=((3, 0), (4, 0), (5, 0), (6, 0)))
        """
        if not self.is_game_over():
            return None
        return Outcome(self.winner, find_four(self.position.stones ^ self.position.mask))

    def describe_end(self) -> str:
        """Describe the end of a game that is over."""
        return f"{self.winner} has won with stone {self.ply}" if self.winner else "the board is full"

    def push(self, column: int) -> None:
        """Play a stone; raise Error if the column is full or does not exist, or the game is over."""
        column = index(column)
        if self.is_game_over():
            raise Error(f"column {column} cannot be played: {self.describe_end()}")
        if not 0 <= column < WIDTH:
            raise Error(f"there is no column {column}; they are 0 to {WIDTH - 1}")
        if not self.position.can_play(column):
            raise Error(f"column {column} is full")
        self._is_won = self.position.is_winning_move(column)
        self._positions += (self.position.play(column),)
        self._moves += COLUMN_NAMES[column]

    def peek(self) -> int:
        """Return the column of the last stone; raise IndexError if none was played."""
        if not self._moves:
            raise IndexError("no stone has been played")
        return COLUMN_NAMES.index(self._moves[-1])

    def pop(self) -> int:
        """Take the last stone back and return its column; raise IndexError if none was played."""
        column = self.peek()
        self._positions = self._positions[:-1]
        self._moves = self._moves[:-1]
        self._is_won = False
        return column

    def copy(self) -> Self:
        """Return an independent copy of the board."""
        return copy(self)

    def mirror(self) -> Self:
        """Return the mirror image, in which the first column is the last."""
        board: Board = self.copy()
        board._root, board._moves = mirror(self._root), mirror(self._moves)
        board._replay()
        return board

    def _replay(self) -> None:
        """Set up the positions to which the moves lead."""
        self._positions = (board_bits.Position.start(),)
        for name in self.find_moves():
            self._positions += (self.position.play(COLUMN_NAMES.index(name)),)

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes, with the size in place of the positions, whose bits depend on the engine."""
        return vars(self) | {"_positions": (WIDTH, HEIGHT)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        width, height = state["_positions"]
        if (width, height) != (WIDTH, HEIGHT):
            raise Error(f"the board is {width}x{height}, and here they are {WIDTH}x{HEIGHT}: set C4_BOARD")
        vars(self).update(state)
        self._replay()

    def to_array(self) -> NDArray[np.int64]:
        """Return an array of shape (HEIGHT, WIDTH), the top row first: 0, 1 for X, and 2 for O."""
        cells = [".XO".index(cell) for row in rows(self.find_moves()) for cell in row.split()]
        return np.array(cells, np.int64).reshape(HEIGHT, WIDTH)

    def to_svg(self, scores: Mapping[int, int] | None = None) -> str:
        """Return a picture, with the scores below the columns if they are given."""
        shown = [f"{scores.get(column, '-')}" for column in range(WIDTH)] if scores else []
        return draw_coloured_picture(self.find_moves(), " ".join(shown))

    def __str__(self) -> str:
        """Draw the board, one line per row from the top."""
        return "\n".join(rows(self.find_moves()))

    def __repr__(self) -> str:
        is_drawn = self._root and not self.is_game_over()  # which nobody reads from a drawing
        text = " ".join(rows(self.find_moves())) if is_drawn else self.find_moves()
        return f"{type(self).__name__}({text!r})"

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.to_svg()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.position == other.position


BoardLike = Board | str | ArrayLike
"""What can be read as a board: moves, a drawing, columns or an array, see `c4.notation`."""


def read_live_board(board: BoardLike) -> Board:
    """Return a board unchanged, or that of another form; raise InvalidPosition if the game is over."""
    board = board if isinstance(board, Board) else Board(board)
    if board.is_game_over():
        moves = board.find_moves()
        raise InvalidPosition(moves, len(moves), f"{board.describe_end()}, nobody is to move")
    return board


def review_game(board: Board, solver: StepSolver[Any]) -> Review:
    """Review a game, over or not; raise Error for a board that does not say how it was played."""
    moves, outcome = board.moves, board.outcome()
    if moves != board.find_moves():
        raise Error("a board does not say in which order it was played; give the moves, such as '4455'")
    winner, scores = outcome.winner if outcome else None, score_positions(board, solver)
    stones = tuple(
        ReviewedStone(number, PLAYERS[~number % 2], COLUMN_NAMES.index(name), best, -after)
        for number, (name, (best, after)) in enumerate(zip(moves, pairwise(scores), strict=True), 1)
    )
    changed = [stone for stone in stones if sign(stone.score) != sign(stone.best)]
    mistakes = {
        stone.number: score_columns(solver, parse(moves[: stone.number - 1], board_bits.Position.start()))
        for stone in changed or [stone for stone in stones if stone.mark and stone.score < 0][-1:]
    }
    losing = find_losing_stone(stones)
    explanation = explain_position(moves[: losing.number - 1], solver) if losing else None
    columns = list_safe(parse(moves[:-2], board_bits.Position.start())) if winner else []
    glance = Glance(stones[-2], columns) if columns else None
    return Review(moves, winner, stones, mistakes, losing, glance, explanation)


def score_positions(board: Board, solver: StepSolver[Any]) -> list[int]:
    """Return the score of each position of a game from its mover's point of view, the empty board first.

    The last is solved first: the solver's memory of later positions helps with the earlier ones.
    """
    scores = list[int]()
    if outcome := board.outcome():
        scores.append(-win_score(board.ply - 1) if outcome.winner else 0)
    for played in reversed(range(board.ply + 1 - len(scores))):
        scores.append(solver.solve(parse(board.moves[:played], board_bits.Position.start())))
    return scores[::-1]


def find_losing_stone(stones: Sequence[ReviewedStone]) -> ReviewedStone | None:
    """Return the last stone that lost what was not lost, of the player who is lost at the end."""
    for stone in reversed(stones):
        last = stones[-1]
        if stone.mark == "??" and last.score and (stone.player == last.player) == (last.score < 0):
            return stone
    return None
