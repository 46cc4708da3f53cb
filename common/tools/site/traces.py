"""The hook of mkdocs for recorded searches: every call that the steps make on a few late positions.

assets/traces/index.json    the numbers of the steps, and the moves, score and nodes by step of each position
assets/traces/MOVES.json    the calls of each step's search in order: the column played to get there and the
                            index of the call that made it, both null where the search begins; the window, if
                            the step has one; the score that came back
"""

import inspect
import json

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from c4.engine import EnginePosition
from common.tools import course
from common.tools.measured import Json
from common.tools.searches import record_calls, replaced, walk_calls

# From end-easy: with so few empty cells, step 01 explores a few thousand nodes at most.
POSITIONS = (
    "1414344152745155347313666156522736",
    "46113266247641535115437663342235572",
    "2373171726533446345771222327651616565",  # the tree of lesson 02
    "11656331264113675472554373374157",
    "23517346654517224423313556425421",
    "3717332436514173762564227734562",
)
STEPS = ("01", "02", "03", "05", "06", "07")  # 04 makes the calls of 03, only faster


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Give the pages the searches; the steps must run as plain Python."""

    def add(name: str, content: str) -> None:
        files.append(File.generated(config, f"assets/traces/{name}.json", content=content))

    positions: list[Json] = []
    for moves in POSITIONS:
        searches = [record_search(number, moves) for number in STEPS]
        add(moves, json.dumps({"moves": moves, "searches": searches}, separators=(",", ":")))
        nodes = [len(search["scores"]) for search in searches]
        positions.append({"moves": moves, "score": searches[0]["scores"][0], "nodes": nodes})
    add("index", json.dumps({"steps": STEPS, "positions": positions}))


def record_search(number: str, moves: str) -> Json:
    """Return all calls of a step's search from an empty table."""
    step = course.load(number)
    play, played_columns = step.Position.play, list[int]()

    def play_and_note(position: EnginePosition, column: int) -> EnginePosition:
        played_columns.append(column)
        return play(position, column)

    with replaced(step.Position, "play", play_and_note):
        calls = list(walk_calls(record_calls(number, moves)))
    parent_of = {id(child): index for index, call in enumerate(calls) for child in call.children}
    parents = [parent_of.get(id(call)) for call in calls]
    following_columns = iter(played_columns[len(moves) :])  # a move leads to each call below a root
    columns = [None if parent is None else next(following_columns) for parent in parents]
    assert next(following_columns, None) is None
    windows: dict[str, list[int]] = {}
    if "alpha" in inspect.signature(step.module.solver.negamax).parameters:
        windows = {"alphas": [call.alpha for call in calls], "betas": [call.beta for call in calls]}
    return {
        "step": number,
        "anticipates": hasattr(step.Position, "safe_moves"),
        "parents": parents,
        "columns": columns,
        **windows,
        "scores": [call.score for call in calls],
    }
