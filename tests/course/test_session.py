"""Tests of sessions as pictures: the lines of a command appear one by one if motion is accepted."""

import re

from rich.text import Text

from common.tools.site.drawings.session import draw_session

LINES = [Text("$ c4 one"), Text("a <b>"), Text(), Text("$ c4 two"), Text("c " * 60)]


def test_each_line_appears_in_its_turn() -> None:
    drawn = draw_session("one", LINES, 60, moves=True)
    assert drawn.index("prefers-reduced-motion:no-preference") < drawn.index("animation")
    delays = [float(delay) for delay in re.findall(r"show .2s ([\d.]+)s", drawn)]
    assert delays == sorted(delays)
    assert len(delays) == len(LINES) + 1 - 3
