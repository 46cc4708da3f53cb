"""Links to the scripts and style sheets of a page's live parts, so that the browser fetches all at once."""

import re
from posixpath import join, normpath

from mkdocs.utils import get_relative_url

from common.tools.files import ROOT

EVERYWHERE = ["assets/live/widgets.js", "assets/live/progress.js"]
WIDGET = re.compile(r'(?<!</summary>)<div class="live"><c4-(\w+)')  # one that is folded is loaded later
IMPORT = re.compile(r'^(?:@import url\(|import |(?:import|export)\b[^;"]*\bfrom )"([^"]+)"', re.MULTILINE)


def link_parts(html: str, url: str) -> str:
    """Return a page whose head links to what its live parts load, and to all that this imports."""
    parts = [f"assets/live/{name}" for name in dict.fromkeys(WIDGET.findall(html))]
    sheets = [f"{part}.css" for part in parts]
    scripts = [*EVERYWHERE, *(f"{part}.js" for part in parts)]
    files = {
        'rel="stylesheet"': sheets,
        'rel="preload" as="style"': list_imports(sheets),
        'rel="modulepreload"': [*scripts, *list_imports(scripts)],
    }
    links = [f'<link {how} href="{get_relative_url(file, url)}">' for how in files for file in files[how]]
    return html.replace("</head>", "".join(links) + "</head>", 1)


def list_imports(files: list[str]) -> list[str]:
    """Return all that some scripts or style sheets import, those of the first ones first."""
    files = [*files]
    named = len(files)
    for file in files:
        text = (ROOT / "docs" / file).read_text(encoding="utf-8")
        imports = [normpath(join(file, "..", path)) for path in IMPORT.findall(text)]
        files += [path for path in dict.fromkeys(imports) if path not in files]
    return files[named:]
