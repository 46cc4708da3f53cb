"""A tournament: the file that names the players, all their games, and ratings.

match     of two players, as `c4 match` plays it with the same seed
points    1 for a game won, 1/2 for one drawn
journal   the file beside the result that keeps each finished game until the result is there
"""

import json
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from common.errors import UserError
from common.position import HEIGHT, WIDTH
from common.tools.journal import Journal
from common.tools.play.arena import games as arena
from common.tools.play.arena.games import Game, Match, Tally, compute_share

NUMBERS = {"games": (10, 1), "seed": (1, 0)}
"""The whole numbers of a tournament: the default, and the least."""
KEYS = ("players", "pairs", *NUMBERS, "swap")
ELO_PER_UNIT = 400 / math.log(10)
CONFIDENT = 1.96  # standard errors to either side that make 95 %
PRIOR_GAMES = 0.5
SHORTEST_STEP = 1e-5  # of strengths, 0.002 Elo: shorter ones may be errors of rounding, which have no end

Floats = NDArray[np.float64]
Results = Mapping[Match, Sequence[Game]]


class BadTournament(UserError):
    """Say what is wrong with a tournament's file."""


@dataclass(frozen=True)
class Tournament:
    """Players, and the matches between them."""

    players: tuple[str, ...]
    matches: tuple[Match, ...]

    @property
    def is_complete(self) -> bool:
        """Tell whether there are at least two players and all of them meet: only then can they be rated."""
        met = {frozenset(match.players) for match in self.matches}
        return len(self.players) > 1 and met >= set(map(frozenset, combinations(self.players, 2)))


class Rating(NamedTuple):
    """A player's Elo above the mean of all, its error, and their tally against the others."""

    player: str
    elo: float
    error: float
    tally: Tally


def read_tournament(path: Path) -> Tournament:
    """Read a tournament from a TOML file; raise BadTournament, naming the key, if there cannot be one."""
    try:
        tournament = parse_tournament(tomllib.loads(path.read_text(encoding="utf-8")))
        arena.check_players(tournament.players)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadTournament(f"{path} is not TOML: {error}") from None
    except UserError as error:
        raise BadTournament(f"{path}: {error}") from None
    return tournament


def parse_tournament(table: Mapping[str, Any]) -> Tournament:
    """Return the tournament of a TOML table.

    All `players` meet each other and take turns at red; with `swap = false` everybody as red meets everybody
    as yellow, themselves included. Instead, `pairs` may list who meets: as red and yellow, or taking turns
    with `swap = true`.
    """
    if unknown := [key for key in table if key not in KEYS]:
        raise BadTournament(f"there is no key {unknown[0]!r}; the keys are {', '.join(KEYS)}")
    if ("players" in table) == ("pairs" in table):
        raise BadTournament("either players or pairs must be given")
    games, seed = (parse_whole_number(table, key, *limits) for key, limits in NUMBERS.items())
    swap = table.get("swap", "players" in table)
    if not isinstance(swap, bool):
        raise BadTournament(f"swap {swap!r} is neither true nor false")
    if "players" in table:
        players = parse_names("players", table["players"])
        pairs = list(combinations(players, 2)) if swap else list(product(players, players))
    else:
        pairs = parse_pairs(table["pairs"])
        players = list(dict.fromkeys(text for pair in pairs for text in pair))
    return Tournament(tuple(players), tuple(Match(pair, games, seed, swap) for pair in pairs))


def parse_whole_number(table: Mapping[str, Any], key: str, default: int, least: int) -> int:
    """Return a whole number of a table."""
    value = table.get(key, default)
    if type(value) is not int or value < least:
        raise BadTournament(f"{key} {value!r} is not a whole number from {least} on")
    return value


def parse_names(key: str, value: Any) -> list[str]:
    """Return a list of at least two names, all different."""
    names = cast("list[Any]", value) if isinstance(value, list) else []
    if len(names) < 2 or not all(isinstance(text, str) for text in names):
        raise BadTournament(f"{key} must be a list of two or more players, not {value!r}")
    if repeated := [text for text in names if names.count(text) > 1]:
        raise BadTournament(f"{key} has {repeated[0]!r} twice")
    return names


def parse_pairs(value: Any) -> list[tuple[str, str]]:
    """Return a list of different pairs."""
    pairs: list[tuple[str, str]] = []
    for pair in cast("list[Any]", value) if isinstance(value, list) else []:
        match pair:
            case [str(red), str(yellow)] if (red, yellow) not in pairs:
                pairs.append((red, yellow))
            case _:
                raise BadTournament(f"pairs has {pair!r}, which is not two players or is there twice")
    if not pairs:
        raise BadTournament(f"pairs must be a list of pairs of players, not {value!r}")
    return pairs


