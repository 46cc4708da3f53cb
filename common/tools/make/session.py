"""Terminal sessions as pictures: the output of commands, drawn by rich, for README and a page.

Those for README show the second command line after line, once; they rest for readers who want less motion.
"""

import os
import re
import subprocess
import sys
from contextlib import suppress
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from common.tools.files import PYTHON_PATH, ROOT, write_file
from common.tools.learn.curriculum.stages import load_stage

WIDE, NARROW = 80, 44  # letters in a line at most; more than the latter could not be read on a phone
PAUSE, BEAT = 1.2, 0.12  # seconds before a command's output, and from line to line
ERASED = re.compile(r".*\x1b\[2K|\r")  # erased progress lines
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


def run_session(command: str, folder: Path, columns: int) -> list[Text]:
    """Return the lines of a terminal session: a command of `c4` and its output in colour."""
    import pty  # which some systems lack
    import termios

    controller, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, columns))
    variables = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    with subprocess.Popen(
        [sys.executable, "-m", "c4", *command.split()],
        cwd=folder,
        env=variables | {"PYTHONPATH": PYTHON_PATH, "TERM": "xterm"},
        stdout=terminal,
        stderr=subprocess.DEVNULL,
    ):
        os.close(terminal)
        shown = b""
        with os.fdopen(controller, "rb", buffering=0) as output, suppress(OSError):  # raised at the end
            while part := output.read(1 << 16):
                shown += part
    lines = shown.decode().replace("\r\n", "\n").removesuffix("\n").split("\n")
    printed = [Text.from_ansi(ERASED.sub("", line)) for line in lines]
    return [Text.assemble(("$ ", "green"), (f"c4 {command}", "bold")), *printed]


def run_diagnosis(columns: int) -> list[Text]:
    """Return a session of `c4 learn check` on a program with the first known mistake."""
    stage = load_stage("01")
    with TemporaryDirectory() as name:
        folder = Path(name) / "my-solver"
        run_session(f"learn start {folder}", ROOT, columns)
        for file, text in stage.mistakes[0].edits[0].apply(stage.ours()).items():
            write_file(folder / file, text)
        return run_session("learn check", folder, columns)


def run_difference(columns: int) -> list[Text]:
    """Return a session of `c4 diff 02 03`, cut to the search."""
    command, *printed = run_session("diff 02 03", ROOT, columns)
    first = next(index for index, line in enumerate(printed) if re.match("--- .*solver.py", line.plain))
    return [command, Text(f"… {first} lines", "dim"), *printed[first:]]


def draw_tour(name: str = "session", columns: int = WIDE) -> str:
    """Return the moving SVG of a diagnosis and a difference, for README."""
    lines = [*run_diagnosis(columns), Text(), *run_difference(columns)]
    return draw_session(name, lines, columns, moves=True)


def draw_narrow_tour() -> str:
    """Return the same for a phone."""
    return draw_tour("session-narrow", NARROW)


def draw_diagnosis() -> str:
    """Return the SVG of a diagnosis, for a page."""
    return draw_session("diagnosis", run_diagnosis(NARROW), NARROW, moves=False)


def draw_session(name: str, lines: list[Text], columns: int, *, moves: bool) -> str:
    """Return lines as SVG, whose parts have a name; a moving picture shows them one by one."""
    console = Console(record=True, width=min(columns, max(map(len, lines))), file=StringIO())
    wrapped = [part for line in lines for part in line.wrap(console, console.width) or [line]]
    for line in wrapped:
        console.print(line, no_wrap=True, highlight=False)
    motion = render_motion(name, wrapped) if moves else ""
    svg = console.export_svg(theme=THEME, title="", unique_id=name, code_format=SVG)
    return svg.replace("MOTION", motion)


def render_motion(name: str, lines: list[Text]) -> str:
    """Return styles that show the lines from the second command on one after another."""
    commands = [index for index, line in enumerate(lines) if line.plain.startswith("$ ")]
    rules, now = "", 0.0
    for index in range(commands[1], len(lines)):
        now += 2 * PAUSE if index in commands else BEAT
        rules += f'[clip-path="url(#{name}-line-{index})"]{{animation:show .2s {now:.2f}s backwards}}'
        now += PAUSE if index in commands else 0
    return f"@keyframes show{{from{{opacity:0}}}}@media (prefers-reduced-motion:no-preference){{{rules}}}"
