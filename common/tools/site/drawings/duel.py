"""Two steps on one position, for the home page: the nodes each of them takes, and a picture that counts them.

The nodes are in a file, because pages are built without a search; a test searches again.
"""

import json

from common.position import parse
from common.score import explain
from common.tools import course
from common.tools.files import ROOT
from common.tools.site.drawings.boards import board
from common.tools.site.macro import macro

RECORD = "docs/assets/duel.json"
MOVES = "514476613265211372"  # one of the positions of docs/live/ladder.md
STEPS = ("03", course.THINKER)
NODES_A_SECOND = 500_000
"""How fast both count in the page: slower than they are, or nobody could look on."""


def record_duel() -> str:
    """Return the score of the position and the nodes of each step, as JSON, by letting them search."""
    nodes: dict[str, int] = {}
    scores: set[int] = set()
    for number in STEPS:
        step = course.load(number)
        solver = step.solver(use_book=False) if step.knows("book") else step.solver()
        scores.add(solver.solve(parse(MOVES, step.Position.start())))
        nodes[number] = solver.nodes
    (score,) = scores
    return json.dumps({"moves": MOVES, "score": score, "nodes": nodes}, indent=1) + "\n"


@macro
def duel() -> str:
    """Return the duel as it ends; in a browser that has scripts it plays when it is seen."""
    record = json.loads((ROOT / RECORD).read_text(encoding="utf-8"))
    rows = "".join(render_row(number, nodes) for number, nodes in record["nodes"].items())
    (slow, most), (quick, least) = record["nodes"].items()
    mover = "XO"[len(record["moves"]) % 2]
    return (
        f'<div class="live"><c4-duel pace="{NODES_A_SECOND}">'
        "<p>A race. Two steps of the course search the same position, and see that "
        f"{mover} {explain(record['score'], len(record['moves']))}. "
        "How many positions does either look at?</p>"
        f'<div class="duel">{board(record["moves"])}<div class="duel-rows">{rows}'
        '<div class="controls"></div></div></div>'
        f"<p>Step {quick} looks at {least} positions, step {slow} at {most:,}, which is "
        f"{most / least:,.0f} times as many. Here both look at {NODES_A_SECOND:,} a second.</p>"
        "</c4-duel></div>"
    )


def render_row(number: str, nodes: int) -> str:
    """Return a step's lane: its name, how many positions it has looked at, and that as a bar."""
    return (
        f'<div class="duel-row"><span>Step {number}, {course.load(number).name}</span>'
        f'<data value="{nodes}">{nodes:,}</data>'
        '<div class="duel-track"><div class="duel-fill"></div></div></div>'
    )
