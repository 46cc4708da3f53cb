"""The events of a check while it runs, as dicts: for a terminal, a page, a grading table.

They cross from the learner's process to ours as lines of JSON. "event" says what happens:

Begun        a check begins: `check`, and its `title`
Asked        a question is about to be asked: `moves`, `asked`, `drawn`; if nothing follows, the program hangs
Compiling    Numba begins to compile a function, `step` 1, or is done, -1; until then an answer may be late
Held         all answers of a check were right: `check`, the number of its `questions`
Failure      the first answer that was wrong, or did not come; see `make_failure`
Answers      the `answers` of a check that failed, as many as came in time; errors by their names
Explained    the failure once more, with what all its answers point to
Passed       a stage is passed: `positions` solved, the figures of `Done` in project.py, and of the program
             before, 0 if unknown, `nodes_before`, `seconds_before`
Scored       a move of the empty board has its `score`: `column`, the `nodes` of all so far
Solved       the empty board is solved: `score`, `nodes`, `seconds`, and what the score `says`
Game         a game begins: its `number`, the `names` of X and O
Played       a stone is played: the `moves` so far, and whether the program was `late`, so that perfect moved
Ended        a game is over: its `moves` and its `result` in words
Compared     all games are over: what that `says`
Climbed      the end is over: the rows of the `climb`, see `list_climb` in ending.py
Diagnosed    the `idea` that answers point to, "" if to nothing that is known
Finished     the process has done all that it was asked for
"""

from collections.abc import Sequence
from typing import Any

Event = dict[str, Any]


def make_asked(moves: str, asked: str, drawn: Sequence[str] = ()) -> Event:
    """Return the event of a question that is about to be asked."""
    return {"event": "Asked", **locals()}


def make_failure(
    kind: str,
    came: str,
    *,
    check: str = "",
    moves: str = "",
    asked: str = "",
    right: str = "",
    idea: str = "",
    drawn: Sequence[str] = (),
    trace: Sequence[str] = (),
) -> Event:
    """Return a failure.

    kind        "wrong", "missing" (not written yet), "crashed", "uncompiled" (Numba cannot), "hung" or
                "nodes" (too many)
    came        the answer, or the error
    idea        what it points to
    trace       the lines of the learner's own files that led to an error
    """
    return {"event": "Failure", **locals()}
