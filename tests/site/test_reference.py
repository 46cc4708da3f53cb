"""Tests of the reference pages: help is argparse's, bytes are the file's, links of terms lead somewhere."""

import re
from argparse import PARSER, ArgumentParser
from html import unescape
from pathlib import Path

import pytest
from repository import ROOT

from common.position import parse
from common.tools import course
from common.tools.cli import make_parser
from common.tools.play.explaining.explanation import SHOWN
from common.tools.site import docstrings
from common.tools.site.macros import code, commands

REFERENCE = ROOT / "docs" / "reference"
BOOK = ROOT / "common" / "data" / "7x6.book"


def list_parsers(top: ArgumentParser, words: tuple[str, ...] = ()) -> dict[str, ArgumentParser]:
    """Return the parser of each command by its words, "" for that of them all."""
    parsers = {" ".join(words): top}
    for action in vars(top)["_actions"]:
        if action.nargs == PARSER:
            for name, below in action.choices.items():
                parsers |= list_parsers(below, (*words, name))
    return parsers


COMMANDS = list_parsers(make_parser())


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_that_of_the_parser_and_equally_wide_everywhere(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    expected = COMMANDS[command].format_help().rstrip()
    assert expected
    for columns in ("40", "100", "300"):
        monkeypatch.setenv("COLUMNS", columns)
        assert expected in commands.command_help(command)


def test_every_command_is_on_the_page_and_no_other() -> None:
    for command in ("frobnicate", "book frobnicate", "solvent"):
        with pytest.raises(code.NotFound, match="there is no command"):
            commands.command_help(command)
    named = re.findall(r'command_help\("?([a-z -]*)"?\)', (REFERENCE / "cli.md").read_text(encoding="utf-8"))
    assert sorted(named) == sorted(COMMANDS)


def test_the_page_says_how_few_stones_are_all_shown() -> None:
    number = {2: "two", 3: "three", 4: "four"}[SHOWN]
    page = " ".join((REFERENCE / "cli.md").read_text(encoding="utf-8").split())
    assert f"if the winner needs {number} stones or fewer must" in page


def test_an_answer_is_what_the_command_prints() -> None:
    shown = commands.transcript("solve --step 10", "4455", "448", "445544").splitlines()
    assert shown[1] == r"$ printf '4455\n448\n445544\n' | c4 solve --step 10"
    begins = ("4455 18 ", "", "445544 17 ", "2> line 2: move 3, '8': there is no such column")
    assert all(line.startswith(begin) for line, begin in zip(shown[2:6], begins, strict=True))
    assert shown[3] == ""
    assert shown[6:] == ["$ echo $?", "1", "```"]


def test_the_bytes_of_the_book_are_the_files() -> None:
    content, shown = BOOK.read_bytes(), commands.book_bytes()
    lines = re.findall(r"^([0-9a-f]{8})  ((?:[0-9a-f]{2} ?)+)$", shown, re.MULTILINE)
    assert [int(start, 16) for start, _ in lines] == [0, 16, 32]
    assert b"".join(bytes.fromhex(part) for _, part in lines) == content[:48]
    rows = re.findall(r"^\| ([\d,]+) \| (.+) \| `([0-9a-f ]+)` \|$", shown, re.MULTILINE)
    read = course.load("08").module.book.read_book(BOOK)
    numbers = {meaning.partition(", ")[0]: meaning.rpartition(" ")[2] for _, meaning, _ in rows}
    assert len(rows) == 11
    for start, _, part in rows:
        offset, found = int(start.replace(",", "")), bytes.fromhex(part)
        assert content[offset : offset + len(found)] == found
    assert numbers["the smallest key"] == f"{read.keys[0]:,}"
    assert numbers["the largest key"] == f"{read.keys[read.size - 1]:,}"
    assert numbers["the score of the smallest key"] == f"{read.scores[0]}"


def test_the_ternary_key_is_where_the_table_says() -> None:
    moves = "44454151"
    rows = dict(re.findall(r"^\| (.+) \| (.+) \|$", commands.ternary_key(moves), re.MULTILINE))
    key = parse(moves, course.load("08").Position.start()).ternary_key()
    readings = [rows["read from the left, 0 between columns"], rows["read from the right"]]
    assert min(int(reading.strip("`"), 3) for reading in readings) == key
    content = BOOK.read_bytes()
    names = ("index among the keys", "score")
    in_keys, in_scores = (int(re.sub(r".* = |,", "", rows[name])) for name in names)
    assert int.from_bytes(content[in_keys : in_keys + 4], "little") == key
    score = int.from_bytes(content[in_scores : in_scores + 1], signed=True)
    assert rows["score"].startswith(f"{score}, ")
    with pytest.raises(code.NotFound, match="has no position 4455"):
        commands.ternary_key("4455")


def test_examples_and_tables_of_docstrings_are_shown_as_written() -> None:
    assert docstrings.fence_paragraph(">>> 1 + 1\n2") == "```pycon\n>>> 1 + 1\n2\n```"
    table = "column   from the left\nrow of a cell"
    assert docstrings.fence_paragraph(table) == f"```text\n{table}\n```"
    assert docstrings.fence_paragraph("Return it.") == "Return it."


def test_every_term_says_where_it_comes_from() -> None:
    text = (REFERENCE / "glossary.md").read_text(encoding="utf-8")
    terms = re.split(r"\n\n(?=\*\*)", text)[1:]
    assert len(terms) > 40
    steps = {course.load(number).folder.name for number in course.numbers()}
    for term in terms:
        lessons = re.findall(r"\[step\s(\d\d)\]\(\.\./lessons/(\w+)\.md\)", term)
        assert lessons or re.search(r"\]\((\.\./foundations/|\.\./players/|book_format|#)", term), term
        for number, name in lessons:
            assert name in steps, term
            assert name.startswith(number), term


def test_terms_are_in_alphabetical_order_under_their_letter() -> None:
    text = (REFERENCE / "glossary.md").read_text(encoding="utf-8")
    found: list[str] = []
    for part in text.split("\n## ")[1:]:
        names = re.findall(r"^\*\*(.+?)\*\*\{", part, re.MULTILINE)
        assert names
        assert all(name[0] == part[0] for name in names)
        found += names
    assert found == sorted(found, key=lambda name: re.sub(r"\W", " ", name).lower())


def test_every_source_that_is_linked_is_in_the_bibliography() -> None:
    text = (REFERENCE / "bibliography.md").read_text(encoding="utf-8")
    sources = re.findall(r"^### .+ \{ #(\w+) \}$", text, re.MULTILINE)
    assert len(set(sources)) == len(sources)
    linked: set[str] = set()
    for page in (ROOT / "docs").rglob("*.md"):
        linked |= set(re.findall(r"bibliography\.md#([\w-]+)", page.read_text(encoding="utf-8")))
    assert linked <= set(sources)
    assert len(linked) > 10


def test_the_page_of_the_interface_shows_every_public_definition(site: Path) -> None:
    page = (site / "reference" / "api" / "index.html").read_text(encoding="utf-8")
    for name in ("common.position", "common.score", "common.solver", "common.tools.course"):
        source = (ROOT / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")
        defined = re.findall(r"^(?:def|class) ([a-zA-Z]\w*)", source, re.MULTILINE)
        assert defined
        for definition in defined:
            assert f'id="{name}.{definition}"' in page
    text = unescape(re.sub(r"<[^>]+>", "", page))
    assert '>>> for row in rows("4455"): print(row)\n. . . . . . .\n' in text
