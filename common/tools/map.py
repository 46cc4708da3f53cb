"""Write the map of the steps into README.md and steps/README.md, and the pictures that README shows.

They come from the steps and the recorded benchmark.
Run `python -m common.tools.map` after a step or the benchmark has changed; a test tells when that is due.
"""

import json
from typing import Any

from common.position import parse
from common.solver import analyze
from common.tools import course
from common.tools.benchmark.sets import KINDS
from common.tools.diff import changed_lines
from common.tools.files import ROOT, write_whole
from common.tools.site.boards import as_file
from common.tools.site.climb import climb

RECORDED = ROOT / "docs" / "benchmarks" / "steps.json"
BEGIN, END = "<!-- the map, made by python -m common.tools.map -->", "<!-- end of the map -->"
PAGES = {"README.md": "steps/{}", "steps/README.md": "{}"}
CLIMB, BOARD = "docs/assets/climb.svg", "docs/assets/board.svg"
SHOWN = "44444325"  # on the board


def recorded() -> dict[str, Any]:
    """Return the recorded benchmark of all steps."""
    return json.loads(RECORDED.read_text())


def gain(old: str, new: str, rows: dict[tuple[str, str], dict[str, Any]]) -> str:
    """Return how much faster a step is than the one before, on the hardest set that both solve."""
    for name in reversed(KINDS):
        before, after = rows.get((name, old), {}), rows.get((name, new), {})
        if "mean_processor_microseconds" in before and "mean_processor_microseconds" in after:
            times = before["mean_processor_microseconds"] / after["mean_processor_microseconds"]
            nodes = before["mean_nodes"] / after["mean_nodes"]
            return f"{times:.3g} | {nodes:.3g} | {name}"
    return "N/A | N/A | no set that both solve"


def step_map(link: str) -> str:
    """Return a table of the steps in Markdown, each linked to where the pattern says for its folder."""
    benchmark = recorded()
    rows = {(row["set"], row["solver"]): row for row in benchmark["rows"]}
    lines = [
        "| step | idea | lines changed | times faster | times fewer nodes | measured on |",
        "|---|---|--:|--:|--:|---|",
    ]
    for number in course.numbers():
        step = course.load(number)
        before = course.previous(step)
        if before:
            changed = f"{sum(changed_lines(before, step, 'solver.py'))}"
            rest = f"{changed} | {gain(before.number, number, rows)}"
        else:
            rest = " | | | "
        lines.append(f"| [{number}]({link.format(step.folder.name)}) {step.name} | {step.idea} | {rest} |")
    machine, versions = benchmark["machine"], benchmark["versions"]
    return "\n".join(
        [
            *lines,
            "",
            "Lines of `solver.py` added and removed; speed beside the step before, on the hardest set that "
            f"both solve: `{benchmark['command']}`,",
            f"{benchmark['date']}, {machine['processor']}, {machine['cores']} cores, "
            f"Python {versions['python']}, Numba {versions['numba']}.",
        ]
    )


def with_map(page: str) -> str:
    """Return a page's text with the map as it should be."""
    text = (ROOT / page).read_text()
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{step_map(PAGES[page])}\n\n{END}{after}"


def board_picture() -> str:
    """Return the board that README shows, scored by the step that thinks for boards."""
    step = course.thinker()
    scores = analyze(step.solver(), parse(SHOWN, step.Position.start()))
    return as_file(SHOWN, " ".join("-" if score is None else str(score) for score in scores))


def derived() -> dict[str, str]:
    """Return the text that each of the files should have."""
    return {page: with_map(page) for page in PAGES} | {CLIMB: climb(recorded()), BOARD: board_picture()}


if __name__ == "__main__":
    for name, text in derived().items():
        write_whole(ROOT / name, text)
        print(ROOT / name)
