"""Record all frames: docs/assets/frames/NAME.json holds a list of [picture, words], but what readers order.

The steps must run as plain Python: what is compiled cannot be watched.
"""

import json
from collections.abc import Callable
from typing import Any

from common.tools.site.frames.lessons.bounds import record_bounds
from common.tools.site.frames.lessons.cache import record_cache
from common.tools.site.frames.lessons.forced import record_forced
from common.tools.site.frames.lessons.hands import record_hands
from common.tools.site.frames.lessons.horizon import record_loss, record_win
from common.tools.site.frames.lessons.lanes import record_lanes
from common.tools.site.frames.lessons.matter import record_matter
from common.tools.site.frames.lessons.mirror import record_mirror
from common.tools.site.frames.lessons.order import record_order
from common.tools.site.frames.lessons.probes import record_probes
from common.tools.site.frames.lessons.question import record_question
from common.tools.site.frames.player import FOLDER

RECORDERS: dict[str, Callable[[], Any]] = {
    "bounds": record_bounds,
    "cache": record_cache,
    "forced": record_forced,
    "hands": record_hands,
    "horizon-win": record_win,
    "horizon-loss": record_loss,
    "lanes": record_lanes,
    "matter": record_matter,
    "mirror": record_mirror,
    "order": record_order,
    "probes": record_probes,
    "question": record_question,
}


def main() -> None:
    """Record all frames."""
    for name, record in RECORDERS.items():
        (FOLDER / f"{name}.json").write_text(json.dumps(record()), encoding="utf-8")


if __name__ == "__main__":
    main()
