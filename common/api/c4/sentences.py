"""The sentences of explanations and reviews, with gaps to be filled, from `sentences.toml` in this folder.

The pages have the same: `common/tools/site/kept.py` writes them there.
"""

import tomllib
from pathlib import Path
from typing import Any

SENTENCES: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
