"""A tournament: the matches that its file names, and ratings of players who all meet.

match     of two players, as `c4 match` plays it with the same seed
points    1 for a game won, 1/2 for one drawn
"""

import json
import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from common.errors import UserError
from common.position import HEIGHT, WIDTH
from common.tools.play.arena import games as arena
from common.tools.play.arena.games import Game, Match, Results, Tally, compute_share

KINDS = {"players": list, "pairs": list, "games": int, "seed": int, "swap": bool}
"""The keys of a tournament's file, and the type of each value."""
ELO_PER_UNIT = 400 / math.log(10)
CONFIDENT = 1.96  # standard errors to either side that make 95 %
PRIOR_GAMES = 0.5
SHORTEST_STEP = 1e-5  # of strengths, 0.002 Elo: shorter ones may be errors of rounding, which have no end
MOST_STEPS = 1000  # with very many games, rounding may keep steps from getting shorter

Floats = NDArray[np.float64]


class Rating(NamedTuple):
    """A player's Elo above the mean of all, its error, and their tally against the others."""

    player: str
    elo: float
    error: float
    tally: Tally


def read_tournament(path: Path) -> list[Match]:
    """Read the matches of a tournament from a TOML file; raise UserError if the file is invalid."""
    try:
        matches = parse_tournament(tomllib.loads(path.read_text(encoding="utf-8")))
        arena.check_matches(matches)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path} is not TOML: {error}") from None
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return matches


def parse_tournament(table: Mapping[str, Any]) -> list[Match]:
    """Return the matches of a TOML table.

    All `players` meet each other and take turns at red; with `swap = false` everybody as red meets everybody
    as yellow, themselves included. Instead, `pairs` may list who meets: as red and yellow, or taking turns
    with `swap = true`.
    """
    for key, value in table.items():
        if type(value) is not KINDS.get(key):
            raise UserError(
                f"{key} is {value!r}, but there may only be players or pairs, which are lists, "
                "games and seed, which are whole numbers, and swap, which is true or false"
            )
    if ("players" in table) == ("pairs" in table):
        raise UserError("give either players or pairs")
    games, seed, swap = table.get("games", 10), table.get("seed", 1), table.get("swap", "players" in table)
    if games < 1 or seed < 0:
        raise UserError(f"games must be at least 1 and seed at least 0; they are {games} and {seed}")
    listed: list[object] = table.get("players", table.get("pairs"))
    pairs = listed if "pairs" in table else combinations(listed, 2) if swap else product(listed, listed)
    matches: list[Match] = []
    for pair in pairs:
        match pair:
            case [str(red), str(yellow)]:
                matches.append(Match((red, yellow), games, seed, swap))
            case _:
                raise UserError(f"{pair!r} is not two players")
    if not matches or any(listed.count(one) > 1 for one in listed):
        raise UserError(f"{listed!r} must be two or more players, or pairs of players, all different")
    return matches


def list_players(matches: Iterable[Match]) -> list[str]:
    """Return the players of matches, each once."""
    return list(dict.fromkeys(text for match in matches for text in match.players))


def have_all_met(matches: Iterable[Match]) -> bool:
    """Return whether at least two players all meet each other: only then can they be rated."""
    pairs = {frozenset(match.players) for match in matches}
    players = frozenset[str]().union(*pairs)
    return len(players) > 1 and pairs >= set(map(frozenset, combinations(players, 2)))


def make_heading(matches: Sequence[Match]) -> str:
    """Return the job of a journal, unique to the tournament and the board's size."""
    pairs = json.dumps([match.players for match in matches])
    settings = f"games {matches[0].games} seed {matches[0].seed} swap {matches[0].swap}".lower()
    digest = sha256(pairs.encode()).hexdigest()[:16]
    return f"c4-tournament-journal {WIDTH}x{HEIGHT} {settings} players {digest}"


def compute_shares(results: Results) -> dict[tuple[str, str], float]:
    """Return each player's share of points against each opponent, as red unless they swapped."""
    shares = {match.players: compute_share(arena.tally_games(games, 0)) for match, games in results.items()}
    if all(match.swap for match in results):
        return {(second, first): 1 - points for (first, second), points in shares.items()} | shares
    return shares


def rate_players(results: Results) -> list[Rating]:
    """Return the players with their ratings, best first.

    In the model of Bradley and Terry, 400 Elo more are odds of 10 to 1, and the ratings are those that make
    the points likeliest. A draw is half a win and half a loss. In addition each player is given half a drawn
    game against a player rated at the mean, or the rating of one who won everything would have no limit.
    The error is 1.96 standard errors by Fisher's information, which takes all games to be independent.
    """
    players = list_players(results)
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
    """Return each player's Elo and error from the points of row against column, by Newton's method."""
    count = len(points)
    points = np.pad(points, (0, 1), constant_values=PRIOR_GAMES / 2)  # against the mean, the last player
    points[count, count] = 0
    games, strength = points + points.T, np.zeros(count + 1)
    steps = 0
    while True:
        steps += 1
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (points - games * chance).sum(axis=1)
        certainty = games * chance * (1 - chance)
        information = np.diag(certainty.sum(axis=1)) - certainty
        covariance = np.asarray(np.linalg.inv(information[:count, :count]), dtype=np.float64)
        step = covariance @ slope[:count]
        longest = float(np.abs(step).max())
        strength[:count] += step / max(1.0, longest)
        if longest < SHORTEST_STEP or steps == MOST_STEPS:
            break
    from_mean = np.eye(count) - 1 / count
    covariance = from_mean @ covariance @ from_mean
    errors = CONFIDENT * np.sqrt(np.diag(covariance))
    return ELO_PER_UNIT * (from_mean @ strength[:count]), ELO_PER_UNIT * errors


def make_tournament_record(results: Results) -> dict[str, object]:
    """Return a tournament for a file: the ratings if there are any, and the matches."""
    matches = [make_match_record(match, games) for match, games in results.items()]
    if not have_all_met(results):
        return {"matches": matches}
    ratings = [
        {"player": text, "elo": round(elo, 1), "error_95": round(error, 1), **vars(tally)}
        for text, elo, error, tally in rate_players(results)
    ]
    return {"ratings": ratings, "matches": matches}


def make_match_record(match: Match, games: Sequence[Game]) -> dict[str, object]:
    """Return a match for a file; each game is only a sign: + the first won, - the second, = neither."""
    seconds = (arena.compute_seconds_per_move(games, side) for side in (0, 1))
    return {
        "players": match.players,
        "results": "".join("=" if game.winner is None else "+-"[game.winner] for game in games),
        "mean_moves": round(arena.compute_mean_moves(games), 2),
        "distinct_games": len(arena.list_distinct_games(games)),
        "seconds_per_move": [float(f"{mean:.3g}") for mean in seconds],
    }
