"""Make cards: grow a strategy, then take cards away.

cost      the number of cards that a position takes, those that are there already not counted
replies   the stones of the other player after which the holder does not make four at once
upper     a cost that is known to be enough, with the plan for it; `lower`: no cost below it is
plan      a stone, digits for as many of the replies as they can answer, and what the others take
budget    lines that a search for digits may look at before it gives up; to give up is to fail
links     the cards at which lines of a card end, each with the line there

A position costs nothing if it is decided or has a card. It costs one card if there are digits for all
replies, and else one and what the replies cost that its digits cannot answer. To grow cards is to take the
stone that costs least everywhere, as far as looking ahead for a few cards tells.

Then, again and again, a card is taken away. Others may find digits with which no line leads to it. Or its
position may cost less than the cards that go with it, those that only it leads to: then others take their
place. As many others are welcome, too, since what is in the way of fewer may be gone then.

The cards of 7x6 began as 1,838 of a prototype in C++, which did the same and took away half of them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from common.jit import array, zeros
from common.position import COLUMN_NAMES
from common.position import mirror as mirror_game
from common.tools import course
from common.tools.make.digits import FOUND, find_digits, is_shown, list_replies, make_memory
from common.tools.play.card_file import Card, Strategy, make_deck
from common.tools.play.cards import BITS, BLOCK, CARD, DIGIT, FULL_BOARD, choose, find_card, make_key, mirror
from common.tools.play.shown import BOARD, BOTTOMS, bitboard, column_of, count, winning_squares

MANY = 1 << 62
FEW_STONES = 6  # before so many stones, digits for all replies are not looked for
LIMITS = 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64
NO_DIGITS = (-1,) * BITS
BUDGET, CAP = 10_000, 500
FEWER = 0.5  # of the tries look for fewer cards, the others for as many, from which the next may be fewer
START = -1
"""The key of what is no card: where a game begins."""
NONE = Card("", 0, 0, 0, NO_DIGITS)


@dataclass
class Plan:
    """A stone, the digits for some of the replies, and the replies that take one card and more."""

    stone: int
    digits: tuple[int, ...] = NO_DIGITS
    singles: list[int] = field(default_factory=list[int])
    hard: list[int] = field(default_factory=list[int])


@dataclass
class Node:
    """What is known of the cost of a position."""

    upper: int = MANY
    lower: int = 0
    plan: Plan | None = None
    plans: list[Plan] | None = None
    is_searched: bool = False
    is_passed: bool = False


def list_cells(board: int) -> Iterator[int]:
    """Yield the cells of a bitboard, each as one of its own."""
    while board:
        yield board & -board
        board &= board - 1


class Maker:
    """Cards in the making, and the means to find others."""

    def __init__(self, strategy: Strategy, seed: int) -> None:
        self.holder, self.draws = strategy.holder, strategy.draws
        self.cards = {card.key(): card for card in strategy.cards}
        self.random, self.budget, self.cap = Random(seed), BUDGET, CAP
        self.memory, self.digits = make_memory(), zeros(BITS)
        self.solver: Any = course.thinker().solver()
        self.winning: dict[int, list[int]] = {}
        self.links: dict[int, dict[int, tuple[str, bool]]] = {START: {}}
        self.start(set())
        if self.cards:
            self.link([START, *self.cards])
            self.prune()

    def start(self, banned: set[int]) -> None:
        """Begin to look for cards that do without some of those that are there."""
        self.deck = make_deck([card for key, card in self.cards.items() if key not in banned], self.draws)
        self.nodes: dict[int, Node] = {}
        self.searches, self.salt = 0, self.random.getrandbits(62)

    def list_winning(self, own: int, mask: int) -> list[int]:
        """Return the stones of the holder after which the game is won, or as good as the cards are to be."""
        key = own + mask
        if key not in self.winning:
            squares, lowest = winning_squares(own ^ mask, mask), (mask + BOTTOMS) & BOARD
            stones = (squares & lowest or lowest) & ~(squares >> 1)
            moves = count(mask) + 1
            scores = {
                stone: -self.solver.solve(bitboard.Position(own ^ mask, mask | stone, moves), weak=True)
                for stone in list_cells(stones)
            }
            self.winning[key] = [stone for stone, score in scores.items() if score >= 1 - self.draws]
        return self.winning[key]

    def find_digits(self, own: int, mask: int, firsts: int = 0, likely: Any = NO_DIGITS) -> Any:
        """Return digits after a stone of the holder, None if none are found."""
        self.searches += 1
        found = find_digits(
            self.memory, self.deck, own, mask, firsts, self.budget, array(likely), self.digits, self.salt
        )
        return tuple(int(self.digits[cell]) for cell in range(BITS)) if found == FOUND else None

    def is_over(self, own: int, mask: int) -> bool:
        """Tell whether a position with the holder to move costs nothing."""
        lowest = (mask + BOTTOMS) & BOARD
        if not lowest or winning_squares(own, mask) & lowest:
            return True
        return find_card(self.deck, own, mask) >= 0 or is_shown(self.deck, own, mask)

    def find_node(self, own: int, mask: int) -> tuple[Node, int, int]:
        """Return what is known of a position, and which of its two images it is known of."""
        if mirror(own) + mirror(mask) < own + mask:
            own, mask = mirror(own), mirror(mask)
        return self.nodes.setdefault(own + mask, Node()), own, mask

    def cost(self, own: int, mask: int, limit: int) -> int:
        """Return what a position costs if that is at most the limit, else more than the limit."""
        if self.is_over(own, mask):
            return 0
        node, own, mask = self.find_node(own, mask)
        if node.upper <= limit:
            return node.upper
        if node.lower > limit or self.searches > self.cap:
            return limit + 1
        if node.plans is None:
            node.plans = [Plan(stone) for stone in self.list_winning(own, mask)]
            node.plans.sort(key=lambda plan: -count(winning_squares(own | plan.stone, mask | plan.stone)))
        if self.try_pass(node, own, mask, limit) or (limit >= 1 and self.try_digits(node, own, mask)):
            return node.upper
        if limit >= 2:
            self.try_plans(node, own, mask, limit)
        if node.upper > limit and self.searches <= self.cap:
            node.lower = max(node.lower, limit + 1)
        return node.upper if node.upper <= limit else limit + 1

    def try_pass(self, node: Node, own: int, mask: int, limit: int) -> bool:
        """Tell whether a stone that blocks needs no card, as its replies cost no more than the limit."""
        if not winning_squares(own ^ mask, mask) & (mask + BOTTOMS) & BOARD or not node.plans:
            return False
        stone, total = node.plans[0].stone, 0
        for reply in list_cells(list_replies(own | stone, mask | stone)):
            total += self.cost(own | stone, mask | stone | reply, limit - total)
            if total > limit:
                return False
        node.upper, node.plan, node.is_passed = total, node.plans[0], True
        return True

    def try_digits(self, node: Node, own: int, mask: int) -> bool:
        """Tell whether one card is enough."""
        if node.is_searched or count(mask) < FEW_STONES:
            return False
        node.is_searched = True
        for plan in node.plans or []:
            digits = self.find_digits(own | plan.stone, mask | plan.stone)
            if digits:
                node.upper, node.plan, node.is_passed = 1, Plan(plan.stone, digits), False
                return True
        return False

    def try_plans(self, node: Node, own: int, mask: int, limit: int) -> None:
        """Look for the stone that costs least."""
        plans = node.plans or []
        for plan in plans:
            if not (plan.singles or plan.hard):
                self.expand(plan, own, mask)
        for plan in sorted(plans, key=lambda plan: len(plan.singles) + 2 * len(plan.hard)):
            total, least = 1 + len(plan.singles), 2 * len(plan.hard)
            after, stones = own | plan.stone, mask | plan.stone
            for reply in plan.hard:
                least -= 2
                total += self.cost(after, stones | reply, limit - total - least)
                if total + least > limit:
                    break
            if total + least <= limit:
                node.upper, node.plan, node.is_passed, limit = total, plan, False, total - 1

    def expand(self, plan: Plan, own: int, mask: int) -> None:
        """Find out which replies the digits of one card can answer, and which take one card or more."""
        own, mask = own | plan.stone, mask | plan.stone
        answered = 0
        is_symmetric = own == mirror(own) and mask == mirror(mask)
        for reply in list_cells(list_replies(own, mask)):
            if is_symmetric and reply > mirror(reply):
                continue
            price = self.cost(own, mask | reply, 1)
            if price > 1:
                plan.hard.append(reply)
            elif price == 1:
                alone = is_symmetric or count(mask) < FEW_STONES
                digits = None if alone else self.find_digits(own, mask, answered | reply)
                if digits:
                    plan.digits, answered = digits, answered | reply
                else:
                    plan.singles.append(reply)

    def grow(self, own: int, mask: int, look: int) -> int:
        """Plan a position and all that follow, however many cards that takes, and return the cost."""
        price = self.cost(own, mask, look)
        if price <= look:
            return price
        node, own, mask = self.find_node(own, mask)
        if node.upper < MANY:
            return node.upper

        def estimate(plan: Plan) -> float:
            children = [(own | plan.stone, mask | plan.stone | reply) for reply in plan.hard]
            prices = [self.cost(*child, look) for child in children]
            return len(plan.singles) + sum(price if price <= look else 1.5 * price for price in prices)

        plan = min(node.plans or [], key=estimate)
        total = 1 + len(plan.singles)
        for reply in plan.hard:
            total += self.grow(own | plan.stone, mask | plan.stone | reply, look)
        node.upper, node.plan, node.is_passed = total, plan, False
        return total

    def list_planned(self, own: int, mask: int) -> Iterator[Card]:
        """Yield the cards that a position takes by the plans."""
        if self.is_over(own, mask):
            return
        node, own, mask = self.find_node(own, mask)
        plan = node.plan
        if not plan:
            return  # its cards have been yielded
        node.plan = None
        if not node.is_passed:
            yield Card("", own, mask, plan.stone, plan.digits)
        replies = list_replies(own | plan.stone, mask | plan.stone)
        left = list_cells(replies) if node.is_passed else plan.singles + plan.hard
        for reply in left:
            yield from self.list_planned(own | plan.stone, mask | plan.stone | reply)

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
        """Look for fewer cards in the place of one and those that only it leads to, or for as many others."""
        only = self.cards.keys() - self.list_met(key)
        own, mask = self.cards[key].own, self.cards[key].mask
        goal = len(only) - (self.random.random() < FEWER)
        if not 0 < goal < LIMITS[-1]:
            return False
        self.start(only)
        for limit in [*(limit for limit in LIMITS if limit < goal), goal]:
            if self.cost(own, mask, limit) <= limit:
                return self.accept(only, list(self.list_planned(own, mask)))
        return False

    def take_away(self, key: int) -> bool:
        """Look for other digits for all cards that lead to one, so that none does."""
        leading = [other for other, links in self.links.items() if key in links]
        if START in leading:
            return False
        self.start({key})
        new = list[Card]()
        for card in map(self.cards.__getitem__, leading):
            both = zip(card.digits, self.cards[key].digits, strict=True)
            likely = [digit if digit >= 0 else other for digit, other in both]
            digits = self.find_digits(card.own | card.stone, card.mask | card.stone, likely=likely)
            if not digits:
                return False
            new.append(card._replace(digits=digits))
        return self.accept({key}, new)

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
    """Return a strategy made from nothing, with a look ahead for so many cards."""
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
    """Take cards away for so many rounds; yield how many tries are done, and of how many.

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
