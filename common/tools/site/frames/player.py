"""Frames in a page: one as a picture, the others when the reader asks for them."""

from html import escape
from importlib import import_module

from common.tools.site.frames import lessons
from common.tools.site.macro import macro
from common.tools.site.macros.live import live

CURRENT = ' class="current"'


@macro
def frames(name: str, label: str, counts: str = "", first: int = 0) -> str:
    """Return frames with buttons to go through them from one on, and a label for screen readers.

    A module in `lessons`, with which the name begins, makes them in `record_NAME`. The steps must run as
    plain Python: compiled code cannot be watched. If a frame's number counts something, `counts` names it.
    """
    module = import_module(f"{lessons.__name__}.{name.partition('_')[0]}")
    figures = "".join(
        f"<figure{CURRENT * (number == first)}>{picture}<figcaption>{escape(words)}</figcaption></figure>"
        for number, (picture, words) in enumerate(getattr(module, f"record_{name}")())
    )
    shown = f'<div class="frames" data-search-exclude>{figures}</div><div class="frames-buttons"></div>'
    if counts:
        return live("frames", shown, label=label, counts=counts)
    return live("frames", shown, label=label)
