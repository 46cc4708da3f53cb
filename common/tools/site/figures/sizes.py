"""The empty board of every size, as recorded by `c4 sizes`, beside what others found."""

from typing import Any

from common.tools.bench.report import format_time
from common.tools.measured import read_record
from common.tools.site.figures.figures import WrongScores, made_by
from common.tools.site.macro import macro
from common.tools.site.table import hide_from_search, render_table

Row = dict[str, Any]


def find_last_stone(size: str, score: int) -> tuple[str, int]:
    """Return who wins from the empty board, or "draw", and the number of the last stone.

    >>> find_last_stone("7x6", 1), find_last_stone("6x6", -1), find_last_stone("4x4", 0)
    (('X', 41), ('O', 36), ('draw', 16))
    """
    width, height = map(int, size.split("x"))
    cells = width * height
    if score == 0:
        return "draw", cells
    return ("X", 2 * ((cells + 1) // 2 - score) + 1) if score > 0 else ("O", 2 * (cells // 2 + score + 1))


def check_row(row: Row) -> bool:
    """Tell whether others found the same of a size, False if they say nothing; raise WrongScores if not."""
    published = read_record("published")["sizes"]["last_stones"].get(row["size"])
    last_stone = find_last_stone(row["size"], row["score"])
    if published and last_stone != tuple(published):
        raise WrongScores(
            f"{row['size']} ends {last_stone} in the record of `c4 sizes`, and {published} elsewhere"
        )
    return bool(published)


@macro
def size_map() -> str:
    """Return the winner of each size and the last stone, a row a height and a column a width."""
    rows = {row["size"]: row for row in read_record("sizes")["rows"]}
    widths, heights = (sorted({int(size.split("x")[side]) for size in rows}) for side in (0, 1))
    table = render_table(
        [">rows", *(f">{width}" for width in widths)],
        ([height, *(render_end(rows.get(f"{width}x{height}")) for width in widths)] for height in heights),
    )
    return hide_from_search(table).replace("<div", '<div class="size-map"')


def render_end(row: Row | None) -> str:
    """Return how a size ends, N/A if that is not known, nothing if the size does not fit."""
    if not row:
        return ""
    if row["why_not"]:
        return "N/A"
    winner, stone = find_last_stone(row["size"], row["score"])
    return "draw" if winner == "draw" else f"{winner} {stone}"


@macro
def size_table() -> str:
    """Return what each size took, in the order of their bits."""
    record = read_record("sizes")
    lines: list[list[str]] = []
    for row in record["rows"]:
        figures = ["N/A", "", "", row["why_not"]]
        if not row["why_not"]:
            same = "yes" if check_row(row) else "not published"
            figures = [f"{row['score']}", same, f"{row['nodes']:,}", format_time(row["seconds"])]
        lines.append([row["size"], *figures])
    table = render_table(["board", ">score", "the same elsewhere", ">nodes", ">time"], lines)
    return f"{hide_from_search(table)}\n\n{made_by('sizes')}"
