"""Sessions at the terminal as pictures: SVG of what commands print, in their colours, line by line.

A picture moves once and rests; for those who want less motion it does not move. Nothing is typed by hand: the
commands run in a terminal of their own, and a test compares.
"""

import os
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from common.errors import UserError
from common.tools.files import ROOT, write_file
from common.tools.learn.curriculum.stages import load_stage
from common.tools.site.macro import macro

SESSION, DIAGNOSIS = "docs/assets/session.svg", "docs/assets/diagnosis.svg"
COLUMNS, FONT, LINE, LETTER, MARGIN = 100, 14, 19, 8.4, 16  # letters in a line, then pixels
GROUND, INK, PROMPT = "#1e2129", "#e4e8ec", "#7fc97f"
# In the order of ANSI.
COLOURS = (
    "1e2129",
    "ff8278",
    "7fc97f",
    "ffd166",
    "8fa8f5",
    "cf9df0",
    "6ec8d2",
    "e4e8ec",
)
BLACK, *_, WHITE = ANSI = [tuple[int, int, int](bytes.fromhex(colour)) for colour in COLOURS]
THEME = TerminalTheme(BLACK, WHITE, ANSI)
FAINT = "#a7b0ba"
PAUSE, BEAT = 1.2, 0.12  # seconds before what a command prints, and from line to line
ERASED = re.compile(r".*\x1b\[2K|\r")  # what a progress line has taken back
VIEW_BOX = re.compile(r'viewBox="([^"]*)"')
STAGE = "01"  # of the mistake that is diagnosed, the first of the stage


@dataclass(frozen=True)
class Command:
    """A command line, what it printed, and how many of the lines are shown."""

    line: str
    printed: list[Text]
    shown: int

    def list_lines(self) -> list[Text]:
        """Return the lines of the picture: the command, what it printed, and a mark if that goes on."""
        rest = len(self.printed) - self.shown
        more = [Text.assemble((f"… {rest} lines more", "dim"))] if rest > 0 else []
        return [Text.assemble(("$ ", PROMPT), (self.line, "bold")), *self.printed[: self.shown], *more]


def run_in_terminal(command: list[str], folder: Path, **variables: str) -> tuple[int, str]:
    """Return the status of a command and what it shows in a terminal; raise UserError where there is none."""
    if sys.platform == "win32":
        raise UserError("sessions are recorded on Linux or macOS: Windows has no such terminals")
    from pty import openpty  # not sooner: the pages that show the pictures are made on Windows too

    reader, terminal = openpty()
    environment = os.environ | variables
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=terminal, stdout=terminal, stderr=terminal
    ) as process:
        os.close(terminal)
        printed = b""
        with suppress(OSError):  # which is how Linux says that nobody writes any more
            while part := os.read(reader, 4096):
                printed += part
    os.close(reader)
    return process.returncode, printed.decode().replace("\r\n", "\n")


def record_lines(arguments: list[str], folder: Path) -> list[Text]:
    """Return the lines that `c4` prints in a terminal, with their colours."""
    command = [sys.executable, "-m", "common.tools", *arguments]
    _, printed = run_in_terminal(command, folder, COLUMNS=f"{COLUMNS}", TERM="xterm", PYTHONPATH=f"{ROOT}")
    return [Text.from_ansi(ERASED.sub("", line)) for line in printed.removesuffix("\n").split("\n")]


def record_diagnosis() -> Command:
    """Return `c4 learn check` on a program with a mistake that it knows."""
    stage = load_stage(STAGE)
    with TemporaryDirectory() as name:
        folder = Path(name) / "my-solver"
        record_lines(["learn", "start", f"{folder}"], ROOT)
        for file, text in stage.mistakes[0].edits[0].apply(stage.ours()).items():
            write_file(folder / file, text)
        printed = record_lines(["learn", "check"], folder)
    return Command("c4 learn check", printed, len(printed))


