"""What runs in a page: a widget, and what stands in its place without JavaScript."""

import json
from html import escape
from typing import Any

from common.players.registry import PLAYERS

LEVELS = ("easy", "medium", "hard", "impossible")


def live(widget: str, instead: str = "", **attributes: Any) -> str:
    """Return a widget of docs/assets/live, with attributes and what the page shows without it.

    An attribute that is not text is written as JSON.
    """
    texts = {name: v if isinstance(v, str) else json.dumps(v) for name, v in attributes.items()}
    given = "".join(f' {name}="{escape(text)}"' for name, text in texts.items())
    note = "<noscript><p>This part of the page needs JavaScript.</p></noscript>"
    return f'<div class="live"><c4-{widget}{given}>{instead}{note}</c4-{widget}></div>'


def levels() -> dict[str, float]:
    """Return the temperature of each level, the weakest first."""
    return {name: PLAYERS[name][1]["temperature"] for name in LEVELS}
