"""Terms of the glossary in the pages: the first use of each shows its meaning, by mouse, finger or key."""

import re

GLOSSARY = "reference/glossary.md"
ENTRY = re.compile(r"^\*\*([^*]+)\*\*\{ #([\w-]+)( \.everyday)? \}: ((?:.+\n)+)", re.MULTILINE)
SOURCES = re.compile(r"(\s*\[[^\]]*\]\([^)]*\),?)+$")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
MARKS = re.compile("[`*]")
SAME = re.compile(r"see \[[^\]]*\]\(#([\w-]+)\)")
ABBREVIATION = re.compile(r'<abbr title="([^"]*)">([^<]*)</abbr>')
EXPLAINED = re.compile(rf"<(/?)(h\d|a|button|summary|svg)\b[^>]*>|{ABBREVIATION.pattern}")


def parse_meanings(glossary: str) -> dict[str, str]:
    """Return the meaning of each form of each term: capital or small first letter, singular or plural.

    A term marked `.everyday` is left out, as the word is also used without that meaning. Sources and marks of
    an entry are left out too.
    """
    entries = {anchor: (name, everyday, text) for name, anchor, everyday, text in ENTRY.findall(glossary)}
    meanings: dict[str, str] = {}
    for name, everyday, text in entries.values():
        if everyday:
            continue
        if same := SAME.match(text):
            text = entries[same[1]][2]
        meaning = " ".join(MARKS.sub("", LINK.sub(r"\1", SOURCES.sub("", text.rstrip()))).split())
        for one in name.split(", "):
            several = f"{one[:-1]}ies" if re.search("[^aeiou]y$", one) else f"{one}s"
            for form in (one, several):
                for first in (form[0].upper(), form[0].lower()):
                    meanings[first + form[1:]] = meaning[0].upper() + meaning[1:]
    meanings.pop("Windows", None)  # the system, not several windows
    return meanings


def mark_first_uses(page: str) -> str:
    """Return a page with only the first use of each term as an abbreviation, which the keyboard reaches.

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