def make_tournament_heading(tournament: Tournament) -> str:
    """Return the first line of a journal, which no other tournament or size of board has."""
    match = tournament.matches[0]
    pairs = json.dumps([pair.players for pair in tournament.matches])
    settings = f"games {match.games} seed {match.seed} swap {match.swap}".lower()
    digest = sha256(pairs.encode()).hexdigest()[:16]
    return f"c4-tournament-journal {WIDTH}x{HEIGHT} {settings} players {digest}"


def play_tournament(
    tournament: Tournament, journal: Journal, jobs: int, on_game: Callable[[int, int], None]
) -> Results:
    """Return the games of each match in order: those in the journal, and the others, which are played now.

    Call `on_game` with the number of games done and of all, once before any is played and then after each.
    """
    done: dict[tuple[Match, int], Game] = {}
    for index, number, red, moves, winner, (one, other) in journal.done:
        done[tournament.matches[index], number] = Game(number, red, moves, winner, (one, other))
    tasks = [(match, number) for match in tournament.matches for number in range(match.games)]
    tasks_left = [task for task in tasks if task not in done]
    indices = {match: index for index, match in enumerate(tournament.matches)}
    on_game(len(done), len(tasks))
    for match, game in arena.play_games(tasks_left, jobs):
        done[match, game.number] = game
        journal.keep([indices[match], game.number, game.red, game.moves, game.winner, game.seconds])
        on_game(len(done), len(tasks))
    return {match: [done[match, number] for number in range(match.games)] for match in tournament.matches}


def compute_shares(tournament: Tournament, results: Results) -> dict[tuple[str, str], float]:
    """Return the share of points that each player took from each opponent: as red, unless they swapped."""
    shares = {match.players: compute_share(arena.tally_games(games, 0)) for match, games in results.items()}
    if tournament.matches[0].swap:
        return {(second, first): 1 - points for (first, second), points in shares.items()} | shares
    return shares


def rate_players(tournament: Tournament, results: Results) -> list[Rating]:
    """Return the players with their ratings, best first.

    In the model of Bradley and Terry, 400 Elo more are odds of 10 to 1, and the ratings are those that make
    the points likeliest. A draw is half a win and half a loss. In addition each player is given half a drawn
    game against a player rated at the mean, or the rating of one who won everything would have no limit.
    The error is 1.96 standard errors by Fisher's information, which takes all games to be independent.
    """
    players = tournament.players
    points = np.zeros((len(players), len(players)))
    tallies = {text: Tally(0, 0, 0) for text in players}
    for match, games in results.items():
        for side, (player, opponent) in enumerate((match.players, match.players[::-1])):
            if player != opponent:
                tally = arena.tally_games(games, side)
                points[players.index(player), players.index(opponent)] += tally.wins + tally.draws / 2
                tallies[player] += tally
    elo, error = (map(float, figures) for figures in estimate_elo(points))
    ratings = map(Rating, players, elo, error, tallies.values())
    return sorted(ratings, key=lambda rating: -rating.elo)


def estimate_elo(points: Floats) -> tuple[Floats, Floats]:
    """Return each player's Elo and error from the points that row took from column, by Newton's method."""
    games = points + points.T
    strength: Floats = np.zeros(len(points))
    while True:
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        against_mean = 1 / (1 + np.exp(-strength))
        slope = (points - games * chance).sum(axis=1) + PRIOR_GAMES * (0.5 - against_mean)
        certainty = games * chance * (1 - chance)
        own = certainty.sum(axis=1) + PRIOR_GAMES * against_mean * (1 - against_mean)
        information = np.diag(own) - certainty
        covariance = np.asarray(np.linalg.inv(information), dtype=np.float64)
        step = covariance @ slope
        longest = float(np.abs(step).max())
        strength = strength + step / max(1.0, longest)
        if longest < SHORTEST_STEP:
            break
    from_mean = np.eye(len(points)) - 1 / len(points)
    covariance = from_mean @ covariance @ from_mean
    return ELO_PER_UNIT * (from_mean @ strength), ELO_PER_UNIT * CONFIDENT * np.sqrt(np.diag(covariance))


def make_tournament_record(tournament: Tournament, results: Results) -> dict[str, Any]:
    """Return a tournament for a file; of each game only who won: + the first, - the second, = neither."""
    ratings = [
        {"player": text, "elo": round(elo, 1), "error_95": round(error, 1), **vars(tally)}
        for text, elo, error, tally in (rate_players(tournament, results) if tournament.is_complete else [])
    ]
    matches = [
        {
            "players": match.players,
            "results": "".join("=" if game.winner is None else "+-"[game.winner] for game in games),
            "mean_moves": round(arena.compute_mean_moves(games), 2),
            "distinct_games": arena.count_distinct_games(games),
            "seconds_per_move": [
                float(f"{arena.compute_seconds_per_move(games, side):.3g}") for side in (0, 1)
            ],
        }
        for match, games in results.items()
    ]
    conditions = arena.describe_conditions(tournament.matches[0], tournament.players)
    return conditions | ({"ratings": ratings} if ratings else {}) | {"matches": matches}
