"""The climb: the time and nodes of every step on each test set, as one picture for README and the home page.

Like boards it is drawn without a library: the text comes out the same everywhere, so that a test can compare
it, and one file has light and dark colours.
"""

from html import escape
from math import ceil, floor, log10
from typing import Any

from common.tools import course
from common.tools.measured import NODES, PROCESSOR
from common.tools.sets import KINDS

LEFT, RIGHT, TOP = 62, 606, 26  # of the upper plot, in pixels of a picture that is WIDTH wide
WIDTH, PLOT, GAP, NAMES, LINE = 712, 190, 34, 110, 14
LONGEST = 12  # letters of a step's name; of a longer one the first word is shown
TITLES = {PROCESSOR: "Time", NODES: "Nodes"}

# A shape and a colour for each set, with its light on dark: after Okabe and Ito, and each line has its name.
MARKS = {
    "end-easy": ("M-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0z", "#0068a5", "#5cb8ee"),
    "middle-easy": ("M-3-3h6v6h-6z", "#b84a00", "#ffa45c"),
    "middle-medium": ("M0-4l4 7h-8z", "#00765a", "#45cfa4"),
    "begin-easy": ("M0-4.4l4.4 4.4-4.4 4.4-4.4-4.4z", "#99316f", "#f09bcb"),
    "begin-medium": ("M0 4l-4-7h8z", "#6a5a00", "#e3d15c"),
    "begin-hard": ("M-4-1.4h2.6v-2.6h2.8v2.6h2.6v2.8h-2.6v2.6h-2.8v-2.6h-2.6z", "#444f59", "#b5c0ca"),
}


def make_style() -> str:
    """Return the picture's colours: as a file it has those of the system, in a page those of the page."""
    inks = {"ground": ("#fff", "#1e2129"), "ink": ("#1f2933", "#e4e8ec"), "grid": ("#d5dbe0", "#414854")}
    ground, ink, grid = (f"light-dark({', '.join(colours)})" for colours in inks.values())
    sets = (f".climb .{kind}{{color:light-dark({day}, {night})}}" for kind, (_, day, night) in MARKS.items())
    return (
        f":root.climb{{color-scheme:light dark}}.climb text{{font:12px sans-serif;fill:{ink}}}"
        ".climb .title{font-weight:700}.climb .tick{text-anchor:end}"
        f".climb{{background:{ground}}}.climb .grid{{stroke:{grid}}}{''.join(sets)}"
        ".climb .line{fill:none;stroke:currentcolor;stroke-width:1.6}.climb .mark{fill:currentcolor}"
    )


def draw_climb(benchmark: dict[str, Any]) -> str:
    """Return a recorded benchmark of all steps as SVG: a line a set, time above, nodes below."""
    height = TOP + PLOT + GAP + PLOT + NAMES
    plots = [
        draw_plot(TOP + index * (PLOT + GAP), name, list_series(benchmark, name))
        for index, name in enumerate(TITLES)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="climb" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(describe_climb(benchmark))}"><style>{make_style()}</style>\n'
        + "\n".join([*plots, *draw_step_names(TOP + PLOT + GAP + PLOT)])
        + "\n</svg>\n"
    )


def list_series(benchmark: dict[str, Any], measure: str) -> dict[str, list[float | None]]:
    """Return a measure of each step, None where it did not finish, by the sets that any step finished."""
    rows = {(row["set"], row["solver"]): row for row in benchmark["rows"]}
    series = {
        kind: [rows.get((kind, number), {}).get(measure) for number in list_drawn_steps()] for kind in KINDS
    }
    return {kind: values for kind, values in series.items() if any(values)}


