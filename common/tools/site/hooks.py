"""The hooks of mkdocs for the pages of this site; those that make other files are in `traces` and `write`."""

import json
import re
from itertools import pairwise
from pathlib import Path
from posixpath import join, normpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from common.tools.files import ROOT
from common.tools.learn.curriculum.stages import load_stages
from common.tools.play.card_file import EMBEDDED
from common.tools.site import lab_pages, terms
from common.tools.site.drawings.boards import LIVE
from common.tools.site.figures.card import draw_card, draw_icon

FIRST = ("index.md", "start.md", "foundations/score.md")  # before lesson 01
ANSWER = re.compile('<details class="(wrong|right|tip|success)"')  # nobody looks for one before the question
EVERYWHERE = ["assets/live/widgets.js", "assets/live/progress.js"]
WIDGET = re.compile(r'(?<!</summary>)<div class="live"><c4-(\w+)')  # one that is folded is loaded later
IMPORT = re.compile(r'^(?:@import url\(|import |(?:import|export)\b[^;"]*\bfrom )"([^"]+)"', re.MULTILINE)


def is_lab(file: File) -> bool:
    """Return whether a file of the site is a lab."""
    return file.src_uri.startswith("labs/") and file.src_uri.endswith(".ipynb")


def on_config(config: MkDocsConfig) -> None:
    """Name the stages for the theme, and the terms of the glossary for the pages."""
    config.extra["stages"] = " ".join(load_stages())
    glossary = (Path(config.docs_dir) / terms.GLOSSARY).read_text(encoding="utf-8")
    config.mdx_configs["abbr"] = {"glossary": terms.parse_meanings(glossary)}


def on_nav(nav: Navigation, **_: object) -> Navigation:
    """Point "Next" from the first pages to the course, and from their neighbours to the last first page."""
    pages = {page.file.src_uri: page for page in nav.pages}
    first = [pages[name] for name in FIRST]
    beside = [page for page in nav.pages if page.parent is first[0].parent and page not in first]
    way = [page for page in nav.pages if page not in beside]
    for page, following in pairwise(way):
        page.next_page, following.previous_page = following, page
    for page in beside:
        page.previous_page, page.next_page = first[-2:]
    return nav


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Give the pages the cards, the icon for a phone, and the picture of a link that is shared."""
    files.append(File.generated(config, f"assets/cards/{EMBEDDED.name}", abs_src_path=f"{EMBEDDED}"))
    files.append(File.generated(config, "assets/icon.png", content=draw_icon()))
    if config.site_url:
        words = config.site_name, config.site_description or ""
        files.append(File.generated(config, "assets/card.png", content=draw_card(*words)))


def on_page_read_source(page: Page, **_: object) -> str | None:
    """Return the page data of a lab for mkdocs, which reads other pages itself."""
    if not is_lab(page.file):
        return None
    title, introduction = lab_pages.read_introduction(page.file.name)
    return f"---\ndescription: {json.dumps(introduction)}\nrender_macros: false\n---\n# {title}"


def on_page_content(html: str, page: Page, files: Files, **_: object) -> str:
    """Explain each term where it is first used; the glossary explains its own.

    Links to the live board are made relative to the page.
    """
    if is_lab(page.file):
        lesson = files.get_file_from_path(f"lessons/{page.file.name}.md")
        assert lesson, f"lab {page.file.name} has no lesson of the same name"
        return lab_pages.restyle_page(html, page.file.name, lesson.url_relative_to(page.file))
    html = ANSWER.sub(r"\g<0> data-search-exclude", html)
    html = html.replace(f'href="{LIVE}?', f'href="{get_relative_url(LIVE, page.url)}?')
    is_glossary = page.file.src_uri == terms.GLOSSARY
    return terms.ABBREVIATION.sub(r"\2", html) if is_glossary else terms.mark_first_uses(html)


def on_post_page(output: str, page: Page, **_: object) -> str:
    """Give a page's head links to what its live parts load, and to all that this imports."""
    parts = [f"assets/live/{name}" for name in dict.fromkeys(WIDGET.findall(output))]
    sheets = [f"{part}.css" for part in parts]
    scripts = [*EVERYWHERE, *(f"{part}.js" for part in parts)]
    files = {
        'rel="stylesheet"': sheets,
        'rel="preload" as="style"': list_imports(sheets),
        'rel="modulepreload"': [*scripts, *list_imports(scripts)],
    }
    links = "".join(
        f'<link {how} href="{get_relative_url(file, page.url)}">' for how in files for file in files[how]
    )
    return output.replace("</head>", f"{links}</head>", 1)


def list_imports(files: list[str]) -> list[str]:
    """Return all that some scripts or style sheets import, those of the first ones first."""
    files = [*files]
    named = len(files)
    for file in files:
        text = (ROOT / "docs" / file).read_text(encoding="utf-8")
        imports = [normpath(join(file, "..", path)) for path in IMPORT.findall(text)]
        files += [path for path in dict.fromkeys(imports) if path not in files]
    return files[named:]


def on_serve(server: LiveReloadServer, **_: object) -> LiveReloadServer:
    """Say where the course is."""
    print(f"The course is at {server.url} until you press Ctrl-C.", flush=True)
    return server
