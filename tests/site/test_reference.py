"""Tests of the reference pages: help is argparse's, bytes are the file's, links of terms lead somewhere."""

import re
import zlib
from html import unescape
from pathlib import Path

import pytest
from numpy import base_repr
from repository import PLAIN, ROOT, Run, make_position, read_output, run_shell

from c4.reasons import SHOWN
from common.book_file import HEADER
from common.position import HEIGHT, WIDTH
from common.tools import course
from common.tools.cli import COMMANDS
from common.tools.site import terms
from common.tools.site.macros import commands

BOOK = ROOT / "common" / "data" / "7x6-8.book"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "reference").glob("*.md")}


def list_commands() -> list[str]:
    """Return the commands whose help is on the command-line page, "" for the general help."""
    return re.findall(r'command_help\("?([a-z -]*)"?\)', PAGES["cli"])


def test_help_is_the_commands_in_100_columns(c4_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    for command in ("", "solve", "book build"):
        text = read_output(c4_here(*command.split(), "--help"))
        assert f"\n{text.rstrip()}\n```" in commands.command_help(command)


def test_every_command_is_on_the_page() -> None:
    listed = [command for command in list_commands() if " " not in command and command]
    assert sorted(listed) == sorted(COMMANDS)
    for command in list_commands():
        for below in re.findall(r"^    (\w+) ", commands.command_help(command), re.MULTILINE):
            assert f"{command} {below}".strip() in list_commands()


def test_the_page_says_which_endings_are_shown() -> None:
    number = {2: "two", 3: "three", 4: "four"}[SHOWN]
    said = f"If the winner needs {number} stones or fewer, the reason must also show how soon"
    assert said in " ".join(PAGES["cli"].split())


@pytest.mark.parametrize(("page", "environment"), [("cli", PLAIN), ("book_format", {})])
def test_an_answer_is_what_the_command_prints(page: str, environment: dict[str, str]) -> None:
    shown = re.findall(r"```text\n\$ (.*? ?c4 .*)\n((?:.*\n)*?)\$ echo \$\?\n(\d)\n```", PAGES[page])
    assert shown
    timed = re.compile(r"(?<=^\d{4} \d\d \d )\d+$|(?<=^\d{6} \d\d \d )\d+$")
    for command, printed, status in shown:
        done = run_shell(command.replace("c4", "python -m c4"), **environment)
        messages = [f"2> {line}" for line in done.stderr.splitlines()]
        lines = [*done.stdout.splitlines(), *messages]
        assert [timed.sub("", line) for line in printed.splitlines()] == [
            timed.sub("", line) for line in lines
        ]
        assert int(status) == done.returncode


def test_the_bytes_of_the_book_are_the_files() -> None:
    content, shown = BOOK.read_bytes(), PAGES["book_format"]
    lines = re.findall(r"^([0-9a-f]{8})  ((?:[0-9a-f]{2} ?)+)$", shown, re.MULTILINE)
    assert [int(start, 16) for start, _ in lines] == [0, 16, 32]
    assert b"".join(bytes.fromhex(part) for _, part in lines) == content[:48]
    header, _, rest = shown.partition("The rest is one stream")
    rows = re.findall(r"^\| ([\d,]+) \| (.+) \| `([0-9a-f ]+)` \|$", header, re.MULTILINE)
    assert len(rows) == 6
    for start, _, part in rows:
        offset, found = int(start.replace(",", "")), bytes.fromhex(part)
        assert content[offset : offset + len(found)] == found
    magic, version, width, height, plies, size, checksum = HEADER.unpack_from(content)
    book = course.load("08").module.book.read_book(BOOK)
    assert [(start.replace(",", ""), meaning) for start, meaning, _ in rows] == [
        ("0", f'"{magic.decode()}"'),
        ("4", f"version {version} of the format"),
        ("5", f"{width} columns, {height} rows, {plies} plies"),
        ("8", f"n = {size:,} positions"),
        ("12", f"CRC-32 of all other bytes: {checksum:#010x}"),
        ("16", f"the planes, compressed: {len(content) - HEADER.size:,} bytes"),
    ]
    planes = zlib.decompress(content[HEADER.size :])
    for number, beginning in re.findall(r"^\| ([1-5]) \| .* \| `([0-9a-f ]+)` \|$", rest, re.MULTILINE):
        assert planes[(int(number) - 1) * size :].startswith(bytes.fromhex(beginning))
    smallest, second, largest = (f"{book.entries[index] >> 8:,}" for index in (0, 1, size - 1))
    said = f"smallest key itself: {smallest}. So the second key is {second}, and the last one {largest}."
    assert said in " ".join(rest.split())


def test_the_ternary_key_is_where_the_table_says() -> None:
    (moves,) = re.findall(r'board\("(\d+)"', PAGES["book_format"])
    rows = dict(re.findall(r"^\| (.+) \| (.+) \|$", PAGES["book_format"], re.MULTILINE))
    position, module = make_position("08", moves), course.load("08").module.book
    key = module.ternary_key(position)
    digits = [module.append_column(0, position, column) for column in range(WIDTH)]
    columns = [base_repr(number, 3) if number else "" for number in digits]
    readings = ["0".join(columns), "0".join(reversed(columns))]
    assert [rows[name] for name in ("read from the left, 0 between columns", "read from the right")] == [
        f"`{reading}`" for reading in readings
    ]
    shown = ", ".join(column or "none" for column in columns)
    assert rows["digits of columns 1 to 7, from the bottom"] == shown
    assert rows["as numbers"] == " and ".join(f"{int(reading, 3):,}" for reading in readings)
    assert rows["key, the smaller one"] == f"{key:,}"
    book = module.read_book(BOOK)
    index = book.find(key)
    assert rows["index among the keys"] == f"{index:,}"
    byte = zlib.decompress(BOOK.read_bytes()[HEADER.size :])[index]
    assert rows["score"] == f"{book.score(index)}, so the byte at {index:,} in the first plane is {byte}"


def test_the_cheat_sheet_numbers_the_bits() -> None:
    (drawn,) = re.findall(r"## Bits\n\n```text\n(.*?)```", PAGES["cheat_sheet"], re.DOTALL)
    rows = [[x * (HEIGHT + 1) + y for x in range(WIDTH)] for y in reversed(range(HEIGHT + 1))]
    assert [[int(number) for number in row.split()] for row in drawn.splitlines()] == rows


def test_every_term_says_where_it_comes_from() -> None:
    entries = re.split(r"\n\n(?=\*\*)", PAGES["glossary"])[1:]
    assert len(entries) > 40
    steps = {course.load(number).folder.name for number in course.numbers()}
    for entry in entries:
        lessons = re.findall(r"\[step\s(\d\d)\]\(\.\./lessons/(\w+)\.md\)", entry)
        assert lessons or re.search(r"\]\((\.\./foundations/|\.\./players/|book_format|#)", entry), entry
        for number, name in lessons:
            assert name in steps, entry
            assert name.startswith(number), entry


def test_terms_are_in_alphabetical_order_under_their_letter() -> None:
    found: list[str] = []
    for part in PAGES["glossary"].split("\n## ")[1:]:
        names = re.findall(r"^\*\*(.+?)\*\*\{", part, re.MULTILINE)
        assert names
        assert all(name[0] == part[0] for name in names)
        found += names
    assert found == sorted(found, key=lambda name: re.sub(r"\W", " ", name).lower())


MARKED = re.compile(r'<abbr tabindex="0" title="([^"]*)">([^<]*)</abbr>')


def test_meanings_are_entries_without_marks_and_sources() -> None:
    meanings = terms.parse_meanings(PAGES["glossary"])
    assert meanings["node"] == meanings["Nodes"]
    assert meanings["plies"] == meanings["Ply"]
    assert meanings["book"] == meanings["Opening book"]
    assert not {"key", "Entries"} & set(meanings)  # everyday words
    for meaning in meanings.values():
        assert re.fullmatch(r"[A-Z0-9][^`*\[\]]*[.)]", meaning), meaning


def test_pages_but_the_glossary_show_meanings_once_in_prose(site: Path) -> None:
    meanings = terms.parse_meanings(PAGES["glossary"])
    lesson = site / "lessons" / "02_alpha_beta" / "index.html"
    assert {"alpha", "beta", "cutoff"} <= {
        term.lower() for _, term in MARKED.findall(lesson.read_text(encoding="utf-8"))
    }
    for path in site.rglob("index.html"):
        text = path.read_text(encoding="utf-8")
        shown = MARKED.findall(text)
        assert text.count("<abbr") == len(shown) == len({meaning for meaning, _ in shown}), path
        assert all(meanings[term] == unescape(meaning) for meaning, term in shown), path
        assert not re.search(r"(?s)<(h\d|a|button|summary|svg)\b[^>]*>(?:(?!</\1>).)*<abbr", text), path
    assert "<abbr" not in (site / "reference" / "glossary" / "index.html").read_text(encoding="utf-8")


def test_every_linked_source_is_in_the_bibliography() -> None:
    sources = re.findall(r"^### .+ \{ #(\w+) \}$", PAGES["bibliography"], re.MULTILINE)
    assert len(set(sources)) == len(sources)
    linked: set[str] = set()
    for page in (ROOT / "docs").rglob("*.md"):
        linked |= set(re.findall(r"bibliography\.md#([\w-]+)", page.read_text(encoding="utf-8")))
    assert linked <= set(sources)
    assert len(linked) > 10


def test_the_interfaces_page_shows_every_public_definition(site: Path) -> None:
    page = (site / "reference" / "api" / "index.html").read_text(encoding="utf-8")
    for name in ("common.position", "common.score", "common.solver", "common.tools.course"):
        (path,) = [
            path
            for path in (ROOT, ROOT / "common" / "api")
            if (path / f"{name.replace('.', '/')}.py").exists()
        ]
        source = (path / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")
        defined = re.findall(r"^(?:def|class) ([a-zA-Z]\w*)", source, re.MULTILINE)
        assert defined
        for definition in defined:
            assert f'id="{name}.{definition}"' in page
    text = unescape(re.sub(r"<[^>]+>", "", page))
    assert '>>> for row in rows("4455"): print(row)\n. . . . . . .\n' in text
