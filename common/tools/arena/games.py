"""The arena: two players meet in many games, and what that says about them.

side      0 for the player named first, 1 for the other; red moves first
decisive  of a game: somebody has won it
leader    the side that has won more games, which is known only after they are played
"""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from random import Random
from time import perf_counter
from typing import Any

from common.errors import UserError
from common.position import CELLS, COLUMN_NAMES
from common.tools.players.human import Human
from common.tools.players.player import Player, start
from common.tools.players.registry import clocked, create

CONFIDENCE = 0.95
SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Match:
    """Two players by name, and what all their games follow from."""

    players: tuple[str, str]
    games: int
    seed: int
    swap: bool = False

    def red(self, number: int) -> int:
        """Return the side that is red in a game: always the first, or by turns if they swap."""
        return number % 2 if self.swap else 0


Task = tuple[Match, int]
"""A game to be played: its match and its number."""


@dataclass(frozen=True)
class Game:
    """A game that has been played, with the seconds that each side took."""

    number: int
    red: int
    moves: str
    winner: int | None
    seconds: tuple[float, float]

    def stones(self, side: int) -> int:
        """Return how many stones a side has played."""
        return (len(self.moves) + (side == self.red)) // 2


@dataclass(frozen=True)
class Record:
    """How many games a side has won, lost and drawn."""

    wins: int
    losses: int
    draws: int

    def __add__(self, other: "Record") -> "Record":
        return Record(self.wins + other.wins, self.losses + other.losses, self.draws + other.draws)

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}-{self.draws}"


@dataclass(frozen=True)
class Verdict:
    """What the decisive games say about the leader.

    p is the chance that two equal players come at least so far apart, whoever leads: the binomial test is
    two-sided, as nobody named the leader beforehand. The rate is the leader's share of the decisive games,
    and the interval is Wilson's.
    """

    leader: int
    rate: float
    p: float
    interval: tuple[float, float]

    @property
    def significant(self) -> bool:
        """Tell whether equal players would seldom come so far apart."""
        return self.p < SIGNIFICANT


@lru_cache
def player(text: str) -> Player:
    """Return this process's player of a name."""
    return create(text)


def check(match: Match) -> None:
    """Raise UserError if a match cannot be played or cannot be judged."""
    if any(isinstance(create(text), Human) for text in match.players):
        raise UserError("a human plays in c4 play, not in matches")
    if not find_spec("scipy"):
        raise UserError("matches need scipy: pip install 'connect4-step-by-step[arena]'")


def warm(players: Iterable[str]) -> None:
    """Let each player choose once, so that compiling does not count as their time."""
    for text in players:
        player(text).choose(start(), Random(0))


def play(match: Match, number: int) -> Game:
    """Play a game; all its chance follows from the match's seed, the players' names and the game's number."""
    rng = Random(f"{match.seed} {' '.join(match.players)} {number}")
    sides = [match.red(number), 1 - match.red(number)]
    position, moves, seconds, winner = start(), "", [0.0, 0.0], None
    while winner is None and position.moves < CELLS:
        side = sides[position.moves % 2]
        began = perf_counter()
        column = player(match.players[side]).choose(position, rng)
        seconds[side] += perf_counter() - began
        if position.is_winning_move(column):
            winner = side
        position = position.play(column)
        moves += COLUMN_NAMES[column]
    return Game(number, sides[0], moves, winner, (seconds[0], seconds[1]))


def play_all(match: Match, jobs: int, on_game: Callable[[Game], None]) -> list[Game]:
    """Return all games in order, played in this many processes; call `on_game` as each ends."""
    games: list[Game] = []
    for _, game in played([(match, number) for number in range(match.games)], jobs):
        on_game(game)
        games.append(game)
    return sorted(games, key=lambda game: game.number)


def played(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Match, Game]]:
    """Yield games as they end, each with its match, played in this many processes."""
    players = list(dict.fromkeys(text for match, _ in tasks for text in match.players))
    if jobs > 1 and len(tasks) > 1:
        yield from spread(tasks, min(jobs, len(tasks)), players)
        return
    warm(players)
    for match, number in tasks:
        yield match, play(match, number)


