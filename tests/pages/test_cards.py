"""Tests of the cards in the page: counts as in the terminal, X's wins, broken cards, dots."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

from node import needs_node, node
from pages import IS_IN_SIGHT, WidgetPage

from common.position import COLUMN_NAMES
from common.tools.play.card_file import EMBEDDED, BadCards, check_strategy, read_strategy, write_strategy
from common.tools.play.card_trial import break_strategy

STRATEGY = read_strategy(EMBEDDED)
MOST_BYTES = 175_000  # of what the page has of its own
LOADED = "return performance.getEntriesByType('resource').map(each => each.name)"


class Page(WidgetPage):
    """The page for a reader who plays O."""

    path, widget, opened = "live/cards/", "c4-cards", ".status:not(:empty)"

    def check(self, name: str) -> str:
        """Press a button that checks, and return the final message."""
        self.press(name)
        self.until(lambda: not self.result.endswith("…"))
        return self.result

    @property
    def result(self) -> str:
        return self.find(".card-outcome").text

    @property
    def caption(self) -> str:
        return self.find("figcaption").text

    def has(self, kind: str) -> int:
        """Return the number of dots of a kind."""
        return len(self.all(f".card-dot{kind}"))


def test_the_check_counts_what_the_terminal_counts(page: Page) -> None:
    page.open()
    result = page.check("Check it all")
    counts = check_strategy(STRATEGY)
    positions = f"{counts.pop('positions'):,} position"
    assert f"{len(STRATEGY.cards)} cards" in result
    assert "X wins" in result
    assert positions in result
    counted = page.find(".card-counts").text
    for words in (positions, *(f"{kind} {number:,}" for kind, number in counts.items() if number)):
        assert words in counted
    assert page.has(".proven") == page.has("") == len(STRATEGY.cards)
    assert page.list_violations() == []


@needs_node
def test_the_kernel_fails_where_the_terminal_does(tmp_path: Path) -> None:
    rng, path = Random(1), tmp_path / "broken.cards"
    for _ in range(4):
        broken, _ = break_strategy(STRATEGY, rng)
        write_strategy(path, broken)
        (answer,) = node("check_cards.mjs", given=path.read_text(encoding="utf-8"))
        found: dict[str, Any] = json.loads(answer)
        try:
            assert found == check_strategy(read_strategy(path))
        except BadCards as error:
            assert f"{found.get('line')} {found.get('failure')}" in str(error)


def test_x_wins_whatever_o_clicks(page: Page) -> None:
    page.open()
    rng = Random(3)
    rules = set[str]()
    while not page.status.endswith("has won."):
        assert page.status.endswith("O is to move.")
        rules.add(page.status.partition("Rule ")[2][:1])
        page.click(rng.choice([each for each in page.all(".board-columns button") if each.is_enabled()]))
    assert page.status.endswith("X has won.")
    assert "1" in rules | {page.status.partition("Rule ")[2][:1]}
    before = page.query["moves"]
    page.press("Take back")
    assert before.startswith(page.query["moves"])
    page.press("New game")
    assert "first card" in page.caption.lower()


def test_a_broken_card_is_shown_where_it_loses(page: Page) -> None:
    page.open()
    result = page.check("Break a card")
    while "fails" not in result:
        result = page.check("Break a card")
    line = page.query["moves"]
    assert f"after {line} " in result
    stones = page.all("c4-board .disc-first") + page.all("c4-board .disc-second")
    assert len(stones) == len(line)
    assert page.has(".failed") == 1
    assert page.status.startswith("Broken: ")
    for part in ("c4-board", ".status"):
        assert page.browser.execute_script(IS_IN_SIGHT, page.find(part))


def test_a_dot_opens_its_card_and_shows_more(page: Page) -> None:
    page.open()
    lit = page.has(".next")
    assert lit == len(page.all("select option")) - 1 > 1
    page.click(page.find(".card-dot.next"))
    moves = page.query["moves"]
    (card,) = (card for card in STRATEGY.cards if moves[:-1] == card.game)
    assert moves[-1] == COLUMN_NAMES[card.stone.bit_length() // 7]
    assert card.game in page.caption
    assert page.has(".current") == 1
    page.browser.back()
    page.until(lambda: "first card" in page.caption.lower())


def test_the_page_is_small(page: Page, site: Path, address: str) -> None:
    page.open()
    names = [name.removeprefix(address) for name in page.browser.execute_script(LOADED)]
    own = [name for name in names if re.match("assets/(live|cards)/", name)]
    assert "assets/cards/7x6.cards" in own
    assert sum((site / name).stat().st_size for name in own) < MOST_BYTES
