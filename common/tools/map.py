"""Write the map of the steps into README.md and steps/README.md, from the steps and the recorded benchmark.

Run `python -m common.tools.map` after a step or the benchmark has changed; a test tells when that is due.
"""

import json
from typing import Any

from common.tools import course
from common.tools.benchmark.sets import KINDS
from common.tools.diff import changed_lines
from common.tools.files import ROOT, write_whole

RECORDED = ROOT / "docs" / "benchmarks" / "steps.json"
BEGIN, END = "<!-- the map, made by python -m common.tools.map -->", "<!-- end of the map -->"
PAGES = {"README.md": "steps/{}", "steps/README.md": "{}"}


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
            "Lines of `solver.py` added and removed; speed beside the step before, on the hardest set that",
            f"both solve: `{benchmark['command']}`, {benchmark['date']}, {machine['processor']},",
            f"{machine['cores']} cores, Python {versions['python']}, Numba {versions['numba']}.",
        ]
    )


def with_map(page: str) -> str:
    """Return a page's text with the map as it should be."""
    text = (ROOT / page).read_text()
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{step_map(PAGES[page])}\n\n{END}{after}"


if __name__ == "__main__":
    for page in PAGES:
        write_whole(ROOT / page, with_map(page))
        print(ROOT / page)
