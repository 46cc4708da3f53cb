"""The sections of CONTRIBUTING.md on adding a player and a widget, followed in a copy of the repository."""

import re
from pathlib import Path
from typing import Any

import pytest
from conftest import serving
from repository import PLAIN, ROOT, copy_parts, read_output, run_shell
from waiting import until

from common.tools.site.macros.live import live

PLAYER = '''"""Leftmost takes the first column."""

from dataclasses import dataclass
from random import Random

from common.tools.play.players.player import Bitboard, list_playable_columns


@dataclass(frozen=True)
class Leftmost:
    """A player who takes the first column that has room."""

    def choose(self, position: Bitboard, rng: Random) -> int:  # noqa: ARG002 (nothing is left to chance)
        """Return the first column."""
        return list_playable_columns(position)[0]
'''
PLAYER_TEST = """

def test_leftmost_takes_the_first_column_that_has_room() -> None:
    assert build_player("leftmost").choose(make_position("111111"), Random(1)) == 1
"""
WIDGET = """// <c4-hello>: a greeting.

import { element } from "./dom.js";

class Hello extends HTMLElement {
  connectedCallback() {
    this.replaceChildren(element("p", { class: "hello" }, "Hello"));
  }
}

customElements.define("c4-hello", Hello);
"""


def read_section(title: str) -> str:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return page.partition(f"## {title}\n")[2].partition("\n## ")[0]


def insert_before(place: str, text: str, path: Path) -> None:
    before, after = path.read_text(encoding="utf-8").split(place)
    path.write_text(f"{before}{text}{place}{after}", encoding="utf-8")


def test_a_player_is_a_module_and_an_entry(tmp_path: Path) -> None:
    copy = copy_parts(["common", "docs", "pyproject.toml", "steps", "tests"], tmp_path)
    section = read_section("Add a player")
    folder, tests = "common/tools/play/players", "tests/play/test_players.py"
    registry = f"{folder}/registry.py"
    assert all(f"`{name}`" in section for name in (folder, registry, tests))
    (copy / folder / "leftmost.py").write_text(PLAYER, encoding="utf-8")
    insert_before('    "random":', '    "leftmost": (Leftmost, {}),\n', copy / registry)
    module = "common.tools.play.players"
    insert_before(f"from {module}.mcts", f"from {module}.leftmost import Leftmost\n", copy / registry)
    with (copy / tests).open("a", encoding="utf-8") as file:
        file.write(PLAYER_TEST)

    (match,) = re.findall(r"```sh\n(c4 match .*)\n```", section)
    for command in (
        match.replace("forward", "leftmost"),
        "pytest -q tests/play/test_players.py -k 'leftmost or the_reference'",
        "ruff check common/tools/play tests/play && ruff format --check common/tools/play tests/play",
    ):
        read_output(run_shell(command, copy, PYTHONPATH=str(copy), **PLAIN))


@pytest.mark.parametrize("is_folded", [False, True])
def test_a_widget_is_script_and_style_sheet(chromium: Any, tmp_path: Path, is_folded: bool) -> None:
    copy = copy_parts(["docs/assets"], tmp_path)
    folder = copy / "docs" / "assets" / "live"
    assert f"{folder.relative_to(copy)}" in read_section("Add a widget")
    (folder / "hello.js").write_text(WIDGET, encoding="utf-8")
    (folder / "hello.css").write_text(".hello { font-style: italic; }", encoding="utf-8")
    widget = f"<details>{live('hello')}</details>" if is_folded else live("hello")
    script = '<script type="module" src="docs/assets/live/widgets.js"></script>'
    (copy / "page.html").write_text(f"<!doctype html><title>Hello</title>{widget}{script}", encoding="utf-8")
    with serving(copy) as address:
        chromium.get(f"{address}page.html")
        if is_folded:
            assert not chromium.find_elements("css selector", ".hello")
            chromium.execute_script("document.querySelector('details').open = true")
        until(chromium, lambda: chromium.find_elements("css selector", "c4-hello p.hello"))
        style = "return getComputedStyle(document.querySelector('.hello')).fontStyle"
        until(chromium, lambda: chromium.execute_script(style) == "italic")
