"""Sessions at the terminal as pictures: what commands print, drawn by rich, for README and the home page.

The one for README shows a line after another, once; it rests for readers who want less motion.
`python -m common.tools.site.drawings.session` runs the commands and writes both.
"""

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from common.tools.files import ROOT, write_file
from common.tools.learn.curriculum.stages import load_stage

ASSETS = ROOT / "docs" / "assets"
COLUMNS = 60  # letters in a line at most: more could not be read on a phone
PAUSE, BEAT = 1.2, 0.12  # seconds before what a command prints, and from line to line
SHOWN = 10  # lines of the difference
ERASED = re.compile(r".*\x1b\[2K|\r")  # what a progress line has taken back
ANSI = ("1e2129", "ff8278", "7fc97f", "ffd166", "8fa8f5", "cf9df0", "6ec8d2", "e4e8ec")  # black to white
BLACK, *_, WHITE = COLOURS = [tuple[int, int, int](bytes.fromhex(colour)) for colour in ANSI]
THEME = TerminalTheme(BLACK, WHITE, COLOURS)
# Rich's own has fonts from elsewhere, and a path for each line that clips nothing here.
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">
<style>.{unique_id}-matrix{{font:20px monospace}}text{{clip-path:none}}
{styles}
MOTION</style>
{chrome}
<g class="{unique_id}-matrix" transform="translate({terminal_x}, {terminal_y})">
{matrix}
</g></svg>
"""
MOVING = "@media (prefers-reduced-motion:no-preference){{text{{animation:show .2s backwards}}{}}}"


def run_session(command: str, folder: Path) -> list[Text]:
    """Return the lines of a session: a command of `c4`, and what it prints in its colours."""
    done = subprocess.run(
        [sys.executable, "-m", "common.tools", *command.split()],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": f"{ROOT}", "FORCE_COLOR": "1", "TERM": "xterm"},
        capture_output=True,
        check=False,
    )
    lines = done.stdout.decode().removesuffix("\n").split("\n")
    printed = [Text.from_ansi(ERASED.sub("", line)) for line in lines]
    return [Text.assemble(("$ ", "green"), (f"c4 {command}", "bold")), *printed]


def run_diagnosis() -> list[Text]:
    """Return `c4 learn check` on a program with the first mistake that it knows."""
    stage = load_stage("01")
    with TemporaryDirectory() as name:
        folder = Path(name) / "my-solver"
        run_session(f"learn start {folder}", ROOT)
        for file, text in stage.mistakes[0].edits[0].apply(stage.ours()).items():
            write_file(folder / file, text)
        return run_session("learn check", folder)


def run_difference() -> list[Text]:
    """Return the beginning of `c4 diff 04 05`."""
    command, *printed = run_session("diff 04 05", ROOT)
    return [command, *printed[:SHOWN], Text(f"… {len(printed) - SHOWN} lines more", "dim")]


def draw_session(name: str, lines: list[Text], *, moves: bool) -> str:
    """Return lines as SVG, whose parts have a name; a picture that moves shows one after another."""
    console = Console(record=True, width=min(COLUMNS, max(map(len, lines))), file=StringIO())
    wrapped = [part for line in lines for part in line.wrap(console, console.width) or [line]]
    for line in wrapped:
        console.print(line, no_wrap=True, highlight=False)
    motion = render_motion(name, wrapped) if moves else ""
    svg = console.export_svg(theme=THEME, title="", unique_id=name, code_format=SVG)
    return svg.replace("MOTION", motion)


def render_motion(name: str, lines: list[Text]) -> str:
    """Return styles that let each line appear in its turn, what a command prints after a pause."""
    rules, now = "@keyframes show{from{opacity:0}}", 0.5
    delays: list[str] = []
    for index, line in enumerate(lines):
        is_command = line.plain.startswith("$ ")
        now += 2 * PAUSE if is_command and index else 0
        delays.append(f'[clip-path="url(#{name}-line-{index})"]{{animation-delay:{now:.2f}s}}')
        now += PAUSE if is_command else BEAT
    return rules + MOVING.format("".join(delays))


if __name__ == "__main__":
    diagnosis = run_diagnosis()
    write_file(ASSETS / "diagnosis.svg", draw_session("diagnosis", diagnosis, moves=False))
    session = [*diagnosis, Text(), *run_difference()]
    write_file(ASSETS / "session.svg", draw_session("session", session, moves=True))
