"""Tests of terms in the pages: only the first use of each has the glossary's meaning."""

import re
from html import unescape
from pathlib import Path

from repository import ROOT

from common.tools.site import terms

DOCS = ROOT / "docs"
SHOWN = re.compile(r'<abbr tabindex="0" title="([^"]*)">([^<]*)</abbr>')
GLOSSARY = """
**Node**{ #node }: a visit of the search to a [position](#position), as `nodes` counts. [step
01](a.md), [Knuth](b.md#k)

**Book**{ #book }: see [opening book](#opening-book).

**Opening book**{ #opening-book }: a file. [step 08](c.md)

**Place**{ #place .everyday }: a slot. [step 19](d.md)

**Child, children**{ #child }: one move later.

**Ply**{ #ply }: a move.
"""


def test_meanings_are_entries_without_marks_and_sources() -> None:
    meanings = terms.parse_meanings(GLOSSARY)
    assert meanings["node"] == meanings["Nodes"] == "A visit of the search to a position, as nodes counts."
    assert meanings["book"] == meanings["Opening book"] == "A file."
    assert meanings["child"] == meanings["Children"] == "One move later."
    assert meanings["plies"] == meanings["Ply"] == "A move."
    assert not {"place", "Place", "position"} & set(meanings)


def test_only_the_first_use_in_prose_is_marked() -> None:
    node = '<abbr title="A visit.">{}</abbr>'
    page = (
        f"<h2>{node.format('Node')}</h2><a href='x'>{node.format('node')}</a>"
        f"<svg><text>{node.format('node')}</text></svg>"
        f"<p>{node.format('Nodes')} and {node.format('nodes')}</p>"
    )
    assert terms.mark_first_uses(page) == (
        "<h2>Node</h2><a href='x'>node</a><svg><text>node</text></svg>"
        '<p><abbr tabindex="0" title="A visit.">Nodes</abbr> and nodes</p>'
    )


def test_pages_but_the_glossary_show_meanings_once(site: Path) -> None:
    meanings = terms.parse_meanings((DOCS / terms.GLOSSARY).read_text(encoding="utf-8"))
    lesson = site / "lessons" / "02_alpha_beta" / "index.html"
    assert {"alpha", "beta", "cutoff"} <= {
        term.lower() for _, term in SHOWN.findall(lesson.read_text(encoding="utf-8"))
    }
    for path in site.rglob("index.html"):
        text = path.read_text(encoding="utf-8")
        shown = SHOWN.findall(text)
        assert text.count("<abbr") == len(shown) == len({meaning for meaning, _ in shown}), path
        assert all(meanings[term] == unescape(meaning) for meaning, term in shown), path
    assert "<abbr" not in (site / "reference" / "glossary" / "index.html").read_text(encoding="utf-8")
