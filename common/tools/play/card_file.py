"""Files of cards: text, one card per line.

The first line has the claim of the cards. Each other line is a card: a game that leads to its position, the
column of its stone, and its digits, a word for each column from its lowest empty cell after that stone up.
A dot is a cell without a digit, a dash a column without cells or a game without stones.

    c4-cards 1 7x6 X wins, 849 cards
    - 4 ...... 4..... 3.3.3. .4.4. 5.5.5. ...... ......
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from c4.engine import board_bits
from c4.reasons import BOARD, BOTTOMS, cells, column_of, count
from common import CORE
from common.errors import Error
from common.jit import Array, array, zeros
from common.position import CELLS, COLUMN_NAMES, HEIGHT, WIDTH, parse
from common.tools.files import write_file
from common.tools.play.card_proof import prove
from common.tools.play.cards import BITS, CARD_BITS, FAILURES, KINDS, Deck, make_key

EMBEDDED = CORE / "data" / f"{WIDTH}x{HEIGHT}.cards"
ROOM, ROOM_TO_PLAY_OUT = 1 << 20, 1 << 24
"""The slots of the table of positions, twice as many as the positions in all lines may be."""


class BadCards(Error):
    """A file of cards is damaged or fails; the message gives the line, or the game that is not won."""

    status = 1


class Card(NamedTuple):
    """A card, with a game that leads to it: a stone is a cell, and a digit a column, or -1."""

    game: str
    own: int
    mask: int
    stone: int
    digits: tuple[int, ...]

    def key(self) -> int:
        """Return the key of the position."""
        return make_key(self.own, self.mask)


class Strategy(NamedTuple):
    """The contents of a file: the holder of the cards, whether a draw is enough, and the cards."""

    holder: int
    draws: bool
    cards: list[Card]


def make_deck(cards: Iterable[Card], draws: bool) -> Deck:
    """Return the cards for compiled code."""
    ordered = sorted(cards, key=Card.key)
    owns, masks = array([card.own for card in ordered]), array([card.mask for card in ordered])
    stones = array([card.stone for card in ordered])
    digits = array([digit for card in ordered for digit in card.digits])
    keys = array([card.key() for card in ordered])
    return Deck(len(ordered), draws, keys, owns, masks, stones, digits)


def read_strategy(path: Path) -> Strategy:
    """Return a file's contents; raise BadCards if it is damaged, for another board or of another kind."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
    match = re.fullmatch(r"c4-cards 1 (\d+x\d+) ([XO]) (wins|draws), (\d+) cards", lines[0])
    if not match:
        raise BadCards(f"{path}: line 1 is not the first line of a file of cards")
    board, player, goal, size = match.groups()
    if board != f"{WIDTH}x{HEIGHT}":
        raise BadCards(f"{path}: line 1 is for the {board} board, not {WIDTH}x{HEIGHT}; add --board {board}")
    if BITS + CARD_BITS > 62 or int(size) >= 1 << CARD_BITS:
        raise BadCards(f"{path}: line 1 announces {size} cards, more than a {board} board can have")
    cards: dict[int, Card] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            card = read_card(line, "XO".index(player))
            if card.key() in cards:
                raise Error(f"there is already a card for this position, {cards[card.key()].game}")
        except Error as error:
            raise BadCards(f"{path}: line {number}: {error}") from None
        cards[card.key()] = card
    if len(cards) != int(size):
        raise BadCards(f"{path}: line {len(lines)} is the last, of {len(cards)} cards; line 1 says {size}")
    return Strategy("XO".index(player), goal == "draws", list(cards.values()))


def read_card(line: str, holder: int) -> Card:
    """Return the card of a line; raise Error if the line is not a card."""
    if line.count(" ") != WIDTH + 1 or line.split(" ")[1] not in [*COLUMN_NAMES]:
        raise Error(f"the line is not a game, a column and {WIDTH} words of digits")
    game, name, *words = line.split(" ")
    position = parse("" if game == "-" else game, board_bits.Position.start())
    stone = (position.mask + BOTTOMS) & cells(COLUMN_NAMES.index(name))
    if position.moves % 2 != holder or not stone:
        raise Error(f"after {game}, {'XO'[holder]} has no stone in column {name}")
    mask = position.mask | stone
    for column, word in enumerate(words):
        left = count(BOARD & ~mask & cells(column))
        if len(word) != max(left, 1) or not set(word) <= set(f".{COLUMN_NAMES}" if left else "-"):
            raise Error(f"{word!r} is not a digit or a dot for each of {left} cells, column {column + 1}")
    text = "".join(word.strip("-").rjust(HEIGHT, ".") + "." for word in words)
    return Card(game, position.stones, position.mask, stone, tuple(map(COLUMN_NAMES.find, text)))


def spell_card(card: Card) -> str:
    """Return the line of a card."""
    text = "".join("." if digit < 0 else COLUMN_NAMES[digit] for digit in card.digits)
    mask, column = card.mask | card.stone, column_of(card.stone)
    starts = [x * (HEIGHT + 1) for x in range(WIDTH)]
    words = [text[x + count(mask >> x & (1 << HEIGHT) - 1) : x + HEIGHT] or "-" for x in starts]
    return " ".join((card.game or "-", COLUMN_NAMES[column], *words))


def write_strategy(path: Path, strategy: Strategy) -> None:
    """Write a file of cards, by stones and then by games."""
    cards = sorted(strategy.cards, key=lambda card: (len(card.game.strip("-")), card.game))
    goal = f"{'XO'[strategy.holder]} {'draws' if strategy.draws else 'wins'}"
    heading = f"c4-cards 1 {WIDTH}x{HEIGHT} {goal}, {len(cards)} cards"
    write_file(path, "\n".join((heading, *map(spell_card, cards))) + "\n")


def check_strategy(strategy: Strategy, plays_out: bool = False, seen: Array | None = None) -> dict[str, int]:
    """Return the number of positions of each kind in all lines; raise BadCards with a line that fails.

    `seen`, an array of ROOM zeros, gets the keys of the positions with the card in force.
    """
    deck = make_deck(strategy.cards, strategy.draws)
    seen = zeros(ROOM_TO_PLAY_OUT if plays_out else ROOM) if seen is None else seen
    counts, line = zeros(len(KINDS) + 1), zeros(CELLS + 1)
    index, failure = prove(deck, -1, deck.size, strategy.holder, plays_out, len(seen), seen, counts, line)
    if failure:
        games = {card.key(): card.game.strip("-") for card in strategy.cards}
        game = games[deck.keys[index]] if index >= 0 else ""
        moves = game + "".join(COLUMN_NAMES[line[ply]] for ply in range(len(game), line[CELLS]))
        whose = f"the card {game or '-'}" if index >= 0 else "the empty board"
        raise BadCards(f"{whose} fails: after {moves or 'no stone'} {FAILURES[failure]}")
    return {kind: int(counts[index]) for index, kind in enumerate((*KINDS, "positions"))}
