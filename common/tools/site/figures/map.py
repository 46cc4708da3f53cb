"""Write the map of the steps into README.md and steps/README.md, and what README says and shows of records.

All of it comes from the steps and the recorded benchmarks.
Run `python -m common.tools.site.figures.map` after a step or the benchmark has changed; a test tells when
that is due.
"""

from functools import partial
from math import floor
from textwrap import fill

from common.position import parse
from common.solver import analyze
from common.tools import course
from common.tools.diff import count_all_changed_lines
from common.tools.files import ROOT, write_file
from common.tools.measured import NODES, PROCESSOR, Rows, gain, index_rows, read_record
from common.tools.sets import KINDS
from common.tools.site.drawings import duel, session
from common.tools.site.drawings.boards import draw_board_file
from common.tools.site.figures.climb import draw_climb
from common.tools.words import describe_share

MADE = "made by python -m common.tools.site.figures.map"
BEGIN, END = f"<!-- the map, {MADE} -->", "<!-- end of the map -->"
PEER, PEER_ENDS = f"<!-- the peer, {MADE} -->", "<!-- end of the peer -->"
SPEED, SPEED_ENDS = f"<!-- the speed, {MADE} -->", "<!-- end of the speed -->"
CLIMB, BOARD = "docs/assets/climb.svg", "docs/assets/board.svg"
BOARD_MOVES = "44444325"  # on the board


def describe_gain(old: str, new: str, rows: Rows) -> str:
    """Return how much faster a step is than the one before, on the hardest set that both solve."""
    for kind in reversed(KINDS):
        times, nodes = (gain(rows, old, new, kind, figure) for figure in (PROCESSOR, NODES))
        if times and nodes:
            return f"{times:.3g} | {nodes:.3g} | {kind}"
    return "N/A | N/A | no set that both solve"


def compare_with_peer() -> dict[str, float]:
    """Return how many times less time the last step measured takes than the peer's faster mode."""
    rows = index_rows(read_record("peers")) | index_rows(read_record("begin-hard"))
    solvers, kinds = ({key[part] for key in rows} for part in (0, 1))
    last = max(solvers & set(course.numbers()))
    modes = solvers - set(course.numbers())
    return {kind: min(gain(rows, mode, last, kind, PROCESSOR) or 0 for mode in modes) for kind in kinds}


def describe_speed() -> str:
    """Return how fast that is on the set that suits it least, for somebody who knows no solver."""
    times = floor(min(compare_with_peer().values()) * 10) / 10
    return f"at least {times:g} times as fast as the best solver in C++ that we know"


def describe_peer() -> str:
    """Return how long that step takes beside the peer."""
    gains = compare_with_peer()
    worst, untuned = min(gains.values()), gains["validation"]
    return (
        "Beside BitBully, a solver in C++, in the faster of its two modes, it takes "
        f"{describe_share(1 / worst, 'time')} on the test set that suits it least, and "
        f"{describe_share(1 / untuned, 'time')} on positions that nothing was tuned on"
    )


def list_steps() -> str:
    """Return the steps in Markdown, each linked to its folder, for README."""
    steps = map(course.load, course.numbers())
    links = ", ".join(f"[{step.number} {step.name}](steps/{step.folder.name})" for step in steps)
    return fill(links, 118)


def render_step_map(link: str) -> str:
    """Return a table of the steps in Markdown, each linked to where the pattern says for its folder."""
    benchmark = read_record()
    rows = index_rows(benchmark)
    lines = [
        "| step | idea | lines changed | times faster | times fewer nodes | measured on |",
        "|---|---|--:|--:|--:|---|",
    ]
    for number in course.numbers():
        step = course.load(number)
        rest = " | | | "
        if before := course.previous(step):
            changed = count_all_changed_lines(before, step)
            rest = f"{changed} | {describe_gain(before.number, number, rows)}"
        lines.append(f"| [{number}]({link.format(step.folder.name)}) {step.name} | {step.idea} | {rest} |")
    machine, versions = benchmark["machine"], benchmark["versions"]
    return "\n".join(
        [
            *lines,
            "",
            "Lines added and removed in all files of a step but its tests; speed beside the step before, on "
            f"the hardest set that both solve: `{benchmark['command']}`,",
            f"{benchmark['date']}, {machine['processor']}, {machine['cores']} cores, "
            f"Python {versions['python']}, Numba {versions['numba']}.",
        ]
    )


PAGES = {"README.md": list_steps, "steps/README.md": partial(render_step_map, "{}")}


def render_page_with_map(page: str) -> str:
    """Return a page's text with the map as it should be, and what it says of the peer."""
    text = replace_between(BEGIN, END, f"\n\n{PAGES[page]()}\n\n", (ROOT / page).read_text(encoding="utf-8"))
    for begin, end, describe in ((PEER, PEER_ENDS, describe_peer), (SPEED, SPEED_ENDS, describe_speed)):
        text = replace_between(begin, end, describe(), text) if begin in text else text
    return text


def replace_between(begin: str, end: str, content: str, text: str) -> str:
    """Return a text with other content between two marks."""
    before, _, rest = text.partition(begin)
    return f"{before}{begin}{content}{end}{rest.partition(end)[2]}"


def draw_readme_board() -> str:
    """Return the board that README shows, scored by the step that thinks for boards."""
    step = course.thinker()
    scores = analyze(step.solver(), parse(BOARD_MOVES, step.Position.start()))
    return draw_board_file(BOARD_MOVES, " ".join("-" if score is None else str(score) for score in scores))


def make_derived_texts() -> dict[str, str]:
    """Return the text that each of the files should have."""
    return {page: render_page_with_map(page) for page in PAGES} | {
        CLIMB: draw_climb(read_record()),
        BOARD: draw_readme_board(),
        duel.RECORD: duel.record_duel(),
        **session.draw_sessions(),
    }


if __name__ == "__main__":
    for name, text in make_derived_texts().items():
        write_file(ROOT / name, text)
        print(ROOT / name)
