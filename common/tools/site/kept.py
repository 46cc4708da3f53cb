"""Generated files, quick to make and kept in the repository: for README, and for other people's pages.

`python -m common.tools.site.kept` makes it again.
"""

import json
import re
from collections.abc import Iterator

from c4.text import SENTENCES
from common.tools.files import ROOT, write_file
from common.tools.measured import read_benchmark
from common.tools.site.drawings.boards import draw_readme_board
from common.tools.site.drawings.session import draw_sessions
from common.tools.site.figures.climb import draw_climb
from common.tools.site.figures.map import describe_readme, render_step_map


def make_files() -> Iterator[tuple[str, str]]:
    """Yield the path of each file, from the root of the repository, and its text."""
    yield "README.md", replace_parts("README.md", describe_readme())
    yield "steps/README.md", replace_parts("steps/README.md", {"map": render_step_map("{}")})
    yield "docs/assets/board.svg", draw_readme_board()
    yield "docs/assets/climb.svg", draw_climb(read_benchmark())
    for name, picture in draw_sessions():
        yield f"docs/assets/{name}.svg", picture
    heading = "// Made from common/data/sentences.toml by common.tools.site.kept."
    sentences = json.dumps(SENTENCES, indent=1)
    yield "docs/assets/sentences.js", f"{heading}\nexport const SENTENCES = {sentences};\n"


def replace_parts(page: str, parts: dict[str, str]) -> str:
    """Return a page's text with new content between the markers of its parts."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for name, content in parts.items():
        part = re.compile(rf"(?s)(<!-- the {name},[^>]*-->\s*).*?(\s*<!-- end of the {name} -->)")
        text = part.sub(lambda marks, content=content: f"{marks[1]}{content}{marks[2]}", text)
    return text


if __name__ == "__main__":
    for path, text in make_files():
        write_file(ROOT / path, text)
