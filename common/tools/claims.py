"""The claims that every solver, a step's or a learner's, must meet, as questions with right answers.

The contract asks them of the steps, at random positions. `c4 learn` asks them of a learner, at fixed ones,
and a page can do the same. So this is plain Python that reads no files and starts no processes.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import lt
from typing import Any

from c4.engine import Answer, Step
from common.position import COLUMN_NAMES, HEIGHT, Position, mirror
from common.score import MAX_SCORE, sign
from common.solver import Solver, analyze, best_move
from common.tools.answers import require_nodes


@dataclass(frozen=True)
class Claim:
    """A claim about a program, as a question to it with the right answer.

    moves       the position that it is about, "" if `drawn` shows it or there is none
    asked       the question in words
    ask         asks it, and returns the answer
    right       the right answer; in words if `judge` checks it
    judge       checks an answer; by default, it must equal `right`
    drawn       rows of a board to show instead of the position
    weak        whether it asks for a weak score
    """

    moves: str
    asked: str
    ask: Callable[[], object]
    right: Any
    judge: Callable[[Any], bool] | None = None
    drawn: Sequence[str] = ()
    weak: bool = False

    def is_right(self, answer: object) -> bool:
        """Return whether an answer is right."""
        return self.judge(answer) if self.judge else answer == self.right


def reset_solver(program: Step) -> Solver[Position]:
    """Reset a program's solver and return it."""
    program.reset()
    return program.shared_solver


def play_moves(program: Step, moves: str) -> Any:
    """Return the position after moves that are known to be valid, without checking the rules."""
    position = program.Position.start()
    for name in moves:
        position = position.play(COLUMN_NAMES.index(name))
    return position


def measure_score(program: Step, moves: str) -> Answer:
    """Return the score of a position after a reset, and its cost; raise Missing if nodes is no number."""
    program.reset()
    answer = program.ask(moves)
    require_nodes(program)
    return answer


def is_winning_by_letters(moves: str, column: int) -> bool:
    """Return whether a stone in a column makes four in a row, on a board of letters."""
    board: dict[tuple[int, int], str] = {}
    for name in moves + COLUMN_NAMES[column]:
        x = COLUMN_NAMES.index(name)
        board[x, sum((x, row) in board for row in range(HEIGHT))] = "XO"[len(board) % 2]
    (x, y), player = list(board.items())[-1]
    return any(
        all(board.get((x + (i - start) * dx, y + (i - start) * dy)) == player for i in range(4))
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        for start in range(4)
    )


def ask_rules_at(program: Step, moves: str) -> Iterator[Claim]:
    """Ask what the rules say about a position: how many stones, which columns have room, which moves win."""
    yield Claim(moves, "moves", lambda: play_moves(program, moves).moves, len(moves))

    def ask(method: str, column: int) -> bool:
        return bool(getattr(play_moves(program, moves), method)(column))

    for column, name in enumerate(COLUMN_NAMES):
        rules = {"can_play": moves.count(name) < HEIGHT}
        if rules["can_play"]:
            rules["is_winning_move"] = is_winning_by_letters(moves, column)
        for method, right in rules.items():
            asked = f"{method}({column}), which is column {name}"
            yield Claim(moves, asked, partial(ask, method, column), right)


SAME: tuple[str, Callable[[Sequence[object]], bool]] = "the same for both", lambda pair: pair[0] == pair[1]
"""The rule for a pair of answers in words, and the function that checks it."""


def ask_best_of_children(program: Step, moves: str) -> Iterator[Claim]:
    """Compare a score with the scores of the columns, and with that of the best move."""

    def ask() -> tuple[int | None, ...]:
        solver, position = reset_solver(program), program.parse(moves)
        scores = analyze(solver, position)
        best = max(score for score in scores if score is not None)
        return solver.solve(position), best, scores[best_move(solver, position)]

    yield Claim(
        moves,
        "the score, the highest score of a column, and the score of the best move",
        ask,
        f"the same three times, from {-MAX_SCORE} to {MAX_SCORE}",
        lambda scores: scores[0] == scores[1] == scores[2] and -MAX_SCORE <= scores[0] <= MAX_SCORE,
    )


def ask_mirror_image(program: Step, moves: str) -> Iterator[Claim]:
    """Solve a position and its mirror image."""

    def ask() -> tuple[int, ...]:
        return tuple(reset_solver(program).solve(program.parse(image)) for image in (moves, mirror(moves)))

    yield Claim(moves, "the score, and the score of the mirror image", ask, *SAME)


def ask_weak_score(program: Step, moves: str) -> Iterator[Claim]:
    """Ask for the score after a reset; after another, for the weak score, the score, the weak score."""

    def ask() -> tuple[int, ...]:
        score = reset_solver(program).solve(program.parse(moves))
        solver, position = reset_solver(program), program.parse(moves)
        return score, *(solver.solve(position, weak=weak) for weak in (True, False, True))

    yield Claim(
        moves,
        "the score, then after reset() the weak score, the score, and the weak score again",
        ask,
        "the score twice, and its sign twice: 1, 0 or -1",
        lambda scores: scores[0] == scores[2] and scores[1] == scores[3] == sign(scores[0]),
    )


def ask_node_counts(program: Step, moves: str) -> Iterator[Claim]:
    """Ask whether a position takes the same nodes each time, and whether they add up until a reset."""
    counts: list[int] = []

    def solve_again() -> int:
        program.shared_solver.solve(program.parse(moves))
        counts.append(program.shared_solver.nodes)
        return counts[-1]

    def reset_again() -> int:
        return reset_solver(program).nodes

    asked = "nodes after "
    yield Claim(moves, f"{asked}reset()", reset_again, 0)
    yield Claim(moves, f"{asked}solve(position)", solve_again, "more than 0", partial(lt, 0))
    right = "more than before: they add up"
    yield Claim(moves, f"{asked}solving it again", solve_again, right, lambda nodes: nodes > counts[0])
    yield Claim(moves, f"{asked}another reset()", reset_again, 0)
    right = "as many as the first time: reset() forgets everything"
    yield Claim(moves, f"{asked}solving it once more", solve_again, right, lambda nodes: nodes == counts[0])
