"""What the terminal draws of tournaments; the pages take their shades from here too."""

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from c4.drawing import CELL_WIDTH
from common.tools.terminal.console import make_table

WORST, EVEN, BEST = (0xF0, 0x9A, 0x4A), (0xFF, 0xFF, 0xFF), (0x6F, 0xB1, 0xE0)


def draw_heat_maps(
    players: Sequence[str], shares: dict[tuple[str, str], float], width: int
) -> Iterator[Table]:
    """Yield drawings of the share of points that the player of a row took from that of a column.

    There are as many as it takes for all columns to fit the width of the terminal.
    """
    places = {player: f"{place}" for place, player in enumerate(players, 1)}
    columns_per_map = max(1, width // CELL_WIDTH - 1)
    for first in range(0, len(players), columns_per_map):
        columns = players[first : first + columns_per_map]
        heat_map = make_table("")
        heat_map.padding = 0
        for player in columns:
            heat_map.add_column(places[player])
        for column in heat_map.columns:
            column.justify, column.no_wrap, column.min_width = "right", True, CELL_WIDTH
        for row, place in places.items():
            heat_map.add_row(place, *(draw_share(shares.get((row, column))) for column in columns))
        yield heat_map


def draw_share(points: float | None) -> Text:
    """Return a share of points on its shade, nothing where two never met."""
    if points is None:
        return Text()
    return Text(f"{100 * points:.0f}".rjust(CELL_WIDTH), f"black on {mix_shade(points)}")


def mix_shade(points: float) -> str:
    """Return a light colour that all eyes tell apart: orange for no points, white for half, blue for all."""
    end, weight = (BEST, 2 * points - 1) if points > 0.5 else (WORST, 1 - 2 * points)
    return "#" + "".join(
        f"{round(even + (to - even) * weight):02x}" for even, to in zip(EVEN, end, strict=True)
    )
