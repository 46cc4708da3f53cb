"""Record all frames: docs/assets/frames/NAME.json holds a list of [picture, words], or moves to order.

A function `record_NAME` of a module in `lessons` makes them. The steps must run as plain Python: what is
compiled cannot be watched.
"""

import json
from importlib import import_module
from pkgutil import iter_modules

from common.tools.site.frames import lessons
from common.tools.site.frames.player import FOLDER


def main() -> None:
    """Record all frames."""
    for module in iter_modules(lessons.__path__):
        for name, record in vars(import_module(f"{lessons.__name__}.{module.name}")).items():
            if name.startswith("record_"):
                path = FOLDER / f"{name.removeprefix('record_').replace('_', '-')}.json"
                path.write_text(json.dumps(record()), encoding="utf-8")


if __name__ == "__main__":
    main()
