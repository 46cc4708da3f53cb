"""A user's file: pyright checks it, and a test runs it."""

from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

import c4

board: c4.Board = c4.Board("4455")
array: NDArray[np.int64] = board.to_array()
forms: list[c4.BoardLike] = [board, "4455", f"{board}", [3, 3, 4, 4], (3, 3, 4, 4), array, array.tolist()]
boards: list[c4.Board] = [*map(c4.Board, forms), board.copy(), board.mirror(), c4.Board.random(8, seed=1)]
columns: dict[int, int] = c4.analyze([3, 3, 4, 4], weak=True, seconds=60)
names: tuple[str, str, int] = board.moves, board.find_moves(), board.key
facts: tuple[str, list[int], bool] = board.turn, board.legal_moves, board.is_game_over()
chances: tuple[bool, bool, str | None] = board.is_legal(2), board.can_win(2), board.winner
counts: tuple[int, int, int] = board.ply, board.peek(), board.moves_left(c4.solve(board))
numbers: tuple[int, list[int], int] = (
    c4.solve(array, weak=True),
    c4.best_moves(board, seconds=60),
    c4.best_move(board, seconds=60),
)
texts: tuple[str, str, str] = f"{c4.explain(board, seconds=60)}", f"{c4.review(board)}", board.to_svg(columns)
explanation: c4.Explanation = c4.explain(board)
review: c4.Review = c4.review([3, 3, 4, 4], seconds=60)
reasons: tuple[c4.Reason, ...] = explanation.reasons
cells: list[tuple[int, int]] = [cell for reason in reasons for cell in reason.squares]
outcome: c4.Outcome | None = c4.Board("4455667").outcome()
if outcome:
    end: tuple[str | None, tuple[tuple[int, int], ...]] = outcome.winner, outcome.line
solution: c4.Solution = c4.solve_many(boards, columns=True, book="8")
many: c4.Solution = c4.solve_many(["4455", [3, 3], array, board])
version: str = c4.__version__
try:
    with c4.Solver(book=None, table=1) as solver:
        nodes: int = solver.nodes
        solver.reset()
        score: int = solver.solve(c4.Board(board), seconds=Decimal(60)) + c4.solve("", seconds=np.int64(60))
        late: dict[int, int] = solver.analyze(board, seconds=60)
        options: str = repr(solver)
except TimeoutError:
    print("late")
try:
    board.push(2)
    column: int = board.pop()
except c4.InvalidPosition as error:
    reason: str = error.reason
except c4.Error:
    print(solution.scores)
