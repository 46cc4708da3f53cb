"""The bitboard playground in the page: its numbers are those of the Python."""

# Selenium's types are partly unknown.
# pyright: basic, reportMissingTypeStubs=false

import random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from waiting import address_of, until

from common.position import COLUMN_NAMES, HEIGHT, children, parse
from common.tools.course import load

STEP = load("07")
NUMBERS = "return [...document.querySelectorAll(arguments[0] + ' .bits')].map(each => " + (
    "['name', 'hex', 'decimal'].map(part => each.querySelector('.bits-' + part).textContent))"
)


def visit(browser: Any, address: str, query: str = "") -> None:
    """Open the page and wait for the widgets."""
    browser.get(f"{address}live/bitboard/{query}")
    until(browser, lambda: find(browser, "c4-bitboard-carry figure"))


def find(browser: Any, selector: str) -> Any:
    """Return the first element of a selector, or None."""
    return next(iter(browser.find_elements(By.CSS_SELECTOR, selector)), None)


def button(browser: Any, widget: str, text: str) -> Any:
    """Return a widget's button by what it says."""
    buttons = browser.find_elements(By.CSS_SELECTOR, f"{widget} button")
    return next(each for each in buttons if each.text == text)


def shown(browser: Any, widget: str = "c4-bitboard") -> dict[str, int]:
    """Return the numbers that a widget shows by their names; they are the same in hex and in decimal."""
    numbers = browser.execute_script(NUMBERS, widget)
    assert all(in_hex == hex(int(decimal)) for _, in_hex, decimal in numbers)
    return {name: int(decimal) for name, _, decimal in numbers}


def words(browser: Any, widget: str) -> str:
    """Return what a walk says."""
    return find(browser, f"{widget} .walk-words").text


def in_address(browser: Any) -> dict[str, str]:
    """Return the parameters of the page's address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(address_of(browser)).query).items()}


def random_moves(seed: int, length: int) -> str:
    """Return a game that nobody has won, of up to some length."""
    generator = random.Random(seed)
    position, moves = STEP.Position.start(), ""
    while len(moves) < length and (following := list(children(position))):
        column, position = generator.choice(following)
        moves += COLUMN_NAMES[column]
    return moves


def test_stones_mask_and_key_are_those_of_the_steps(browser: Any, address: str) -> None:
    visit(browser, address)
    for seed, length in enumerate((0, 9, 20, 33)):
        moves = random_moves(seed, length)
        field = find(browser, "c4-bitboard input")
        field.clear()
        field.send_keys(moves, Keys.ENTER)
        until(browser, lambda moves=moves: in_address(browser).get("moves", "") == moves)
        position = parse(moves, STEP.Position.start())
        expected = {"stones": position.stones, "mask": position.mask, "key": position.key()}
        assert shown(browser) == expected, moves


def test_stones_played_by_key_change_the_numbers_and_back_restores_them(browser: Any, address: str) -> None:
    visit(browser, address, "?moves=4")
    find(browser, "c4-board button").send_keys("3")
    position = parse("43", STEP.Position.start())
    assert shown(browser)["stones"] == position.stones
    browser.back()
    until(browser, lambda: shown(browser)["mask"] == parse("4", STEP.Position.start()).mask)


def test_moves_that_nobody_can_play_are_refused_in_words(browser: Any, address: str) -> None:
    visit(browser, address, "?moves=4448")
    until(browser, lambda: "move 4, '8': there is no such column" in find(browser, ".complaint").text)


def test_the_test_for_four_in_a_row_goes_by_its_formulas(browser: Any, address: str) -> None:
    visit(browser, address)
    button(browser, "c4-bitboard-alignment", "Four in a row").click()
    assert in_address(browser) == {"moves": "4455667", "direction": "horizontal", "whose": "opponent"}
    forward = button(browser, "c4-bitboard-alignment", "Forward")
    for _ in range(4):
        forward.send_keys(Keys.ENTER)
    before = parse("445566", STEP.Position.start())
    after = before.play(COLUMN_NAMES.index("7"))
    stones, step = after.stones ^ after.mask, HEIGHT + 1
    pairs = stones & (stones >> step)
    numbers = shown(browser, "c4-bitboard-alignment")
    assert numbers == {
        "pairs": pairs,
        "pairs >> 2 * step": pairs >> 2 * step,
        "pairs & (pairs >> 2 * step)": pairs & (pairs >> 2 * step),
    }
    assert "aligned returns True" in words(browser, "c4-bitboard-alignment")
    button(browser, "c4-bitboard-alignment", "Back").send_keys(Keys.ENTER)
    assert "pairs >> 2 * step" in shown(browser, "c4-bitboard-alignment")


def test_without_the_spare_bit_a_line_wraps(browser: Any, address: str) -> None:
    visit(browser, address, "?moves=44&direction=diagonal+up")
    button(browser, "c4-bitboard-alignment", "A line that wraps").click()
    assert "bits 4, 5, 6 and 7 a line" in words(browser, "c4-bitboard-alignment")
    assert len(browser.find_elements(By.CSS_SELECTOR, "c4-bitboard-alignment circle.bit-mark")) == 8
    button(browser, "c4-bitboard-alignment", "Back").click()
    assert "aligned returns False" in words(browser, "c4-bitboard-alignment")
    browser.back()
    until(browser, lambda: in_address(browser)["moves"] == "44")
    until(browser, lambda: find(browser, "select[name=direction]").get_property("value") == "diagonal up")


def test_the_carry_drops_the_stone(browser: Any, address: str) -> None:
    visit(browser, address, "?moves=445566&column=5")
    find(browser, "select[name=column]").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    until(browser, lambda: in_address(browser)["column"] == "6")
    forward = button(browser, "c4-bitboard-carry", "Forward")
    forward.send_keys(Keys.ENTER)
    forward.send_keys(Keys.ENTER)
    position, column = parse("445566", STEP.Position.start()), COLUMN_NAMES.index("6")
    assert shown(browser, "c4-bitboard-carry")["mask + bottom(column)"] == position.mask + (
        1 << column * (HEIGHT + 1)
    )
    assert len(browser.find_elements(By.CSS_SELECTOR, "c4-bitboard-carry path.bit-mark")) == 2
    assert len(browser.find_elements(By.CSS_SELECTOR, "c4-bitboard-carry circle.bit-mark")) == 1
    for _ in range(5):  # past the end, where the button keeps the focus
        forward.send_keys(Keys.ENTER)
    assert browser.switch_to.active_element == forward
    assert shown(browser, "c4-bitboard-carry")["stones ^ mask"] == position.play(column).stones
    button(browser, "c4-bitboard-carry", "Play it").click()
    assert in_address(browser)["moves"] == "4455666"


def test_in_a_full_column_the_carry_is_shown_to_go_wrong(browser: Any, address: str) -> None:
    visit(browser, address, "?moves=121212212121&column=1")
    forward = button(browser, "c4-bitboard-carry", "Forward")
    forward.click()
    forward.click()
    assert "the column is full" in words(browser, "c4-bitboard-carry")
    play = button(browser, "c4-bitboard-carry", "Play it")
    assert play.get_attribute("aria-disabled") == "true"
    play.click()
    assert in_address(browser)["moves"] == "121212212121"
