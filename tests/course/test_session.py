"""Tests of sessions as pictures: what a command prints is drawn, line after line, for who accepts motion."""

import re
from pathlib import Path

from rich.text import Text

from common.tools.site.drawings.session import draw_session, run_session

LINES = [Text("$ c4 one"), Text("a <b>"), Text(), Text("$ c4 two"), Text("c " * 60)]


def test_a_command_is_shown_in_its_colours() -> None:
    first, *printed = run_session("diff 04 05", Path(__file__).parents[2], 80)
    assert first.plain == "$ c4 diff 04 05"
    assert printed[0].plain.startswith("--- steps/04_bitboard/")
    assert {f"{span.style}".split()[0] for line in printed[:2] for span in line.spans} == {
        "color(9)",
        "color(10)",
    }


def test_lines_are_drawn_and_long_ones_wrapped() -> None:
    drawn = draw_session("one", LINES, 60, moves=False)
    assert "a&#160;&lt;b&gt;" in drawn
    assert len(set(re.findall(r"one-line-\d+", drawn))) == len(LINES) + 1
    assert "animation" not in drawn


def test_each_line_appears_in_its_turn() -> None:
    drawn = draw_session("one", LINES, 60, moves=True)
    assert drawn.index("prefers-reduced-motion:no-preference") < drawn.index("animation")
    delays = [float(delay) for delay in re.findall(r"show .2s ([\d.]+)s", drawn)]
    assert delays == sorted(delays)
    assert len(delays) == len(LINES) + 1 - 3
