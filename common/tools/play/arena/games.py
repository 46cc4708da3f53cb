"""The arena: two players meet in many games, and what that says about them.

side      0 for the player named first, 1 for the other; red moves first
decisive  of a game: somebody has won it
leader    the side that has won more games, which is known only after they are played
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from operator import add
from random import Random
from time import perf_counter
from typing import Any

from common.errors import UserError
from common.position import CELLS, COLUMN_NAMES
from common.tools.play.arena.chance import compute_binomial_p, compute_wilson_interval
from common.tools.play.players.human import Human
from common.tools.play.players.player import Player, make_empty_board
from common.tools.play.players.registry import list_clocked_players, parse_player
from common.tools.pools import map_as_done, open_executor

CONFIDENCE = 0.95
SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Match:
    """Two players by name, and what all their games follow from; if they swap, they are red by turns."""

    players: tuple[str, str]
    games: int
    seed: int
    swap: bool = False


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

    def count_stones(self, side: int) -> int:
        """Return how many stones a side has played."""
        return (len(self.moves) + (side == self.red)) // 2


@dataclass(frozen=True)
class Tally:
    """How many games a side has won, lost and drawn."""

    wins: int
    losses: int
    draws: int

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*map(add, astuple(self), astuple(other)))

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
    def is_significant(self) -> bool:
        """Tell whether equal players would seldom come so far apart."""
        return self.p < SIGNIFICANT


Played = Iterator[tuple[Match, Game]]
"""Games as they end, each with its match."""


@lru_cache
def build_player(text: str) -> Player:
    """Return this process's player of a name, who has chosen once, since compiling is not their time."""
    player = parse_player(text)
    player.choose(make_empty_board(), Random(0))
    return player


def check_players(players: Iterable[str]) -> None:
    """Raise UserError if somebody cannot play without being asked."""
    if any(isinstance(parse_player(text), Human) for text in players):
        raise UserError("a human plays in c4 play only, and is not judged")


def play_game(match: Match, number: int) -> Game:
    """Play a game; all its chance follows from the match's seed, the players' names and the game's number."""
    rng = Random(f"{match.seed} {' '.join(match.players)} {number}")
    red = number % 2 if match.swap else 0
    sides = red, 1 - red
    position, moves, seconds, winner = make_empty_board(), "", [0.0, 0.0], None
    while winner is None and position.moves < CELLS:
        side = sides[position.moves % 2]
        player = build_player(match.players[side])
        began = perf_counter()
        column = player.choose(position, rng)
        seconds[side] += perf_counter() - began
        if position.is_winning_move(column):
            winner = side
        position = position.play(column)
        moves += COLUMN_NAMES[column]
    return Game(number, red, moves, winner, (seconds[0], seconds[1]))


def play_match(match: Match, jobs: int, on_game: Callable[[Game], None]) -> list[Game]:
    """Return all games in order, played in this many processes; call `on_game` as each ends."""
    games: list[Game] = []
    for _, game in play_games([(match, number) for number in range(match.games)], jobs):
        on_game(game)
        games.append(game)
    return sorted(games, key=lambda game: game.number)


def play_games(tasks: Sequence[Task], jobs: int) -> Played:
    """Yield games as they end, each with its match, played in this many processes."""
    if jobs == 1 or len(tasks) < 2:
        yield from ((match, play_game(match, number)) for match, number in tasks)
        return
    with open_executor(min(jobs, len(tasks))) as pool:
        for (match, _), game in map_as_done(pool, play_task, {task: task for task in tasks}):
            yield match, game


def play_task(task: Task) -> Game:
    """Play a game in a process of a pool."""
    return play_game(*task)


def tally_games(games: Sequence[Game], side: int) -> Tally:
    """Return the tally of a side."""
    winners = [game.winner for game in games]
    return Tally(winners.count(side), winners.count(1 - side), winners.count(None))


def compute_share(tally: Tally) -> float:
    """Return the share of all points that were won."""
    return (tally.wins + tally.draws / 2) / (tally.wins + tally.losses + tally.draws)


def compute_mean_moves(games: Sequence[Game]) -> float:
    """Return the mean length of a game, in stones."""
    return sum(len(game.moves) for game in games) / len(games)


def compute_seconds_per_move(games: Sequence[Game], side: int) -> float:
    """Return the mean time that a side took for a move, 0 if it never moved."""
    stones = sum(game.count_stones(side) for game in games)
    return sum(game.seconds[side] for game in games) / max(stones, 1)


def judge_tally(tally: Tally) -> Verdict | None:
    """Return what the decisive games of the first side's tally say, None if there are none."""
    decisive = tally.wins + tally.losses
    if not decisive:
        return None
    most, leader = max(tally.wins, tally.losses), int(tally.losses > tally.wins)
    p = compute_binomial_p(tally.wins, tally.losses)
    return Verdict(leader, most / decisive, p, compute_wilson_interval(most, decisive, CONFIDENCE))


def count_distinct_games(games: Sequence[Game]) -> int:
    """Return how many games differ: players who leave little to chance repeat theirs, which prove little."""
    return len({(game.red, game.moves) for game in games})


def tally_by_colour(games: Sequence[Game]) -> tuple[Tally, Tally]:
    """Return the tallies of red and of yellow, whoever played them."""
    winners = [None if game.winner is None else game.winner == game.red for game in games]
    red = Tally(winners.count(True), winners.count(False), winners.count(None))
    return red, Tally(red.losses, red.wins, red.draws)


def describe_conditions(match: Match, players: Iterable[str]) -> dict[str, Any]:
    """Return for a file what the games of a match follow from, and whether they come out the same again."""
    settings = {"games": match.games, "seed": match.seed, "swap": match.swap}
    return {"settings": settings, "reproducible": not list_clocked_players(players)}
