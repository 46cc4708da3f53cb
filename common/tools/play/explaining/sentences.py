"""The sentences of explanations and reviews, with gaps to be filled, from `sentences.toml` beside this.

The pages have the same: `python -m common.tools.play.explaining.sentences` writes them there.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from common.tools.files import ROOT, write_file

SENTENCES: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PAGES = ROOT / "docs" / "assets" / "sentences.js"


def main() -> None:
    """Write the sentences as a module for the pages."""
    text = json.dumps(SENTENCES, indent=1)
    write_file(PAGES, f"// Written by c4 record sentences.\nexport const SENTENCES = {text};\n")


if __name__ == "__main__":
    main()
