"""Record how the drawn pictures come out, so that none changes without somebody having looked at it.

    python tests/pictures.py FOLDER

Writes each picture to a folder as a page to look at, and a checksum of each to `pictures.json`. Beside those
drawn by hand these are the tables, sentences and charts that pages make of records, of made-up ones here.
"""

import json
import sys
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

from made_up import render_made_up
from repository import PLAIN, run_python

from common.tools.files import write_file
from common.tools.site.drawings.boards import cell_numbers, draw_board_picture
from common.tools.site.drawings.duel import duel
from common.tools.site.frames.cells import Marks, draw_marks_on
from common.tools.site.frames.frame import draw_picture
from common.tools.site.macros.house import draw_rooms
from common.tools.site.macros.live import live, race

RECORDED = Path(__file__).with_suffix(".json")
BOARDS = [  # moves, scores, winning squares and who takes a cell
    ("", "-2 -1 0 1 0 -1 -2", "", ""),
    ("4416135536", "-4 -12 -10 -4 -5 -5 -16", "O72", "X74 O76"),
    ("111111222222", "- - 0 1 -1 5 -5", "", ""),
    ("11223", "", "X41", ""),
]
STONES = 0b0101 << 21 | 1, 0b1010 << 21 | 0b111 << 42
MARKED = Marks(
    squares=(1 << 2 | 1 << 9, 1 << 9 | 1 << 16 | 1 << 26), takers=(1 << 30, 1 << 5), awaited=1 << 17,
    forbidden=1 << 35, chosen=1 << 21, faded=1 | 1 << 43, closed=1 << 44 | 1 << 45,
)  # fmt: skip
ROWS = [["commands"], ["site", "learn"], ["solving", "files"], ["words"]]
ARROWS = {
    "commands": {"site", "learn"}, "site": {"solving", "words"}, "learn": {"words", "solving"},
    "solving": {"files"}, "files": set[str](), "words": set[str](),
}  # fmt: skip
RECORD_FRAMES = """
import faulthandler, sys, time
faulthandler.dump_traceback_later(100, exit=True)  # or threads that wait for each other would for ever
from pathlib import Path
from common.tools import course
from common.tools.site.frames import recorder
from common.tools.site.frames.lessons import hands, matter
from common.tools.site.macros import commands
from common.tools.site.searches import traces
class Late(hands.Thread):  # the hand whose turn is first: the others have to wait for it
    def run(self):
        time.sleep(0.1 if self._args == hands.HANDS[:1] else 0)
        super().run()
hands.Thread = Late
watched = [hands.watch_hands(hands.HANDS[:count]) for count in (1, 2)]
recorder.RECORDERS["hands watched"] = lambda: {"events": watched}
recorder.RECORDERS["known"] = lambda: {"known": [*list_known()]}
def list_known():
    step = course.load("21")
    for moves in matter.PAIR:
        position = matter.parse(moves, step.Position.start())
        yield matter.read_key(matter.make_key(position, step.module.position), step.module.position)
recorder.RECORDERS["searches"] = lambda: {"searches": [*list_searches()]}
def list_searches():
    for number in traces.STEPS:
        negamax = course.load(number).module.solver.negamax
        yield traces.record_search(number, traces.POSITIONS[2])
        assert course.load(number).module.solver.negamax is negamax
recorder.RECORDERS["book"] = lambda: {"bytes": commands.book_bytes(), "key": commands.ternary_key("44454151")}
recorder.make("", Path(sys.argv[1]))
"""


def draw_pictures() -> dict[str, str]:
    """Return the pictures that are drawn by hand, and not by a library, by their names."""
    pictures = {f"board {board[0]}": draw_board_picture(*board) for board in BOARDS}
    pictures |= {"cells": f"<pre>{cell_numbers()}</pre>", "duel": duel(), "house": draw_rooms(ROWS, ARROWS)}
    pictures["live"] = live("play", "<p>Not yet</p>", moves="44", costs={"x": [1, '"']}) + race("05", "4455")
    pictures["marks"] = draw_picture(300, 250, "<marks>", draw_marks_on(STONES, MARKED, 7))
    with TemporaryDirectory() as folder:
        frames = Path(folder) / "frames"
        run_python(RECORD_FRAMES, str(frames), **PLAIN)
        for path in sorted(frames.glob("*.json")):
            pictures[path.stem] = render_record(json.loads(path.read_text(encoding="utf-8")))
    return pictures


def render_record(record: Any) -> str:
    """Return recorded frames with their words, or what else was recorded as it is."""
    if not isinstance(record, list):
        return f"<pre>{json.dumps(record, indent=1)}</pre>"
    return "\n".join(f"<figure>{picture}<p>{escape(words)}</p></figure>" for picture, words in record)


def sum_pictures(pictures: dict[str, str]) -> dict[str, int]:
    """Return a checksum of each picture."""
    return {name: crc32(picture.encode()) for name, picture in pictures.items()}


def draw_all() -> dict[str, dict[str, str]]:
    """Return all pictures, those of made-up records apart."""
    return {"drawn": draw_pictures(), "made up": render_made_up()}


if __name__ == "__main__":
    drawn = draw_all()
    shown = Path(sys.argv[1])
    shown.mkdir(parents=True, exist_ok=True)
    for name, picture in [pair for pictures in drawn.values() for pair in pictures.items()]:
        write_file(shown / f"{name}.html", picture)
    sums = {part: sum_pictures(pictures) for part, pictures in drawn.items()}
    write_file(RECORDED, json.dumps(sums, indent=1) + "\n")
