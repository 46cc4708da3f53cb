"""What mkdocs does besides its plugins: run the labs when code changes, make them look like other pages."""
# mkdocs hands over its own untyped objects.
# pyright: basic

from typing import Any

from bs4 import BeautifulSoup
from markdown.extensions.toc import slugify
from mkdocs.structure.files import File

from common.course import STEPS
from common.map import ROOT
from common.site import edit, traces

CORE = ROOT / "common"
DATA = CORE / "data" / "7x6.book"

UNWANTED = ["style", "script", ".zeroclipboard-container", ".clipboard-copy-txt", ".anchor-link"]
PROMPTS = [".jp-InputPrompt", ".jp-OutputPrompt"]


def on_config(config: Any) -> None:
    """Keep the results of the labs as long as no code changes that they could depend on."""
    sources = [
        *sorted(STEPS.rglob("*.py")),
        *sorted(path for path in CORE.glob("*.py") if path.name != "cli.py"),
        CORE / "site" / "lab.py",
        DATA,
    ]
    config.plugins["mkdocs-jupyter"].config["cache_dir"] = str(ROOT / ".cache" / traces.digest(sources))


def on_files(files: Any, config: Any) -> None:
    """Give the live parts what they need of the repository: the book, source, recorded searches."""
    files.append(File.generated(config, "assets/7x6.book", abs_src_path=str(DATA)))
    for file in (*edit.generated(config), *traces.generated(config)):
        files.append(file)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Take from a lab what mkdocs-jupyter adds for pages of its own: half a megabyte of style, and scripts.

    The scripts ask another server for a formula renderer that no lab needs.
    """
    if not page.file.src_uri.endswith(".py"):
        return html
    soup = BeautifulSoup(html, "html.parser")
    for element in soup.select(", ".join(UNWANTED + PROMPTS)):
        element.decompose()
    for element in soup.select(".highlight-ipynb"):
        element["class"] = "highlight"
        element["data-search-exclude"] = ""
    for heading in soup.select("h1, h2, h3"):
        heading["id"] = slugify(heading.get_text(), "-")
    first = soup.select_one("h1 ~ p")
    page.meta["description"] = " ".join(first.get_text().split()) if first else page.title
    return str(soup)


def on_post_page(output: str, **_: Any) -> str:
    """Give the theme's search dialog the name that a screen reader says."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"', 1)


def on_post_template(output_content: str, **_: Any) -> str:
    """Do the same in the page for what is missing."""
    return on_post_page(output_content)