def spread(tasks: Sequence[Task], jobs: int, players: Sequence[str]) -> Iterator[tuple[Match, Game]]:
    """Yield games as the worker processes end them; raise BrokenExecutor if somebody else has ended one.

    Pipes need no semaphores, which a signal would leave behind. They close with the process that asks, so
    its workers end too, even if it was killed.
    """
    left = iter(tasks)
    asked: dict[Connection, Task] = {}
    for _ in range(jobs):
        pipe, theirs = get_context("spawn").Pipe()
        get_context("spawn").Process(target=work, args=(theirs, players), daemon=True).start()
        theirs.close()
        ask(pipe, left, asked)
    while asked:
        for pipe in wait(list(asked)):
            assert isinstance(pipe, Connection)
            match, _ = asked.pop(pipe)
            try:
                game = pipe.recv()
                ask(pipe, left, asked)
            except (EOFError, ConnectionError):
                raise BrokenExecutor from None
            yield match, game


def ask(pipe: Connection, left: Iterator[Task], asked: dict[Connection, Task]) -> None:
    """Ask a worker for the next game, or let it end if there is none."""
    task = next(left, None)
    if task:
        pipe.send(task)
        asked[pipe] = task
    else:
        pipe.close()


def work(pipe: Connection, players: Sequence[str]) -> None:
    """Play games for as long as somebody asks; an interrupt ends this without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    warm(players)
    with suppress(EOFError, BrokenPipeError):
        while True:
            pipe.send(play(*pipe.recv()))


def record(games: Sequence[Game], side: int) -> Record:
    """Return the record of a side."""
    winners = [game.winner for game in games]
    return Record(winners.count(side), winners.count(1 - side), winners.count(None))


def mean_moves(games: Sequence[Game]) -> float:
    """Return the mean length of a game, in stones."""
    return sum(len(game.moves) for game in games) / len(games)


def seconds_per_move(games: Sequence[Game], side: int) -> float:
    """Return the mean time that a side took for a move, 0 if it never moved."""
    stones = sum(game.stones(side) for game in games)
    return sum(game.seconds[side] for game in games) / max(stones, 1)


def verdict(found: Record) -> Verdict | None:
    """Return what the decisive games of the first side's record say, None if there are none."""
    decisive = found.wins + found.losses
    if not decisive:
        return None
    most = max(found.wins, found.losses)
    stats: Any = import_module("scipy.stats")
    test = stats.binomtest(most, decisive)
    low, high = test.proportion_ci(CONFIDENCE, "wilson")
    return Verdict(
        int(found.losses > found.wins), most / decisive, float(test.pvalue), (float(low), float(high))
    )


def distinct(games: Sequence[Game]) -> int:
    """Return how many games differ: players who leave little to chance repeat theirs, which prove little."""
    return len({(game.red, game.moves) for game in games})


def by_colour(games: Sequence[Game]) -> tuple[Record, Record]:
    """Return the records of red and of yellow, whoever played them."""
    red = Record(
        sum(game.winner == game.red for game in games),
        sum(game.winner == 1 - game.red for game in games),
        sum(game.winner is None for game in games),
    )
    return red, Record(red.losses, red.wins, red.draws)


def as_json(match: Match, games: Sequence[Game]) -> dict[str, Any]:
    """Return a match and its games for a file."""
    found = verdict(record(games, 0))
    sides = [
        {
            "player": match.players[side],
            **vars(record(games, side)),
            "seconds_per_move": seconds_per_move(games, side),
        }
        for side in (0, 1)
    ]
    return {
        "settings": {"games": match.games, "seed": match.seed, "swap": match.swap},
        "reproducible": not clocked(match.players),
        "players": sides,
        "verdict": found
        and {
            "leader": match.players[found.leader],
            "win_rate_of_decisive": found.rate,
            "p_two_sided_binomial": found.p,
            "significant": found.significant,
            "wilson_95": list(found.interval),
        },
        "mean_moves": mean_moves(games),
        "distinct_games": distinct(games),
        "games": [
            {"red": game.red, "moves": game.moves, "winner": game.winner, "seconds": list(game.seconds)}
            for game in games
        ],
    }
