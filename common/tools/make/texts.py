"""Texts that take seconds to make, and are kept: for README, and for other people's pages."""

import json
import re
from collections.abc import Callable

from c4.wording import SENTENCES
from common.tools.files import ROOT
from common.tools.make.session import NARROW, WIDE, draw_diagnosis, draw_tour
from common.tools.measured import read_benchmark
from common.tools.site.drawings.boards import draw_readme_board
from common.tools.site.figures.climb import draw_climb
from common.tools.site.figures.map import describe_readme, render_step_map

SENTENCES_JS = """\
// Made from common/data/sentences.toml by python -m common.tools.make.
export const SENTENCES = {};
"""


def replace_parts(page: str, parts: dict[str, str]) -> str:
    """Return a page's text with new content between the markers of its parts."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for name, content in parts.items():
        part = re.compile(rf"(?s)(<!-- the {name},[^>]*-->\s*).*?(\s*<!-- end of the {name} -->)")
        text = part.sub(lambda marks, content=content: f"{marks[1]}{content}{marks[2]}", text)
    return text


TEXTS: dict[str, Callable[[], str]] = {
    "README.md": lambda: replace_parts("README.md", describe_readme()),
    "steps/README.md": lambda: replace_parts("steps/README.md", {"map": render_step_map("{}")}),
    "docs/assets/board.svg": draw_readme_board,
    "docs/assets/climb.svg": lambda: draw_climb(read_benchmark()),
    "docs/assets/session.svg": lambda: draw_tour("session", WIDE),
    "docs/assets/session-narrow.svg": lambda: draw_tour("session-narrow", NARROW),
    "docs/assets/diagnosis.svg": draw_diagnosis,
    "docs/assets/sentences.js": lambda: SENTENCES_JS.format(json.dumps(SENTENCES, indent=1)),
}
"""The functions that make them, by the paths from the root of the repository."""
