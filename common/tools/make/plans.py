"""Plans: the stone and the digits with which a position takes as few cards as can be found.

cost      the number of cards that a position takes, those that are there already not counted
replies   the stones of the other player after which the holder does not make four at once
upper     a cost that is known to be enough, with the plan for it; `lower`: no cost below it is
plan      a stone, digits for as many of the replies as they can answer, and what the others take
budget    lines that a search for digits may look at before it gives up; to give up is to fail

A position costs nothing if it is decided or has a card. It costs one card if there are digits for all
replies, and else one and what the replies cost that its digits cannot answer. To grow cards is to take the
stone that costs least everywhere, as far as looking ahead for a few cards tells.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from c4.solver import PositionSolver
from common.jit import array, zeros
from common.position import CELLS
from common.tools.make.digits import FOUND, find_digits, make_memory
from common.tools.make.outlook import is_shown, list_replies
from common.tools.play.card_file import Card, make_deck
from common.tools.play.cards import BITS, find_card, mirror
from common.tools.play.shown import BOARD, BOTTOMS, bitboard, count, winning_squares

MANY = 1 << 62
FEW_STONES = CELLS // 7  # with fewer stones, digits for all replies are not looked for
NO_DIGITS = (-1,) * BITS
BUDGET, CAP = 3_000, 500


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


class Planner:
    """Some cards, and the means to plan others; `cap` is how many searches for digits a plan may take."""

    def __init__(self, cards: list[Card], draws: bool, seed: int) -> None:
        self.draws, self.cards = draws, {card.key(): card for card in cards}
        self.random, self.budget, self.cap = Random(seed), BUDGET, CAP
        self.memory, self.digits = make_memory(), zeros(BITS)
        self.solver: Any = PositionSolver()
        self.winning: dict[int, list[int]] = {}
        self.start(set())

    def start(self, banned: set[int]) -> None:
        """Begin to look for cards that do without some of those that are there."""
        self.deck = make_deck([card for key, card in self.cards.items() if key not in banned], self.draws)
        self.nodes: dict[int, Node] = {}
        self.searches, self.salt = 0, self.random.getrandbits(30) * self.random.getrandbits(1)

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
            if self.salt:
                self.random.shuffle(node.plans)
            else:
                node.plans.sort(key=lambda x: -count(winning_squares(own | x.stone, mask | x.stone)))
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
