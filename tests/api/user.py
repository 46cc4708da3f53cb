"""A user's file: pyright checks it, and a test runs it."""

from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

import c4

board: c4.Board = c4.Board("4455")
array: NDArray[np.int64] = board.to_array()
boards: list[c4.Board] = [board, board.copy(), board.mirror(), c4.Board.from_array(array)]
columns: dict[int, int] = c4.analyze("4455", weak=True)
names: tuple[str, str, int] = board.moves, board.find_moves(), board.key
facts: tuple[str, list[int], bool] = board.turn, board.legal_moves, board.is_game_over()
counts: tuple[int, int] = board.ply, board.peek()
numbers: tuple[int, list[int], int] = c4.solve(board, weak=True), c4.best_moves(board), c4.best_move(board)
texts: tuple[c4.Explanation, c4.Review, str] = c4.explain(board), c4.review(board), board.to_svg(columns)
reasons: tuple[c4.Reason, ...] = c4.explain(board).reasons
cells: list[tuple[int, int]] = [cell for reason in reasons for cell in reason.squares]
outcome: c4.Outcome | None = c4.Board("4455667").outcome()
if outcome:
    end: tuple[str | None, tuple[tuple[int, int], ...]] = outcome.winner, outcome.line
solution: c4.Solution = c4.solve_many(boards, columns=True, book="8")
try:
    with c4.Solver(book=None, table=1) as solver:
        nodes: int = solver.nodes
        solver.reset()
        score: int = solver.solve(c4.Board(board), seconds=Decimal(60)) + c4.solve("", seconds=np.int64(60))
except TimeoutError:
    print("late")
try:
    board.push(2)
    column: int = board.pop()
except c4.InvalidPosition as error:
    reason: str = error.reason
except c4.Error:
    print(solution.scores)
