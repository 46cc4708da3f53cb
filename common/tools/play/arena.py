"""The arena: many games between players, and the statistics of a match.

side      0 for the player named first, 1 for the other; X moves first
decisive  of a game: it has a winner
leader    the side that has won more games, which is known only after they are played
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import lru_cache
from math import sqrt
from operator import add
from random import Random
from statistics import NormalDist
from time import perf_counter

from c4.model import list_best
from common.errors import Error
from common.position import CELLS, COLUMN_NAMES
from common.tools.play.players.cards import CardPlayer
from common.tools.play.players.own import Forfeit, OwnPlayer, choose_column
from common.tools.play.players.perfect import score_columns
from common.tools.play.players.player import EnginePosition, Human, Player, board_bits
from common.tools.play.players.registry import parse_anyone
from common.tools.pools import map_as_done, open_executor
from common.tools.terminal.streams import print_if_slow, print_message

CONFIDENCE = 0.95
SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Match:
    """Two players by name, with the seed of all their games; if they swap, they take turns as X."""

    players: tuple[str, str]
    games: int
    seed: int
    swap: bool = False


Task = tuple[Match, int]
"""A game to be played: its match and its number."""


@dataclass(frozen=True)
class Game:
    """A game that has been played, with the side that was X, and the seconds that each side took.

    A user's program that gives no move loses; then `forfeit` says why.
    """

    number: int
    x: int
    moves: str
    winner: int | None
    seconds: Sequence[float]
    forfeit: str = ""


Results = Mapping[Match, Sequence[Game]]
"""The games of each match, in order."""


@dataclass(frozen=True)
class Tally:
    """The numbers of games that a side has won, lost and drawn."""

    wins: int
    losses: int
    draws: int

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*map(add, astuple(self), astuple(other)))

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}-{self.draws}"


@dataclass(frozen=True)
class Verdict:
    """The evidence of the decisive games about the leader.

    p is the chance that two equal players end at least this far apart, whoever leads: the binomial test is
    two-sided, as the leader was not named beforehand. The rate is the leader's share of the decisive games,
    and the interval is Wilson's.
    """

    leader: int
    rate: float
    p: float
    interval: tuple[float, float]

    @property
    def is_significant(self) -> bool:
        """Return whether equal players would seldom end so far apart."""
        return self.p < SIGNIFICANT


@lru_cache
def build_player(text: str) -> Player | OwnPlayer:
    """Return this process's player of a name; the course's players are compiled now, off the clock."""
    player = parse_anyone(text)
    if not isinstance(player, OwnPlayer):
        starting = f"starting {text}, and compiling changed code ..."
        with print_if_slow(starting), suppress(Error):  # one that cannot begin a game may join one later
            player.choose(board_bits.Position.start(), Random(0))
    return player


def check_matches(matches: Iterable[Match]) -> None:
    """Raise Error if a player is human, or cannot play the stones of a match."""
    for match in matches:
        for side, text in enumerate(match.players):
            player = parse_anyone(text)
            if isinstance(player, Human):
                raise Error("a human can only play in c4 play, and is not judged")
            if isinstance(player, CardPlayer) and (match.swap or player.holder != side):
                own, place = (("X", "first"), ("O", "second"))[player.holder]
                raise Error(
                    f"{text} plays {own} only, and would have to play the other stones here: "
                    f"in a match, name it {place}, and do not swap"
                )


def play_moves(
    players: Sequence[Player | OwnPlayer], rng: Random
) -> Iterator[tuple[EnginePosition, int, float]]:
    """Yield each position of a game, the column chosen there, and the seconds it took.

    Raise Forfeit if a user's program gives no move.
    """
    position: EnginePosition = board_bits.Position.start()
    moves, is_over = "", False
    while not is_over:
        began = perf_counter()
        column = choose_column(players[position.moves % 2], moves, position, rng)
        yield position, column, perf_counter() - began
        is_over = position.is_winning_move(column) or position.moves + 1 == CELLS
        position, moves = position.play(column), moves + COLUMN_NAMES[column]


def play_game(task: Task) -> Game:
    """Play a game; its randomness depends only on the match's seed, the players' names and its number."""
    match, number = task
    rng = Random(f"{match.seed} {' '.join(match.players)} {number}")
    x = number % 2 if match.swap else 0
    sides = x, 1 - x
    moves, seconds, winner, forfeit = "", [0.0, 0.0], None, ""
    try:
        for position, column, taken in play_moves([build_player(match.players[side]) for side in sides], rng):
            side = sides[position.moves % 2]
            moves += COLUMN_NAMES[column]
            seconds[side] += taken
            if position.is_winning_move(column):
                winner = side
    except Forfeit as error:
        winner, forfeit = 1 - sides[len(moves) % 2], f"{error}"
    return Game(number, x, moves, winner, seconds, forfeit)


def play_matches(matches: Sequence[Match], jobs: int, on_game: Callable[[int, int], None]) -> Results:
    """Play the games of each match.

    Call `on_game` with the number of games done and of all, once before any is played and then after each.
    """
    tasks = [(match, number) for match in matches for number in range(match.games)]
    done: dict[Task, Game] = {}
    on_game(0, len(tasks))
    losers: set[str] = set()
    for task, game in play_games(tasks, jobs):
        done[task] = game
        if game.winner is not None and game.forfeit:
            loser = task[0].players[1 - game.winner]
            if loser not in losers:
                print_message(game.forfeit)  # now: a hundred silences take a long time
            losers.add(loser)
        on_game(len(done), len(tasks))
    return {match: [done[match, number] for number in range(match.games)] for match in matches}


def play_games(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Task, Game]]:
    """Yield games as they end, played in this process or in `jobs` others."""
    if jobs == 1:
        yield from ((task, play_game(task)) for task in tasks)
        return
    with open_executor(jobs) as pool:
        yield from map_as_done(pool, play_game, {task: task for task in tasks})


def tally_games(games: Sequence[Game], side: int) -> Tally:
    """Return the tally of a side."""
    winners = [game.winner for game in games]
    return Tally(winners.count(side), winners.count(1 - side), winners.count(None))


def compute_mean_moves(games: Sequence[Game]) -> float:
    """Return the mean length of a game, in stones."""
    return sum(len(game.moves) for game in games) / len(games)


def count_stones(games: Iterable[Game], side: int) -> int:
    """Return how many stones a side played."""
    return sum((len(game.moves) + (side == game.x)) // 2 for game in games)


def judge_tally(tally: Tally) -> Verdict | None:
    """Return the evidence of the decisive games in the first side's tally, or None without any."""
    decisive = tally.wins + tally.losses
    if not decisive:
        return None
    most, leader = max(tally.wins, tally.losses), int(tally.losses > tally.wins)
    p = compute_binomial_p(tally.wins, tally.losses)
    return Verdict(leader, most / decisive, p, compute_wilson_interval(most, decisive, CONFIDENCE))


