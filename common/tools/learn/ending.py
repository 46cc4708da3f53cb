"""The end of the eight steps as events: the empty board, a match with perfect, the learner's own climb."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from common.position import CELLS, COLUMN_NAMES
from common.score import remaining
from common.tools.claims import is_winning_by_letters
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import EIGHTH
from common.tools.learn.project import Done
from common.tools.learn.trying.events import Event
from common.tools.learn.trying.runner import Limits, score_columns
from common.tools.learn.trying.timed import Late

NAMES = "your program", "perfect"
BEST_MOVES = 41  # stones of a game without a mistake: the player who begins wins with that one
BOTH_PERFECT = "So your program played both games perfectly: it won as soon, and lost as late, as it could."
SOME_PERFECT = "The others were its own, and none of them was a mistake."

Choose = Callable[[str], int]
"""A player: returns a column after a move string; raises Late, or Error if it gives no move."""


def play_ending(
    folder: Path,
    done: Mapping[str, Done],
    own: Choose,
    perfect: Choose,
    limits: Limits,
    book: Path | None = None,
) -> Iterator[Event]:
    """Yield what happens at the end, up to the climb or a Failure.

    The program in the folder scores the moves of the empty board, with a book in place of its own if one is
    given. `own` plays for it.
    """
    last: Event = {}
    for last in score_columns(folder, limits, book):
        yield last | ({"says": describe_score(last["score"])} if last["event"] == "Solved" else {})
    if last["event"] == "Solved":
        yield from play_games(own, perfect)
        figures = {"board_nodes": last["nodes"], "board_seconds": last["seconds"]}
        climb = list_climb({**done, EIGHTH: replace(done[EIGHTH], **figures)})
        yield {"event": "Climbed", "climb": climb}


def play_games(own: Choose, perfect: Choose) -> Iterator[Event]:
    """Yield the stones of two games of a program against perfect, each beginning one, and their results.

    Where the program is late, perfect moves for it.
    """
    late, is_best = 0, True
    for side in (0, 1):
        names, players = NAMES[:: 1 - 2 * side], (own, perfect)[:: 1 - 2 * side]
        yield {"event": "Game", "number": side + 1, "names": names}
        moves, winner = "", ""
        while not winner and len(moves) < CELLS:
            mover = len(moves) % 2
            is_late = False
            try:
                column = players[mover](moves)
            except Late:
                column, is_late = perfect(moves), True
            late += is_late
            winner = names[mover] if is_winning_by_letters(moves, column) else ""
            moves += COLUMN_NAMES[column]
            yield {"event": "Played", "moves": moves, "late": is_late}
        is_best &= bool(winner) and len(moves) == BEST_MOVES
        result = f"{winner} wins with stone {len(moves)}" if winner else "a draw"
        yield {"event": "Ended", "moves": moves, "result": result}
    says = [f"Without a mistake, whoever begins wins with stone {BEST_MOVES}."]
    if late:
        says.append(f"For {late} of its stones your program needed too long, and perfect moved there.")
    if is_best:
        says.append(SOME_PERFECT if late else BOTH_PERFECT)
    yield {"event": "Compared", "says": " ".join(says)}


def list_climb(done: Mapping[str, Done]) -> list[dict[str, Any]]:
    """Return the nodes of the learner's program after the last stage of each step, where it was measured.

    They are for the position of lesson 01, in the end for the empty board.
    """
    climb: list[dict[str, Any]] = []
    for step, name in stages.name_lasts().items():
        if step <= EIGHTH and (entry := done.get(name)):
            is_end = name == EIGHTH
            nodes = entry.board_nodes if is_end else entry.course_nodes
            position = "the empty board" if is_end else "lesson 01"
            row = {"step": step, "title": stages.load_stage(name).title, "position": position, "nodes": nodes}
            climb += [row] if nodes > 0 else []
    return climb


def describe_score(score: int) -> str:
    """Return what the score of the empty board says."""
    return f"{'X' if score > 0 else 'O'} wins with stone {remaining(score, 0)}" if score else "a draw"
