"""Tests of sessions as pictures; the tests of README compare what they show with what commands print."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.text import Text

from common.errors import UserError
from common.tools.files import write_file
from common.tools.site.drawings import session
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


def test_the_home_page_shows_the_diagnosis_in_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_file(tmp_path / session.DIAGNOSIS, '<svg viewBox="0 0 30 40"><svg viewBox="0 0 5 6">')
    mistakes = [SimpleNamespace(says='no `x` < "y"'), SimpleNamespace(says="other")]
    stages = {session.STAGE: SimpleNamespace(mistakes=mistakes)}
    monkeypatch.setattr(session, "ROOT", tmp_path)
    monkeypatch.setattr(session, "load_stage", stages.__getitem__)
    assert session.diagnosis_picture() == (
        '<img class="session" src="assets/diagnosis.svg" width="30" height="40" loading="lazy" '
        'alt="What c4 learn check prints, with a board and in the end: no x &lt; &quot;y&quot;">'
    )


def test_a_command_is_run_in_a_terminal_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = (
        "import os, sys; print(sys.stdout.isatty(), os.getcwd(), os.environ['WORD'] * 5000); sys.exit(3)"
    )
    status, shown = session.run_in_terminal([sys.executable, "-c", program], tmp_path, WORD="ab")
    assert (status, shown) == (3, f"True {tmp_path} {'ab' * 5000}\n")
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(UserError, match="Windows has no such terminals"):
        session.run_in_terminal([], tmp_path)