def compute_binomial_p(wins: int, losses: int) -> float:
    """Return the two-sided binomial p-value of wins and losses."""
    coins, ways, tail = wins + losses, 1, 0
    for heads in range(min(wins, losses) + 1):
        tail += ways
        ways = ways * (coins - heads) // (heads + 1)
    return min(1.0, 2 * tail / 2**coins)


def compute_wilson_interval(wins: int, games: int, confidence: float) -> tuple[float, float]:
    """Return Wilson's interval for the win rate (Wilson 1927)."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, widening = wins / games, z * z / games
    middle, half = rate + widening / 2, sqrt(widening * (rate * (1 - rate) + widening / 4))
    return max(0.0, (middle - half) / (1 + widening)), min(1.0, (middle + half) / (1 + widening))


def list_distinct_games(games: Iterable[Game]) -> list[Game]:
    """Return each game once: the same game again proves nothing."""
    return list({(game.x, game.moves): game for game in games}.values())


def judge_match(games: Sequence[Game]) -> Verdict | None:
    """Return the evidence of the distinct games, or None without a decisive one.

    None, too, if each player, as X, only repeated one game: then nothing was left to chance.
    """
    distinct = list_distinct_games(games)
    if len(games) > len(distinct) == len({game.x for game in games}):
        return None
    return judge_tally(tally_games(distinct, 0))


def count_best_moves(game: Game) -> tuple[int, int]:
    """Return how many best moves, those with the highest score, each side played in a game."""
    position, counts = board_bits.Position.start(), [0, 0]
    for number, name in enumerate(game.moves):
        column = COLUMN_NAMES.index(name)
        side = (number + game.x) % 2
        counts[side] += column in list_best(score_columns(position))
        position = position.play(column)
    return counts[0], counts[1]
