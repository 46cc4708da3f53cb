"""Tests of making cards, on boards so small that plain Python is quick."""

import json
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from repository import C4, PLAIN, ROOT, read_output, run, run_c4, run_python

SMALL = {"C4_BOARD": "4x4", **PLAIN}
COMPARE = """
import itertools, random, sys
sys.path.insert(0, "tests")
from card_walk import NAMES, Lost, Walk, play_game, to_position
from common.position import HEIGHT, WIDTH
from common.tools.make import digits
from common.tools.play.card_file import make_deck
from common.tools.play.cards import BITS
from common.tools.testing.contract import play_choices

def has_digits(game, column, goal):
    heights = [len(word) for word in play_game(game)]
    heights[column] += 1
    cells = [(x, y) for x in range(WIDTH) for y in range(heights[x], HEIGHT)]
    names = [name for name in NAMES[:WIDTH] if heights[int(name) - 1] < HEIGHT]
    for tried in itertools.product(names, repeat=len(cells)):
        found = dict(zip(cells, tried))
        words = ["".join(found[x, y] for y in range(heights[x], HEIGHT)) or "-" for x in range(WIDTH)]
        heading = f"c4-cards 1 4x4 {'XO'[len(game) % 2]} {goal}, 1 cards"
        walk = Walk(f"{heading}\\n{game} {column + 1} {' '.join(words)}")
        try:
            walk.play_card(play_game(game))
            return True
        except Lost:
            pass
    return False

rng, found, results = random.Random(3), [0] * BITS, []
memories = {goal: digits.make_memory() for goal in ("draws", "wins")}
while len(results) < 60:
    game = play_choices([rng.randrange(4) for _ in range(16)], rng.choice((10, 11)))
    position = to_position(play_game(game), "XO"[len(game) % 2])
    column = rng.randrange(WIDTH)
    if len(game) < 10 or not position.can_play(column) or position.is_winning_move(column):
        continue
    for goal, memory in memories.items():
        stone = position.mask + (1 << column * (HEIGHT + 1)) & ~position.mask
        after = position.stones | stone, position.mask | stone
        deck = make_deck([], goal == "draws")
        result = digits.find_digits(memory, deck, *after, 0, 10**6, [-1] * BITS, found, 0)
        assert result != digits.GAVE_UP
        assert (result == digits.FOUND) == has_digits(game, column, goal), (game, column, goal)
        results.append(result)
print(min(results), max(results))
"""


def make(path: Path, *options: str) -> str:
    """Make cards by which O draws on a small board, and return the file."""
    read_output(run_c4("cards", "make", str(path), "--player", "O", "--draw", *options, **SMALL))
    return path.read_text(encoding="utf-8")


def count_cards(text: str) -> int:
    return int(re.findall(r"(\d+) cards", text)[0])


def test_cards_hold_and_get_fewer_by_seed(tmp_path: Path) -> None:
    first = make(tmp_path / "first.cards", "--rounds", "0")
    assert make(tmp_path / "same.cards", "--rounds", "0") == first
    fewer = make(tmp_path / "first.cards", "--rounds", "2", "--seed", "5")
    assert make(tmp_path / "same.cards", "--rounds", "2", "--seed", "5") == fewer
    assert count_cards(fewer) <= count_cards(first)
    for text in (first, fewer):
        path = tmp_path / "walked.cards"
        path.write_text(text, encoding="utf-8")
        counts = read_output(run([sys.executable, str(ROOT / "tests" / "card_walk.py"), str(path)], **SMALL))
        assert json.loads(counts)["positions"]
        path.write_text(text.replace("draws", "wins"), encoding="utf-8")
        assert run_c4("cards", "check", str(path), **SMALL).returncode == 1  # nobody wins there


def test_a_seed_makes_the_cards_that_it_made(tmp_path: Path, snapshot: Any) -> None:
    """A search for cards that goes another way is noticed, as one that explores other nodes is."""
    options = ["made.cards", "--player", "O", "--draw", "--seed", "5", "--board", "6x4"]
    read_output(run([*C4, "cards", "make", *options], tmp_path))
    counts = read_output(run([*C4, "cards", "check", "made.cards", "--board", "6x4"], tmp_path))
    assert (sha256((tmp_path / "made.cards").read_bytes()).hexdigest(), counts) == snapshot


def test_digits_are_found_wherever_there_are_any() -> None:
    """All combinations are tried in small endings: the search neither overlooks nor invents any."""
    assert run_python(COMPARE, **SMALL) == "0 1\n"


def test_cards_that_fail_are_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "bad.cards"
    path.write_text("c4-cards 1 4x4 X draws, 0 cards\n", encoding="utf-8")
    done = run_c4("cards", "make", str(path), **SMALL)
    assert (done.returncode, done.stdout) == (1, "")
    assert "empty board" in done.stderr
    assert path.read_text(encoding="utf-8") == "c4-cards 1 4x4 X draws, 0 cards\n"
