"""Frames in a page: the first one as a picture, the others when the reader asks for them."""

from html import escape

from common.tools.site.frames.lessons import (
    bounds,
    cache,
    forced,
    horizon,
    lanes,
    matter,
    mirror,
    probes,
    question,
)
from common.tools.site.macro import macro
from common.tools.site.macros.live import live

RECORDERS = {
    "bounds": bounds.record_bounds,
    "cache": cache.record_cache,
    "forced": forced.record_forced,
    "horizon-loss": horizon.record_horizon_loss,
    "horizon-win": horizon.record_horizon_win,
    "lanes": lanes.record_lanes,
    "matter": matter.record_matter,
    "mirror": mirror.record_mirror,
    "probes": probes.record_probes,
    "question": question.record_question,
}


@macro
def frames(name: str, label: str) -> str:
    """Return frames with buttons to go through them, and a label for screen readers.

    The steps must run as plain Python: compiled code cannot be watched.
    """
    figures = "".join(
        f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>"
        for picture, words in RECORDERS[name]()
    ).replace("<figure>", '<figure class="current">', 1)
    shown = f'<div class="frames" data-search-exclude>{figures}</div><div class="frames-buttons"></div>'
    return live("frames", shown, label=label)
