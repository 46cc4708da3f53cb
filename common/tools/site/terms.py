"""Terms of the glossary in the pages: the first use of each shows what it means, by mouse, finger and key."""

import re
from pathlib import Path

GLOSSARY = "reference/glossary.md"
ENTRY = re.compile(r"^\*\*([^*]+)\*\*\{ #([\w-]+)( \.everyday)? \}: ((?:.+\n)+)", re.MULTILINE)
SOURCES = re.compile(r"(\s*\[[^\]]*\]\([^)]*\),?)+$")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
SAME = re.compile(r"see \[[^\]]*\]\(#([\w-]+)\)")
ABBREVIATION = re.compile(r'<abbr title="([^"]*)">([^<]*)</abbr>')
EXPLAINED = re.compile(rf"<(/?)(h\d|a|button|summary|svg)\b[^>]*>|{ABBREVIATION.pattern}")


def parse_meanings(glossary: str) -> dict[str, str]:
    """Return what each form of each term means: capital or small first letter, one or several.

    A term marked `.everyday` is left out, as the word is also used without that meaning.
    """
    entries = {anchor: (name, everyday, text) for name, anchor, everyday, text in ENTRY.findall(glossary)}
    meanings: dict[str, str] = {}
    for name, everyday, text in entries.values():
        if everyday:
            continue
        if same := SAME.match(text):
            text = entries[same[1]][2]
        for form in (form for term in name.split(", ") for form in list_forms(term)):
            meanings[form] = strip_marks(text)
    return meanings


def list_forms(name: str) -> list[str]:
    """Return how a term may stand in a text.

    >>> list_forms("Ply")
    ['Ply', 'Plies', 'ply', 'plies']
    """
    several = f"{name[:-1]}ies" if re.search("[^aeiou]y$", name) else f"{name}s"
    return [first + form[1:] for first in (name[0].upper(), name[0].lower()) for form in (name, several)]


def strip_marks(text: str) -> str:
    r"""Return an entry as one line of text, without its sources and without marks.

    >>> strip_marks("a [node](#node) of `stones`. [step 02](a.md), [Knuth\\nand Moore](b.md)")
    'A node of stones.'
    """
    text = re.sub(r"[`*]", "", LINK.sub(r"\1", SOURCES.sub("", text.rstrip())))
    return " ".join((text[0].upper() + text[1:]).split())


def mark_first_uses(page: str) -> str:
    """Return a page with the first use of each term left as an abbreviation, which the keyboard reaches.

    Headings, links, buttons and pictures have none.
    """
    seen: set[str] = set()
    depth = 0

    def mark_use(match: re.Match[str]) -> str:
        nonlocal depth
        closes, name, meaning, term = match.groups()
        if name:
            depth += -1 if closes else 1
            return match[0]
        if depth or meaning in seen:
            return term
        seen.add(meaning)
        return f'<abbr tabindex="0" title="{meaning}">{term}</abbr>'

    return EXPLAINED.sub(mark_use, page)


def read_meanings(docs: Path) -> dict[str, str]:
    """Return the meanings in the glossary of a folder of pages; none where there is no glossary."""
    path = docs / GLOSSARY
    return parse_meanings(path.read_text(encoding="utf-8")) if path.exists() else {}