def record_difference() -> Command:
    """Return the beginning of `c4 diff 04 05`."""
    return Command("c4 diff 04 05", record_lines(["diff", "04", "05"], ROOT), 10)


def draw_session(commands: list[Command], *, moves: bool) -> str:
    """Return commands and what they print as SVG; a picture that moves shows one line after another."""
    lines = [line for command in commands for line in [*command.list_lines(), Text()]][:-1]
    delays = list_delays(commands) if moves else [0.0] * len(lines)
    width, height = round(max(map(len, lines)) * LETTER + 2 * MARGIN), len(lines) * LINE + 2 * MARGIN
    label = escape("\n".join(line.plain for line in lines).strip())
    rows = [
        f'<g style="--at:{delay:.2f}s">{row}</g>'
        for index, (line, delay) in enumerate(zip(lines, delays, strict=True))
        if (row := draw_printed_line(line, MARGIN + index * LINE + FONT))
    ]
    motion = (
        "@keyframes show{from{opacity:0}}"
        "@media (prefers-reduced-motion:no-preference){.session g{animation:show .2s var(--at) backwards}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="session" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{label}"><style>.session{{background:{GROUND};border-radius:8px;fill:{INK};'
        f"font:{FONT}px monospace}}.session text{{white-space:pre}}{motion * moves}</style>\n"
        + "\n".join(rows)
        + "\n</svg>\n"
    )


def list_delays(commands: list[Command]) -> list[float]:
    """Return when each line appears: a command, after a pause what it prints, after a longer one the next."""
    delays, now = [], 0.5
    for command in commands:
        delays.append(now)
        now += PAUSE - BEAT
        for _ in command.list_lines()[1:]:
            now += BEAT
            delays.append(now)
        delays.append(now)  # the empty line between commands
        now += 2 * PAUSE
    return delays[:-1]


def draw_printed_line(line: Text, y: int) -> str:
    """Return a line of text: each piece of one style is where its letters belong in any font."""
    pieces = ""
    styles = [find_style(line, index) for index in range(len(line))]
    for style, group in groupby(range(len(line)), styles.__getitem__):
        indexes = list(group)
        text = line.plain[indexes[0] : indexes[-1] + 1]
        if not text.strip():
            continue
        start = indexes[0] + len(text) - len(text.lstrip())
        x, length = MARGIN + start * LETTER, len(text.strip()) * LETTER
        pieces += f'<text x="{x:.1f}" y="{y}" textLength="{length:.1f}"{style}>{escape(text.strip())}</text>'
    return pieces


def find_style(line: Text, index: int) -> str:
    """Return how a letter looks, as attributes."""
    spans = [span.style for span in line.spans if span.start <= index < span.end]
    style = sum((Style.parse(f"{span}") for span in spans), Style())
    colour = style.color.get_truecolor(THEME).hex if style.color and not style.color.is_default else ""
    colour = FAINT if style.dim else colour
    return f' fill="{colour}"' * bool(colour) + ' font-weight="700"' * bool(style.bold)


def draw_sessions() -> dict[str, str]:
    """Return the pictures by the files they are kept in: what README shows, and what the home page does."""
    diagnosis = record_diagnosis()
    return {
        SESSION: draw_session([diagnosis, record_difference()], moves=True),
        DIAGNOSIS: draw_session([diagnosis], moves=False),
    }


@macro
def diagnosis_picture() -> str:
    """Return the picture of a diagnosis, for the home page: its address is seen from there."""
    _, _, width, height = VIEW_BOX.findall((ROOT / DIAGNOSIS).read_text(encoding="utf-8"))[0].split()
    says = load_stage(STAGE).mistakes[0].says.replace("`", "")  # which Markdown would make elements of
    description = f"What c4 learn check prints, with a board and in the end: {says}"
    return (
        f'<img class="session" src="{DIAGNOSIS.removeprefix("docs/")}" width="{width}" height="{height}" '
        f'loading="lazy" alt="{escape(description)}">'
    )
