"""Figures for the pages on cards."""

from collections import Counter

from c4.reasons import BOTTOMS, cells, column_of, count
from common.position import COLUMN_NAMES, HEIGHT, WIDTH, rows
from common.tools.play.card_file import EMBEDDED, Card, make_deck, read_strategy
from common.tools.play.cards import CARD, KINDS, choose, find_card
from common.tools.site.drawings.boards import draw_board_picture
from common.tools.site.drawings.marks import find_centre
from common.tools.site.macro import macro, render_table

REPLIES = "433437"  # of O, in a game in which each rule decides
RULES = {
    "card": "2: the position has a card",
    "block": "3: a block",
    "digit": "5: the digit of the card",
    "fork": "4: a fork shows the win",
}
FIRST = 4  # stones on a board, up to which the tree goes
SMALL, APART = 8, 6  # pixels of a cell in the tree, and between boards

STRATEGY = read_strategy(EMBEDDED)
CARDS = [card._replace(game=card.game.strip("-")) for card in STRATEGY.cards]


@macro
def count_cards() -> str:
    """Return a table of the cards by number of stones, and a sentence on what their digits say."""
    stones = Counter(count(card.mask) for card in CARDS)
    digits = [(bit // (HEIGHT + 1), digit) for card in CARDS for bit, digit in enumerate(card.digits)]
    written = [column == digit for column, digit in digits if digit >= 0]
    table = render_table([">stones on the board", ">cards"], [*sorted(stones.items()), ("all", len(CARDS))])
    share = 100 * sum(written) // len(written)
    return (
        f"{table}\n\nThe cards have {len(written):,} digits; {share} % of them say"
        " to follow, in the column where O has just played."
    )


@macro
def card_game() -> str:
    """Return a game of X by the cards as a table, and the cards that it uses as pictures."""
    deck, own, mask, index, cell = make_deck(CARDS, STRATEGY.draws), 0, 0, -1, 0
    turns, used = list[tuple[str, str, str]](), list[Card]()
    by_place = {(card.own, card.mask): card for card in CARDS}
    for reply in ["", *REPLIES]:
        if reply:
            last = (mask + BOTTOMS) & cells(COLUMN_NAMES.index(reply))
            mask, cell = mask | last, count(last - 1)
        stone, kind = choose(deck, own, mask, index, cell)
        if kind == CARD:
            index = find_card(deck, own, mask)
            used.append(by_place[own, mask])  # no mirror image, which would be hard to follow
        own, mask = own | stone, mask | stone
        answer = COLUMN_NAMES[column_of(stone)]
        turns.append((reply, answer, RULES[KINDS[kind]]))
    table = render_table([">O plays", ">X plays", "by rule"], turns)
    return f'{table}\n\n<div class="cards">{"".join(map(draw_card, used))}</div>'


def draw_card(card: Card) -> str:
    """Return a card as a figure: the position, X's stone with a ring, and the digits."""
    name = COLUMN_NAMES[column_of(card.stone)]
    marks = list[str]()
    for bit, digit in enumerate(card.digits):
        if digit >= 0:
            x, y = find_centre(*divmod(bit, HEIGHT + 1))
            marks.append(f'<text class="card-digit" x="{x}" y="{y}">{COLUMN_NAMES[digit]}</text>')
    x, y = find_centre(*divmod(card.stone.bit_length() - 1, HEIGHT + 1))
    marks.append(f'<circle class="card-stone" cx="{x}" cy="{y}" r="12"/>')
    svg = draw_board_picture(card.game + name, "").replace("</svg>", "".join(marks) + "</svg>")
    where = f"after {card.game}" if card.game else "for the empty board"
    return f'<div class="board">{svg}<p>The card {where}: play column {name}.</p></div>'


@macro
def card_tree() -> str:
    """Return the first cards as a picture, by rows, each below the latest card of its game."""
    games = [card.game for card in CARDS if len(card.game) <= FIRST]
    levels = sorted({len(game) for game in games})
    width = max(sum(len(game) == level for game in games) for level in levels) * (SMALL * WIDTH + APART)
    places: dict[str, tuple[float, int]] = {}
    shapes = list[str]()
    for row, level in enumerate(levels):
        here = [game for game in games if len(game) == level]
        for index, game in enumerate(here):
            x, y = width * (index + 0.5) / len(here), row * (SMALL * HEIGHT + 40)
            places[game] = x, y
            parent = next((game[:size] for size in range(level - 1, -1, -1) if game[:size] in games), None)
            if parent is not None:
                from_x, from_y = places[parent]
                top = from_y + SMALL * HEIGHT
                shapes.append(f'<path class="card-link" d="M{from_x:.0f} {top}L{x:.0f} {y}"/>')
            shapes.append(draw_small(game, x - SMALL * WIDTH / 2, y))
    height = (len(levels) - 1) * (SMALL * HEIGHT + 40) + SMALL * HEIGHT
    text = f"The {len(games)} cards with at most {FIRST} stones, after the games {', '.join(games[1:])}"
    return (
        f'<div class="board card-tree"><svg viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{text}">{"".join(shapes)}</svg></div>'
    )


def draw_small(game: str, left: float, top: float) -> str:
    """Return the board after a game without its empty cells."""
    size = f'width="{SMALL * WIDTH}" height="{SMALL * HEIGHT}"'
    shapes = [f'<rect class="board-frame" x="{left:.0f}" y="{top}" {size} rx="2"/>']
    for y, row in enumerate(rows(game)):
        for x, stone in enumerate(row.split()):
            if stone != ".":
                kind = {"X": "first", "O": "second"}[stone]
                cx, cy = left + SMALL * (x + 0.5), top + SMALL * (y + 0.5)
                shapes.append(f'<circle class="disc-{kind}" cx="{cx:.0f}" cy="{cy:.0f}" r="{SMALL // 2}"/>')
    return "".join(shapes)


@macro
def list_cards() -> str:
    """Return every card in letters: X, O, `x` for X's stone, digits, and dots for the other cells."""
    blocks = list[str]()
    for card in CARDS:
        lines = [row.split() for row in rows(card.game)]
        for bit in range(WIDTH * (HEIGHT + 1)):
            column, row = divmod(bit, HEIGHT + 1)
            if card.stone >> bit & 1:
                lines[HEIGHT - 1 - row][column] = "x"
            elif card.digits[bit] >= 0:
                lines[HEIGHT - 1 - row][column] = COLUMN_NAMES[card.digits[bit]]
        drawn = "\n".join(" ".join(line) for line in lines)
        blocks.append(f"<pre><b>{card.game or 'first'}</b>\n{drawn}</pre>")
    return f'<div class="all-cards">\n{"".join(blocks)}\n</div>'
