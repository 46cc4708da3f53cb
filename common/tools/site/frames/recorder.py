"""Record all frames: docs/assets/frames/NAME.json holds a list of [picture, words], but what readers order.

The steps must run as plain Python: what is compiled cannot be watched.
"""

import json
from collections.abc import Callable
from typing import Any

from common.tools.site.frames.lessons.cache import record_cache
from common.tools.site.frames.lessons.hands import record_hands
from common.tools.site.frames.lessons.horizon import record_loss, record_win
from common.tools.site.frames.lessons.lanes import record_lanes
from common.tools.site.frames.lessons.matter import record_matter
from common.tools.site.frames.lessons.order import record_order
from common.tools.site.frames.lessons.question import record_question
from common.tools.site.frames.player import FOLDER

RECORDERS: dict[str, Callable[[], Any]] = {
    "cache": record_cache,
    "hands": record_hands,
    "horizon-win": record_win,
    "horizon-loss": record_loss,
    "lanes": record_lanes,
    "matter": record_matter,
    "order": record_order,
    "question": record_question,
}


def main() -> None:
    """Record all frames."""
    for name, record in RECORDERS.items():
        (FOLDER / f"{name}.json").write_text(json.dumps(record()), encoding="utf-8")


if __name__ == "__main__":
    main()
