"""The signature of each step's search: its node counts on fixed positions.

Chess engines keep such a number, too, since a change to the search shows in it even where every score stays
right. Run `python -m common.tools.make signature` after a change that is meant to explore different nodes,
and state the new total in the commit message; a test fails when that is needed.
"""

import json

from common.tools import course, sets
from common.tools.files import ROOT, write_file

RECORDED = ROOT / "tests" / "signature.json"

SAMPLES = {  # lines of a set, and the first step that solves them in a moment
    "end-easy": (slice(24), "01"),
    "middle-easy": (slice(8), "02"),
    "middle-medium": (slice(4), "05"),
    "begin-easy": (slice(3), "06"),
    "begin-medium": (slice(4, 6), "09"),  # the first of these is one in which mirror images meet
}


def load_signatures() -> dict[str, int]:
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


def compute_signature(number: str) -> int:
    """Return a step's node count, without book or memory."""
    step = course.load(number).with_options(use_book=False)
    return sum(step.ask(line.moves).nodes for line in list_lines(number))


if __name__ == "__main__":
    signatures = {number: compute_signature(number) for number in course.numbers()}
    write_file(RECORDED, f"{json.dumps(signatures, indent=2)}\n")
    for number, nodes in signatures.items():
        print(number, nodes)
