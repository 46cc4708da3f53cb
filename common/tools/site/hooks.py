"""What mkdocs does besides its plugins: have the parts of the site made that take long, and put them in."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from mkdocs.exceptions import BuildError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File
from mkdocs.utils import get_relative_url

from common.tools.files import CORE
from common.tools.processes.children import Children, Failed
from common.tools.site.building import jobs, labs, terms, turn
from common.tools.site.building.lessons import read_lessons
from common.tools.site.drawings.boards import relocate_links
from common.tools.site.searches import traces

SOURCE = '<details class="mkdocstrings-source"'  # the index, which every page loads, is long without it
ABOUT = "lessons about "  # in the menu: then the name of a group
ANSWER = re.compile('<details class="(wrong|right|tip|success)"')  # nobody looks for one before the question
DATA = CORE / "data" / "7x6.book"
PROGRESS = """\
<div class="progress" data-search-exclude>
<p role="status">The labs are being run.</p>
<progress aria-label="Labs and data that are there"></progress>
</div>
<script type="module" src="{}"></script>
</body>"""

log = get_plugin_logger(__name__)


def is_lab(file: Any) -> bool:
    """Tell whether a file of the site is a lab."""
    return file.src_uri.startswith("labs/") and not file.src_uri.endswith(".md")


def on_config(config: Any) -> None:
    """Fill the menu: a section about a group has its lessons. Explain the terms."""
    docs = Path(config.docs_dir)
    groups: dict[str, list[str]] = defaultdict(list)
    for lesson in read_lessons(docs):
        groups[lesson.group].append(f"lessons/{lesson.name}.md")
    for section in config.nav:
        for title, pages in section.items():
            if isinstance(pages, str) and pages.startswith(ABOUT):
                section[title] = groups.pop(pages.removeprefix(ABOUT), [])
    for group, pages in groups.items():
        raise BuildError(
            f"docs/{pages[0]} is in the group '{group}', which the menu in mkdocs.yml does not have"
        )
    config.mdx_configs["abbr"] = {"glossary": terms.read_meanings(docs)}


def on_page_read_source(page: Any, **_: Any) -> str | None:
    """Return what is known of a lab without running it; mkdocs reads other pages itself."""
    return labs.render_unrun_lab(page.file.name) if is_lab(page.file) else None


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Explain each term where it is first used; the glossary explains its own. Search leaves source out.

    Links to the live board are made to be those of the page.
    """
    if is_lab(page.file) and page.file.abs_src_path:
        return labs.restyle_page(html, Path(page.file.abs_src_path).name)
    html = html.replace(SOURCE, f"{SOURCE} data-search-exclude")
    html = ANSWER.sub(r"\g<0> data-search-exclude", html)
    html = relocate_links(html, lambda path: get_relative_url(path, page.url))
    is_glossary = page.file.src_uri == terms.GLOSSARY
    return terms.ABBREVIATION.sub(r"\2", html) if is_glossary else terms.mark_first_uses(html)


def on_pre_build(config: Any) -> None:
    """Make all parts of the site that are missing; a preview goes without them."""
    if config.extra.get("preview"):
        return
    try:
        with Children() as children:
            jobs.build_parts(
                jobs.list_missing_parts(), children, lambda job, printed: log.info(f"{job.name} {printed}")
            )
    except Failed as error:
        raise BuildError(str(error)) from None


def on_files(files: Any, config: Any) -> None:
    """Give the pages what they need of the repository: labs, the book, stages, recorded searches."""
    notebooks = labs.find_notebooks()
    for file in files:
        if is_lab(file):  # mkdocs-jupyter reads a notebook, mkdocs what the event above returns
            file.abs_src_path = str(notebooks[file.name]) if file.name in notebooks else None
    files.append(File.generated(config, "assets/7x6.book", abs_src_path=str(DATA)))
    for file in (*turn.make_turn_files(config), *traces.make_trace_files(config)):
        files.append(file)


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Let each page of a preview say how far the rest is."""
    output = on_post_template(output)
    if not config.extra.get("preview"):
        return output
    script = get_relative_url("assets/live/progress.js", page.url)
    return output.replace("</body>", PROGRESS.format(script))


def on_post_template(output_content: str, **_: Any) -> str:
    """Give the theme's search dialog the name that a screen reader says."""
    return output_content.replace('role="dialog"', 'role="dialog" aria-label="Search"', 1)
