"""Frames in a page: the first one as a picture, the others when the reader asks for them."""

import json
from html import escape

from common.tools.files import ROOT
from common.tools.site.frames.lessons.order import count_order_nodes
from common.tools.site.macro import macro
from common.tools.site.macros.live import live

FOLDER = ROOT / "docs" / "assets" / "frames"


@macro
def frames(name: str, label: str) -> str:
    """Return recorded frames with buttons to go through them, and a label for screen readers."""
    figures = "".join(
        f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>"
        for picture, words in json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    ).replace("<figure>", '<figure class="current">', 1)
    shown = f'<div class="frames" data-search-exclude>{figures}</div><div class="frames-buttons"></div>'
    return live("frames", shown, label=label)


@macro
def order_figure() -> str:
    """Return moves for the reader to put in order, to see the cost of a search in that order."""
    costs = json.loads((FOLDER / "order.json").read_text(encoding="utf-8"))
    totals = [
        f"step {number} explores {count_order_nodes(order, costs['moves']):,} nodes"
        for number, order in costs["orders"].items()
    ]
    return live("order", f'<p class="status">In its order, {", in its own ".join(totals)}.</p>', costs=costs)
