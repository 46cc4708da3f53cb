"""Frames in a page: the first one as a picture, the others when the reader asks for them."""

import json
from html import escape

from common.tools.processes.children import Children
from common.tools.site.building import jobs
from common.tools.site.frames.frame import Frame
from common.tools.site.macro import macro
from common.tools.site.macros.live import AWAITED, live


def read_frames(name: str) -> list[Frame]:
    """Return the frames of a name, once all have been recorded."""
    with Children() as children:
        folder = jobs.build_part("frames", children)[0]
    return [Frame(*frame) for frame in json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))]


@macro
def frames(name: str, label: str) -> str:
    """Return recorded frames with buttons to go through them; the label says what they are about."""
    if not jobs.find_job("frames").is_kept():
        return f'<p class="awaited">{AWAITED}</p>'
    figures = "".join(
        f"<figure>{frame.picture}<figcaption>{escape(frame.words)}</figcaption></figure>"
        for frame in read_frames(name)
    ).replace("<figure>", '<figure class="current">', 1)
    shown = f'<div class="frames" data-search-exclude>{figures}</div><div class="frames-buttons"></div>'
    return live("frames", shown, label=label)


@macro
def live_figure(widget: str, moves: str) -> str:
    """Return a widget that begins with some moves, with the recorded picture of them in its place until then."""
    if not jobs.find_job("frames").is_kept():
        return f'<p class="awaited">{AWAITED}</p>'
    picture = read_frames(f"{widget}-{moves}")[0].picture
    return live(widget, f'<div class="frames"><figure class="current">{picture}</figure></div>', moves=moves)
