"""The arena: two players meet in many games, and what that says of them.

side      0 for the player named first, 1 for the other; red moves first
decisive  of a game: somebody has won it
"""

import signal
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import Any

from common.errors import UserError
from common.players.human import Human
from common.players.player import Player, start
from common.players.registry import create
from common.position import CELLS, COLUMN_NAMES

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


@dataclass(frozen=True)
class Game:
    """A game that has been played; seconds and stones by side."""

    number: int
    red: int
    moves: str
    winner: int | None
    seconds: tuple[float, float]

    def stones(self, side: int) -> int:
        """Return how many stones a side has played."""
        return (len(self.moves) + (side == self.red)) // 2


@dataclass(frozen=True)
class Score:
    """How many games a side has won, lost and drawn."""

    wins: int
    losses: int
    draws: int

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}-{self.draws}"


@dataclass(frozen=True)
class Verdict:
    """What the decisive games say of the side that won more of them.

    p is the chance that one of two equal players wins at least so many, `interval` that of Wilson for the
    share of games won.
    """

    leader: int
    rate: float
    p: float
    interval: tuple[float, float]

    @property
    def significant(self) -> bool:
        """Tell whether equal players would rarely come so far apart."""
        return self.p < SIGNIFICANT


@lru_cache
def player(text: str) -> Player:
    """Return this process's player of a name."""
    return create(text)


def check(match: Match) -> None:
    """Raise UserError if a match cannot be played, or not be judged."""
    if any(isinstance(create(text), Human) for text in match.players):
        raise UserError("a human plays in c4 play, not in matches")
    if not find_spec("scipy"):
        raise UserError("matches need scipy: pip install 'connect4-step-by-step[arena]'")


def warm(match: Match) -> None:
    """Let each player choose once, so that compiling is not counted in his time."""
    for text in match.players:
        player(text).choose(start(), Random(0))


def play(match: Match, number: int) -> Game:
    """Play a game; its chances follow from the match's seed and its own number alone."""
    rng = Random(f"{match.seed} {number}")
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
    """Return all games in order, played in so many processes; `on_game` is told each as it ends."""
    games: list[Game] = []
    with played(match, min(jobs, match.games)) as endings:
        for game in endings:
            on_game(game)
            games.append(game)
    return sorted(games, key=lambda game: game.number)


@contextmanager
def played(match: Match, jobs: int) -> Generator[Iterable[Game]]:
    """Open what yields the games as they end."""
    if jobs == 1:
        warm(match)
        yield map(partial(play, match), range(match.games))
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=begin, initargs=(match,)) as pool:
        futures = [pool.submit(play, match, number) for number in range(match.games)]
        yield (future.result() for future in as_completed(futures))


def begin(match: Match) -> None:
    """Get a process ready: an interrupt ends it without a word, as it does the command."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    warm(match)


def score(games: Sequence[Game], side: int) -> Score:
    """Return the score of a side."""
    winners = [game.winner for game in games]
    return Score(winners.count(side), winners.count(1 - side), winners.count(None))


def mean_moves(games: Sequence[Game]) -> float:
    """Return the mean length of a game, in stones."""
    return sum(len(game.moves) for game in games) / len(games)


def seconds_per_move(games: Sequence[Game], side: int) -> float:
    """Return the mean time a side took for a move, 0 if it never moved."""
    stones = sum(game.stones(side) for game in games)
    return sum(game.seconds[side] for game in games) / max(stones, 1)


def verdict(games: Sequence[Game]) -> Verdict | None:
    """Return what the decisive games say, None if there are none."""
    wins = [score(games, side).wins for side in (0, 1)]
    decisive = sum(wins)
    if not decisive:
        return None
    leader = int(wins[1] > wins[0])
    stats: Any = import_module("scipy.stats")
    p = stats.binomtest(wins[leader], decisive, alternative="greater").pvalue
    interval = stats.binomtest(wins[leader], decisive).proportion_ci(CONFIDENCE, "wilson")
    return Verdict(leader, wins[leader] / decisive, float(p), (float(interval.low), float(interval.high)))


def distinct(games: Sequence[Game]) -> int:
    """Return how many games differ: players without chance repeat theirs, which then prove little."""
    return len({(game.red, game.moves) for game in games})


def by_colour(games: Sequence[Game]) -> tuple[Score, Score]:
    """Return the scores of red and of yellow, whoever they were."""
    red = Score(
        sum(game.winner == game.red for game in games),
        sum(game.winner == 1 - game.red for game in games),
        sum(game.winner is None for game in games),
    )
    return red, Score(red.losses, red.wins, red.draws)


def as_json(match: Match, games: Sequence[Game]) -> dict[str, Any]:
    """Return a match and its games for a file."""
    found = verdict(games)
    sides = [
        {
            "player": match.players[side],
            "wins": score(games, side).wins,
            "losses": score(games, side).losses,
            "draws": score(games, side).draws,
            "seconds_per_move": seconds_per_move(games, side),
        }
        for side in (0, 1)
    ]
    return {
        "settings": {"games": match.games, "seed": match.seed, "swap": match.swap},
        "players": sides,
        "verdict": found
        and {
            "leader": match.players[found.leader],
            "win_rate_of_decisive": found.rate,
            "p_one_sided_binomial": found.p,
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
