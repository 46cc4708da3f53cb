"""Tests of sessions as pictures; the tests of README compare what they show with what commands print."""

import re

from rich.text import Text

from common.tools.site.drawings.session import COLUMNS, LETTER, MARGIN, Command, draw_session, list_delays

PRINTED = [Text.from_ansi("\x1b[31m  ✗\x1b[0m soon <&>"), Text(), Text("two"), Text("three")]
COMMANDS = [Command("c4 one", PRINTED, 2), Command("c4 two", PRINTED, 4)]


def test_lines_appear_one_after_another_and_those_left_out_are_counted() -> None:
    delays = list_delays(COMMANDS)
    assert delays == sorted(delays)
    drawn = draw_session(COMMANDS, moves=True)
    assert len(delays) == len([*COMMANDS[0].list_lines(), "", *COMMANDS[1].list_lines()])
    assert "… 2 lines more" in drawn
    assert "soon &lt;&amp;&gt;" in drawn
    assert f'x="{MARGIN + 2 * LETTER:.1f}"' in drawn  # where the mark stands in its line


def test_only_readers_who_accept_motion_see_it() -> None:
    moving, still = (draw_session(COMMANDS, moves=moves) for moves in (True, False))
    motion = re.findall(r"@media \(prefers-reduced-motion:no-preference\)\{([^}]*animation[^}]*)\}", moving)
    assert len(motion) == moving.count("animation:") == 1
    assert "animation" not in still


def test_a_picture_is_as_wide_as_its_longest_line() -> None:
    drawn = draw_session([Command("c4", [Text("x" * COLUMNS)], 1)], moves=False)
    assert f'viewBox="0 0 {round(COLUMNS * LETTER) + 2 * MARGIN} ' in drawn
