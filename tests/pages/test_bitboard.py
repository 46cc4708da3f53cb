"""Tests of the bitboard playground: its numbers are those of the Python."""

from random import Random
from typing import Any

from pages import WidgetPage
from repository import make_position
from selenium.webdriver.common.keys import Keys

from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH
from common.tools.testing.contract import play_choices

NUMBERS = "return [...document.querySelectorAll(arguments[0] + ' .bits')].map(each => " + (
    "['name', 'hex', 'decimal'].map(part => each.querySelector('.bits-' + part).textContent))"
)


class Page(WidgetPage):
    """The page with its three widgets."""

    path, widget, opened = "live/bitboard/", "", "c4-bitboard-carry figure"

    def button_of(self, widget: str, text: str) -> Any:
        return next(button for button in self.all(f"{widget} button") if button.text == text)

    def shown(self, widget: str = "c4-bitboard") -> dict[str, int]:
        """Return the numbers that a widget shows by their names; they are the same in hex and in decimal."""
        numbers = self.browser.execute_script(NUMBERS, widget)
        assert all(in_hex == hex(int(decimal)) for _, in_hex, decimal in numbers)
        return {name: int(decimal) for name, _, decimal in numbers}

    def words(self, widget: str) -> str:
        return self.find(f"{widget} .walk-words").text


def test_stones_mask_and_key_are_the_steps(page: Page) -> None:
    page.open("?moves=4")
    page.type("3")
    page.until(lambda: page.query["moves"] == "43")
    moves = play_choices(Random(1).choices(range(WIDTH), k=CELLS), 20)
    field = page.find("c4-bitboard input")
    field.clear()
    field.send_keys(moves, Keys.ENTER)
    page.until(lambda: page.query["moves"] == moves)
    position = make_position("07", moves)
    assert page.shown() == {"stones": position.stones, "mask": position.mask, "key": position.key()}
    page.browser.back()
    page.until(lambda: page.shown()["mask"] == make_position("07", "43").mask)


def test_the_test_for_four_goes_by_its_formulas(page: Page) -> None:
    page.open()
    page.button_of("c4-bitboard-alignment", "Four in a row").click()
    assert page.query == {"moves": "4455667", "direction": "horizontal", "whose": "opponent"}
    forward = page.button_of("c4-bitboard-alignment", "Forward")
    for _ in range(4):
        forward.send_keys(Keys.ENTER)
    before = make_position("07", "445566")
    after = before.play(COLUMN_NAMES.index("7"))
    stones, step = after.stones ^ after.mask, HEIGHT + 1
    pairs = stones & (stones >> step)
    numbers = page.shown("c4-bitboard-alignment")
    assert numbers == {
        "pairs": pairs,
        "pairs >> 2 * step": pairs >> 2 * step,
        "pairs & (pairs >> 2 * step)": pairs & (pairs >> 2 * step),
    }
    assert "aligned returns True" in page.words("c4-bitboard-alignment")
    page.button_of("c4-bitboard-alignment", "Back").send_keys(Keys.ENTER)
    assert "pairs >> 2 * step" in page.shown("c4-bitboard-alignment")


def test_the_carry_drops_the_stone(page: Page) -> None:
    page.open("?moves=445566&column=5")
    page.find("select[name=column]").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    page.until(lambda: page.query["column"] == "6")
    forward = page.button_of("c4-bitboard-carry", "Forward")
    forward.send_keys(Keys.ENTER)
    forward.send_keys(Keys.ENTER)
    position, column = make_position("07", "445566"), COLUMN_NAMES.index("6")
    assert page.shown("c4-bitboard-carry")["mask + bottom(column)"] == position.mask + (
        1 << column * (HEIGHT + 1)
    )
    assert len(page.all("c4-bitboard-carry path.bit-mark")) == 2
    assert len(page.all("c4-bitboard-carry circle.bit-mark")) == 1
    for _ in range(5):  # past the end, where the button keeps the focus
        forward.send_keys(Keys.ENTER)
    assert page.browser.switch_to.active_element == forward
    assert page.shown("c4-bitboard-carry")["stones ^ mask"] == position.play(column).stones
    page.button_of("c4-bitboard-carry", "Play it").click()
    assert page.query["moves"] == "4455666"
