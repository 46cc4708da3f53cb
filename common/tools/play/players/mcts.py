"""Monte Carlo tree search: grow a tree towards the moves that win the most random games.

An iteration goes down the tree by UCT, adds a position, plays it out at random, and counts the result at
each position on the way back.

node      a position in the tree, by its number; 0 is the position to choose a column in
visits    how many iterations came through a node
points    the sum of results for the player whose stone led there: 2 for a win, 1 for a draw
state     [0] the state of the random generator, from 1 to BITS, [1] the number of nodes

Source: Kocsis, Szepesvari: Bandit based Monte-Carlo planning, 2006.
"""

from dataclasses import dataclass
from math import log, sqrt
from random import Random
from time import monotonic
from typing import NamedTuple

from c4.model import list_best
from common.jit import Array, compiled, zeros
from common.position import CELLS, WIDTH
from common.tools.play.players.player import EnginePosition, make_parameter
from common.tools.terminal.options import make_number_type

CHUNK = 256  # iterations between looks at the clock
MOST_ITERATIONS = 10_000_000  # a tree of 800 MB
MOST_SECONDS = 86_400
BITS = (1 << 32) - 1


class Tree(NamedTuple):
    """The tree as arrays, one entry per node; child 0 means no child yet, as the root is no node's child."""

    children: Array
    visits: Array
    points: Array
    state: Array


@compiled
def pick_column(state: Array, position: EnginePosition) -> int:
    """Return a random column that has room, by Marsaglia's xorshift of 32 bits."""
    column = -1
    while column < 0 or not position.can_play(column):
        x = state[0]
        x ^= x << 13 & BITS
        x ^= x >> 17
        x ^= x << 5 & BITS
        state[0] = x
        column = x * WIDTH >> 32
    return column


@compiled
def compute_uct(tree: Tree, node: int, child: int, c: float) -> float:
    """Return the mean result of a child, plus a bonus that grows the less it has been explored."""
    visits = tree.visits[child]
    return tree.points[child] / (2.0 * visits) + c * sqrt(log(float(tree.visits[node])) / visits)


@compiled
def select_child(tree: Tree, node: int, position: EnginePosition, c: float) -> int:
    """Return the column of the child to visit, or -1 if a column that has room has no child yet."""
    best, chosen = -1.0, -1
    for column in range(WIDTH):
        if position.can_play(column):
            child = tree.children[node * WIDTH + column]
            if child == 0:
                return -1
            worth = compute_uct(tree, node, child, c)
            if worth > best:
                best, chosen = worth, column
    return chosen


@compiled
def expand_node(tree: Tree, node: int, position: EnginePosition) -> int:
    """Add a child for a random column that has none, and return the column."""
    column = pick_column(tree.state, position)
    while tree.children[node * WIDTH + column]:
        column = pick_column(tree.state, position)
    child = tree.state[1]
    tree.state[1] = child + 1
    tree.children[node * WIDTH + column] = child
    return column


@compiled
def play_rollout(state: Array, position: EnginePosition) -> int:
    """Return the points of the player who has just moved, after playing the game out at random."""
    moves = position.moves
    while position.moves < CELLS:
        column = pick_column(state, position)
        if position.is_winning_move(column):
            return 0 if (position.moves - moves) % 2 == 0 else 2
        position = position.play(column)
    return 1


@compiled
def grow_tree(tree: Tree, root: EnginePosition, c: float, iterations: int, path: Array) -> None:
    """Run the iterations; `path` has room for CELLS + 1 nodes."""
    for _ in range(iterations):
        node, length, position = 0, 1, root
        path[0] = 0
        is_grown = is_won = False
        while not is_grown and not is_won and position.moves < CELLS:
            column = select_child(tree, node, position, c)
            if column < 0:
                column, is_grown = expand_node(tree, node, position), True
            is_won = position.is_winning_move(column)
            node = tree.children[node * WIDTH + column]
            position = position.play(column)
            path[length] = node
            length += 1
        points = 2 if is_won else play_rollout(tree.state, position)
        for index in range(length - 1, -1, -1):
            tree.visits[path[index]] += 1
            tree.points[path[index]] += points
            points = 2 - points


@dataclass(frozen=True)
class MonteCarlo:
    """A player who learns from random games, by Monte Carlo tree search.

    It stops at the limit that comes first; 0 seconds means no limit. With any other time limit, how far
    the tree grows depends on the machine and its load, so the same seed may give a different game.
    """

    iterations: int = make_parameter(5000, make_number_type(1, MOST_ITERATIONS))
    seconds: float = make_parameter(0.0, make_number_type(0, MOST_SECONDS, float))
    c: float = make_parameter(1.414, make_number_type(0, 1000, float))

    def choose(self, position: EnginePosition, rng: Random) -> int:
        """Return the column that was visited most, or one of several visited equally often."""
        tree = self.search(position, rng)
        visits = {column: tree.visits[child] for column in range(WIDTH) if (child := tree.children[column])}
        return rng.choice(list_best(visits))

    def search(self, position: EnginePosition, rng: Random) -> Tree:
        """Return the tree, grown by at least one chunk and until either limit is reached."""
        nodes = self.iterations + 1
        tree = Tree(zeros(nodes * WIDTH), zeros(nodes), zeros(nodes), zeros(2))
        tree.state[0], tree.state[1] = rng.randrange(1, BITS + 1), 1
        path = zeros(CELLS + 1)
        deadline = monotonic() + self.seconds
        for done in range(0, self.iterations, CHUNK):
            grow_tree(tree, position, self.c, min(self.iterations - done, CHUNK), path)
            if self.seconds > 0 and deadline <= monotonic():
                break
        return tree
