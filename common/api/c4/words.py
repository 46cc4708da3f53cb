"""Names joined in sentences."""

from collections.abc import Iterable

from common.position import COLUMN_NAMES


def join_names(names: list[str]) -> str:
    """Return names as a list in a sentence.

    >>> join_names(["a", "b", "c"]), join_names([])
    ('a, b and c', 'no set')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "no set"


def name_cells(cells: Iterable[tuple[int, int]]) -> str:
    """Return cells, columns and rows from 0, as a list in a sentence.

    >>> name_cells([(4, 2), (6, 1), (6, 2)])
    'row 3 of column 5 and rows 2 and 3 of column 7'
    """
    rows: dict[int, list[str]] = {}
    for column, row in cells:
        rows.setdefault(column, []).append(f"{row + 1}")
    return join_names(
        [
            f"row{'s' * (len(names) > 1)} {join_names(names)} of column {COLUMN_NAMES[column]}"
            for column, names in rows.items()
        ]
    )
