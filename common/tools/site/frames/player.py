"""Frames in a page: the first one as a picture, the others when the reader asks for them.

`python -m common.tools.site.frames.player` records them: docs/assets/frames/NAME.json holds a list of
[picture, words]. A function `record_NAME` of a module in `lessons` makes them. The steps
must run as plain Python: compiled code cannot be watched.
"""

import json
from html import escape
from importlib import import_module
from pkgutil import iter_modules

from common.tools.files import ROOT, write_file
from common.tools.site.frames import lessons
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


if __name__ == "__main__":
    for module in iter_modules(lessons.__path__):
        for name, record in vars(import_module(f"{lessons.__name__}.{module.name}")).items():
            if name.startswith("record_"):
                path = FOLDER / f"{name.removeprefix('record_').replace('_', '-')}.json"
                write_file(path, json.dumps(record()))
