"""Record all frames: NAME.json holds a list of [picture, words].

The steps run as plain Python, in a process of its own: what is compiled cannot be watched.
"""

import json
from collections.abc import Callable
from pathlib import Path

from common.tools.site.frames.cache import record_cache
from common.tools.site.frames.dangers import MOVES, record_dangers
from common.tools.site.frames.following import EVEN, ODD, record_following
from common.tools.site.frames.frame import Frame
from common.tools.site.frames.hands import record_hands
from common.tools.site.frames.horizon import record_loss, record_win

RECORDERS: dict[str, Callable[[], list[Frame]]] = {
    "cache": record_cache,
    f"danger-{MOVES}": record_dangers,
    f"follow-{EVEN}": lambda: record_following(EVEN),
    f"follow-{ODD}": lambda: record_following(ODD),
    "hands": record_hands,
    "horizon-win": record_win,
    "horizon-loss": record_loss,
}


def make(_: str, path: Path) -> None:
    """Record all frames."""
    path.mkdir()
    for name, record in RECORDERS.items():
        (path / f"{name}.json").write_text(json.dumps(record()), encoding="utf-8")