def draw_plot(top: int, measure: str, series: dict[str, list[float | None]]) -> str:
    """Return a plot: powers of ten, the line of each set, and at its end the set's name."""
    values = [value for line in series.values() for value in line if value]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))

    def place_value(value: float) -> float:
        return round(top + PLOT * (high - log10(value)) / (high - low), 1)

    parts = [f'<text class="title" x="{LEFT}" y="{top - 10}">{TITLES[measure]} a position, mean</text>']
    for power in range(low, high + 1):
        size = 10.0**power
        label = format_count(power) if measure == NODES else format_microseconds(power)
        parts.append(f'<path class="grid" d="M{LEFT} {place_value(size)}H{RIGHT}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 5}" y="{place_value(size) + 4}">{label}</text>')
    for kind, line in series.items():
        parts.append(draw_line(kind, [None if value is None else place_value(value) for value in line]))
    ends = {
        kind: place_value(next(value for value in reversed(line) if value)) for kind, line in series.items()
    }
    for kind, height in move_names_apart(ends).items():
        parts.append(draw_mark(kind, RIGHT + 12, height))
        parts.append(f'<text x="{RIGHT + 20}" y="{height + 4}">{kind}</text>')
    return "\n".join(parts)


def format_count(power: int) -> str:
    """Return a power of ten for people.

    >>> format_count(5), format_count(7)
    ('100,000', '10 million')
    """
    return f"{10**power:,}" if power < 6 else f"{10 ** (power - 6):,} million"


def format_microseconds(power: int) -> str:
    """Return a power of ten microseconds in the unit that suits it.

    >>> format_microseconds(2), format_microseconds(4), format_microseconds(7)
    ('100 µs', '10 ms', '10 s')
    """
    unit = min(power // 3, 2)
    return f"{10 ** (power - 3 * unit)} {('µs', 'ms', 's')[unit]}"


def draw_line(kind: str, heights: list[float | None]) -> str:
    """Return a set's line, which is broken at steps that did not finish, with a mark at each step."""
    path, marks, pen = "", "", "M"
    for index, height in enumerate(heights):
        if height is None:
            pen = "M"
            continue
        path += f"{pen}{place_step(index)} {height}"
        marks += draw_mark(kind, place_step(index), height)
        pen = "L"
    return f'<path class="line {kind}" d="{path}"/>{marks}'


def draw_mark(kind: str, x: float, y: float) -> str:
    """Return a set's shape at a place."""
    return f'<path class="mark {kind}" transform="translate({x} {y})" d="{MARKS[kind][0]}"/>'


def move_names_apart(heights: dict[str, float]) -> dict[str, float]:
    """Return heights moved down as far as it takes for names not to overlap."""
    moved: dict[str, float] = {}
    lowest = 0.0
    for kind, height in sorted(heights.items(), key=lambda item: item[1]):
        moved[kind] = lowest = round(max(height, lowest + LINE), 1)
    return moved


def draw_step_names(top: int) -> list[str]:
    """Return the steps' names below the plots, each upright."""
    return [
        f'<text class="tick" transform="translate({place_step(index) + 4} {top + 10})rotate(-90)">'
        f"{number} {shorten_name(course.load(number).name)}</text>"
        for index, number in enumerate(list_drawn_steps())
    ]


def list_drawn_steps() -> list[str]:
    """Return the steps up to the one that thinks for boards: later ones gain nothing in one thread."""
    return [number for number in course.numbers() if number <= course.THINKER]


def shorten_name(name: str) -> str:
    """Return a step's name as it stands below the chart.

    >>> shorten_name("transposition table"), shorten_name("move order")
    ('transposition', 'move order')
    """
    return name if len(name) <= LONGEST else name.split()[0]


def place_step(index: int) -> float:
    """Return where a step stands, the first one at some distance from the axis."""
    return round(LEFT + 10 + index * (RIGHT - LEFT - 12) / (len(list_drawn_steps()) - 1), 1)


def describe_climb(benchmark: dict[str, Any]) -> str:
    """Return what the picture shows, in words: the first and the last value of each set."""
    series = list_series(benchmark, NODES)
    steps = list_drawn_steps()
    parts: list[str] = []
    for kind, line in series.items():
        known = [(number, value) for number, value in zip(steps, line, strict=True) if value]
        (first, most), (last, least) = known[0], known[-1]
        parts.append(f"{kind} from {most:,.0f} nodes in step {first} to {least:,.0f} in step {last}")
    return f"Time and nodes of the steps on each test set, logarithmic. Mean nodes: {'; '.join(parts)}."
