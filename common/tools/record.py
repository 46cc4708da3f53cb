"""Recorded benchmarks, docs/benchmarks/*.json as `c4 bench --json` writes them, and what they gain."""

import json
from typing import Any

from common.tools.files import ROOT

NODES, PROCESSOR, CLOCK = "mean_nodes", "mean_processor_microseconds", "mean_microseconds"

Rows = dict[tuple[str, str], dict[str, Any]]
"""The rows of a record by solver and set."""


def read_record(name: str = "steps") -> dict[str, Any]:
    """Return a recorded benchmark, by default that of all steps."""
    return json.loads((ROOT / "docs" / "benchmarks" / f"{name}.json").read_text())


def index_rows(record: dict[str, Any]) -> Rows:
    """Return the rows of a record by solver and set."""
    return {(row["solver"], row["set"]): row for row in record["rows"]}


def gain(rows: Rows, old: str, new: str, kind: str, figure: str) -> float | None:
    """Return how many times less of a figure one solver needs on a set than another, None if one is N/A."""
    before, after = (rows.get((solver, kind), {}).get(figure) for solver in (old, new))
    return before / after if before and after else None
