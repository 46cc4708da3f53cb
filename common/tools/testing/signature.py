"""The signature of each step's search: its node counts on fixed positions.

Chess engines keep such a number, too, for a change of the search shows in it even where every score stays
right. Run `python -m common.tools.testing.signature` after a change that is meant to explore different nodes,
and say the new total in its commit; a test shows when that is needed.
"""

import json

from common.tools import course, sets
from common.tools.bench.engines import StepEngine
from common.tools.files import ROOT, write_file

RECORDED = ROOT / "tests" / "signature.json"
COMMAND = "python -m common.tools.testing.signature"

SAMPLES = {  # lines of a set, and the first step that solves them in a moment
    "end-easy": (slice(24), "01"),
    "middle-easy": (slice(8), "02"),
    "middle-medium": (slice(4), "05"),
    "begin-easy": (slice(3), "06"),
    "begin-medium": (slice(4, 6), "09"),  # the first of these is one in which mirror images meet
}


def load_signatures() -> dict[str, list[int]]:
    """Return the recorded signatures by the steps' numbers."""
    return json.loads(RECORDED.read_text(encoding="utf-8"))


def list_lines(number: str) -> list[sets.Line]:
    """Return the positions for a step."""
    return [
        line
        for name, (part, first) in SAMPLES.items()
        if number >= first
        for line in sets.load_set(name)[part]
    ]


def compute_signature(number: str) -> list[int]:
    """Return a step's node counts for scores and for signs, without book or memory."""
    engine, nodes = StepEngine(number, use_book=False), [0, 0]
    for line in list_lines(number):
        for weak in (False, True):
            engine.reset()
            engine.solve(engine.prepare(line.moves), weak)
            nodes[weak] += engine.nodes
    return nodes


if __name__ == "__main__":
    signatures = {number: compute_signature(number) for number in course.numbers()}
    rows = ",\n".join(f'  "{number}": {nodes}' for number, nodes in signatures.items())
    write_file(RECORDED, f"{{\n{rows}\n}}\n")
    for number, nodes in signatures.items():
        print(number, *nodes)
