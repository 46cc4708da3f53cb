"""Texts that are kept: what README says of the steps, and the sentences of explanations for the pages."""

import json
import re

from c4.wording import SENTENCES
from common.tools.files import ROOT
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


def render_readme() -> str:
    """Return README with the present figures."""
    return replace_parts("README.md", describe_readme())


def render_steps_readme() -> str:
    """Return the map of the steps with the present figures."""
    return replace_parts("steps/README.md", {"map": render_step_map("{}")})


def render_sentences() -> str:
    """Return the sentences as a script."""
    return SENTENCES_JS.format(json.dumps(SENTENCES, indent=1))
