"""Make cards: grow a strategy, then take cards away.

links   of a card: the cards at which its lines end, each with the line there

Again and again, a card is taken away. Those that lead to it may find digits with which no line does. Or its
position may cost less than the cards that go with it, those that only it leads to: then others take their
place. As many others are welcome, too, and so are other digits: what was in the way of fewer may be gone
then. That made the greatest difference. Half of the searches try stones and columns in a random order for
its sake.

The cards of 7x6 began as 1,838 of a prototype in C++ that searched for digits in the same way, and took all
but 810 of them away, without random order. The rest is the work of `c4 cards make`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from common.position import COLUMN_NAMES
from common.position import mirror as mirror_game
from common.tools.make.plans import MANY, NO_DIGITS, Planner, list_cells
from common.tools.play.card_file import Card, Strategy
from common.tools.play.cards import BLOCK, CARD, DIGIT, FULL_BOARD, choose, find_card, make_key
from common.tools.play.shown import BOARD, BOTTOMS, column_of, count

LIMITS = 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64
FEWER = 0.5  # of the tries look for fewer cards, the others for as many
OFTEN = 1.0  # how often cards are replaced, by the square of their number
FEW = 2  # cards that lead to one that may soon be gone
START = -1
"""The key of what is no card: where a game begins."""
NONE = Card("", 0, 0, 0, NO_DIGITS)


class Maker(Planner):
    """A strategy in the making."""

    def __init__(self, strategy: Strategy, seed: int) -> None:
        super().__init__(strategy.cards, strategy.draws, seed)
        self.holder = strategy.holder
        self.links: dict[int, dict[int, tuple[str, bool]]] = {START: {}}
        if self.cards:
            self.link([START, *self.cards])
            self.prune()

    def find_links(self, card: Card) -> dict[int, tuple[str, bool]] | None:
        """Return the cards at which the lines of a card end, None if a line fails.

        With each comes a line there, and whether it leads to the mirror image. Card NONE has the lines from
        the empty board.
        """
        index = find_card(self.deck, card.own, card.mask) if card.stone else -1
        to_do = [(card.own | card.stone, card.mask | card.stone, spell(card.stone))]
        links, seen = dict[int, tuple[str, bool]](), set[int]()
        while to_do:
            own, mask, line = to_do.pop()
            if own + mask in seen:
                continue
            seen.add(own + mask)
            for stone in list_cells((mask + BOTTOMS) & BOARD):
                answer, kind = choose(self.deck, own, mask | stone, index, count(stone - 1))
                if not answer and not (kind == FULL_BOARD and self.draws):
                    return None
                played, key = line + spell(stone), make_key(own, mask | stone)
                if kind == CARD:
                    is_mirrored = own + (mask | stone) != self.cards[key].own + self.cards[key].mask
                    links.setdefault(key, (played, is_mirrored))
                elif kind in (BLOCK, DIGIT):
                    to_do.append((own | answer, mask | stone | answer, played + spell(answer)))
        return links

    def link(self, keys: Iterable[int]) -> bool:
        """Find the links of some cards; tell whether all of these hold."""
        self.start(set())
        for key in keys:
            is_root = key == START and self.holder == 0
            links = {make_key(0, 0): ("", False)} if is_root else self.find_links(self.cards.get(key, NONE))
            if links is None:
                return False
            self.links[key] = links
        return True

    def list_met(self, without: int) -> set[int]:
        """Return the cards that a game can come to if one is not there, and START."""
        met, to_do = {START}, [START]
        while to_do:
            for key in self.links[to_do.pop()]:
                if key not in met and key != without:
                    met.add(key)
                    to_do.append(key)
        return met

    def prune(self) -> None:
        """Drop the cards that no game comes to."""
        met = self.list_met(MANY)
        self.cards = {key: card for key, card in self.cards.items() if key in met}
        self.links = {key: self.links[key] for key in met}

    def accept(self, gone: set[int], new: list[Card]) -> bool:
        """Put cards in the place of others unless one fails or they are more; tell whether that was done."""
        cards, links = self.cards, self.links
        leading = {key for key in links if key not in gone and not gone.isdisjoint(links[key])}
        self.cards = {key: card for key, card in cards.items() if key not in gone}
        self.cards |= {card.key(): card for card in new}
        self.links = dict(links)
        if self.link({card.key() for card in new} | leading):
            self.prune()
            if len(self.cards) <= len(cards):
                return True
        self.cards, self.links = cards, links
        return False

    def replace(self, key: int) -> bool:
        """Look for fewer cards in the place of one and those that only it leads to, or for as many others.

        The more these are, the longer that takes, and the less often it is tried.
        """
        only = self.cards.keys() - self.list_met(key)
        own, mask = self.cards[key].own, self.cards[key].mask
        goal = len(only) - (self.random.random() < FEWER)
        if goal == 0 or self.random.random() * len(only) ** 2 > OFTEN:
            return False
        self.start(only)
        for limit in [*(limit for limit in LIMITS if limit < goal), goal]:
            if self.cost(own, mask, limit) <= limit:
                return self.accept(only, list(self.list_planned(own, mask)))
        return False

    def take_away(self, key: int) -> bool:
        """Look for other digits for the cards that lead to one; if all have some, it is gone.

        If only some have, it is a step towards that. So no digits are welcome that lead to another card to
        which few do.
        """
        leading = [other for other, links in self.links.items() if key in links]
        degrees = Counter(other for links in self.links.values() for other in links)
        new = list[Card]()
        for other in leading:
            if other == START:
                continue
            card = self.cards[other]
            few = {
                rare for rare, degree in degrees.items() if degree <= FEW and rare not in self.links[other]
            }
            self.start(few | {key})
            both = zip(card.digits, self.cards[key].digits, strict=True)
            likely = [digit if digit >= 0 else hint for digit, hint in both]
            digits = self.find_digits(card.own | card.stone, card.mask | card.stone, likely=likely)
            if digits:
                new.append(card._replace(digits=digits))
        return bool(new) and self.accept({key} if len(new) == len(leading) else set(), new)

    def name_games(self) -> Strategy:
        """Return the cards, each with a game that leads to it."""
        games = {START: ""}
        for key in [START, *sorted(self.cards, key=lambda key: count(self.cards[key].mask))]:
            for other, (line, is_mirrored) in self.links[key].items():
                game = games[key] + line
                games.setdefault(other, mirror_game(game) if is_mirrored else game)
        cards = [card._replace(game=games[key]) for key, card in self.cards.items()]
        return Strategy(self.holder, self.draws, cards)


def spell(stone: int) -> str:
    """Return the column of a stone as games have it, nothing without a stone."""
    return COLUMN_NAMES[column_of(stone)] if stone else ""


def grow_strategy(holder: int, draws: bool, look: int, seed: int) -> Strategy:
    """Return a strategy made from nothing, looking ahead for that many cards."""
    maker = Maker(Strategy(holder, draws, []), seed)
    maker.cap = MANY
    firsts = list_cells(BOTTOMS) if holder else [0]
    starts = [(0, first) for first in firsts]
    for own, mask in starts:
        maker.grow(own, mask, look)
    new = [card for own, mask in starts for card in maker.list_planned(own, mask)]
    maker.cards = {card.key(): card for card in new}
    maker.link([START, *maker.cards])
    return maker.name_games()


def improve_strategy(
    strategy: Strategy, seed: int, rounds: int, on_better: Callable[[Strategy], None]
) -> Iterator[tuple[int, int]]:
    """Take cards away for a number of rounds; yield how many tries are done, and of how many.

    A round tries each card twice. After one that took no card away, the next searches longer.
    """
    maker = Maker(strategy, seed)
    fewest = len(maker.cards)
    for number in range(rounds):
        before = len(maker.cards)
        keys = maker.random.sample(sorted(maker.cards), before)
        for done, key in enumerate(keys):
            for attempt in (maker.take_away, maker.replace):
                if key in maker.cards:
                    attempt(key)
            if len(maker.cards) < fewest:
                fewest = len(maker.cards)
                on_better(maker.name_games())
            yield number * before + done, rounds * before
        if len(maker.cards) == before:
            maker.budget, maker.cap = 3 * maker.budget // 2, 3 * maker.cap // 2
