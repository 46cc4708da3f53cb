"""A tournament: players and pairs by the file that names them, all their games, and ratings.

match     of two players, as `c4 match` plays it with the same seed
points    1 for a game won, 1/2 for one drawn
journal   the file beside the result that keeps each finished game until the result is there
"""

import json
import math
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from common.errors import UserError
from common.files import write_whole
from common.players.arena import (
    Game,
    Match,
    Score,
    check,
    distinct,
    mean_moves,
    played,
    score,
    seconds_per_move,
)
from common.position import HEIGHT, WIDTH

KEYS = ("players", "pairs", "games", "seed", "swap")
ELO_PER_UNIT = 400 / math.log(10)
CONFIDENT = 1.96  # standard errors to either side that make 95 %
PRIOR_GAMES = 0.5

Floats = NDArray[np.float64]
Results = Mapping[Match, Sequence[Game]]


class BadTournament(UserError):
    """Say what is wrong with a tournament's file or journal."""


@dataclass(frozen=True)
class Tournament:
    """Players, and the matches between them."""

    players: tuple[str, ...]
    matches: tuple[Match, ...]

    @property
    def complete(self) -> bool:
        """Tell whether there are two players and each two meet, without which they cannot be rated."""
        met = {frozenset(match.players) for match in self.matches}
        pairs = list(combinations(self.players, 2))
        return bool(pairs) and all(frozenset(pair) in met for pair in pairs)


@dataclass(frozen=True)
class Rating:
    """A player's Elo above the mean of all, how much more or less it may be, and his games with others."""

    player: str
    elo: float
    error: float
    score: Score


def load(path: Path) -> Tournament:
    """Read a tournament from a TOML file; raise BadTournament, with the key, for what cannot be one."""
    try:
        table = tomllib.loads(path.read_text())
        tournament = read(table)
        check_players("players" if "players" in table else "pairs", tournament.players)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadTournament(f"{path} is not TOML: {error}") from None
    except UserError as error:
        raise BadTournament(f"{path}: {error}") from None
    return tournament


def read(table: Mapping[str, Any]) -> Tournament:
    """Return the tournament of a TOML table.

    Of `players` each two meet, by turns red, or with `swap = false` each as red meets each as yellow,
    himself too. In place of them `pairs` may name who meets: red and yellow, or by turns with `swap = true`.
    """
    if unknown := [key for key in table if key not in KEYS]:
        raise BadTournament(f"there is no key {unknown[0]!r}; the keys are {', '.join(KEYS)}")
    if ("players" in table) == ("pairs" in table):
        raise BadTournament("either players or pairs must be given")
    games, seed = whole(table, "games", 10, least=1), whole(table, "seed", 1, least=0)
    swap = table.get("swap", "players" in table)
    if not isinstance(swap, bool):
        raise BadTournament(f"swap {swap!r} is neither true nor false")
    if "players" in table:
        players = names("players", table["players"])
        pairs = list(combinations(players, 2)) if swap else list(product(players, players))
    else:
        pairs = two_each(table["pairs"])
        players = list(dict.fromkeys(text for pair in pairs for text in pair))
    return Tournament(tuple(players), tuple(Match(pair, games, seed, swap) for pair in pairs))


def check_players(key: str, players: Iterable[str]) -> None:
    """Raise BadTournament if somebody cannot play."""
    for text in players:
        try:
            check(Match((text, text), 1, 1))
        except UserError as error:
            raise BadTournament(f"{key}: {error}") from None


def whole(table: Mapping[str, Any], key: str, default: int, *, least: int) -> int:
    """Return a whole number of a table."""
    value = table.get(key, default)
    if type(value) is not int:
        raise BadTournament(f"{key} {value!r} is not a whole number")
    if value < least:
        raise BadTournament(f"{key} {value} is less than {least}")
    return value


def names(key: str, value: Any) -> list[str]:
    """Return a list of two or more different names."""
    found = listed(value)
    if len(found) < 2 or not all(isinstance(text, str) for text in found):
        raise BadTournament(f"{key} must be a list of two or more players")
    if twice := [text for text in found if found.count(text) > 1]:
        raise BadTournament(f"{key} has {twice[0]!r} twice")
    return found


def listed(value: Any) -> list[Any]:
    """Return a list as it is, an empty one for what is none."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def two_each(value: Any) -> list[tuple[str, str]]:
    """Return a list of different pairs."""
    pairs: list[tuple[str, str]] = []
    for pair in listed(value):
        match pair:
            case [str(red), str(yellow)] if (red, yellow) not in pairs:
                pairs.append((red, yellow))
            case _:
                raise BadTournament(f"pairs has {pair!r}, which is not two players or is there twice")
    if not pairs:
        raise BadTournament("pairs must be a list of pairs of players")
    return pairs


def play_tournament(
    tournament: Tournament, journal: Path, jobs: int, on_game: Callable[[int], None]
) -> Results:
    """Return the games of each match in order, those of the journal and those it lacks, now played.

    `on_game` is told how many are done, first without any played.
    """
    done = read_journal(journal, tournament)
    tasks = [(match, number) for match in tournament.matches for number in range(match.games)]
    left = [(match, number) for match, number in tasks if (match, number) not in done]
    indices = {match: index for index, match in enumerate(tournament.matches)}
    on_game(len(done))
    with journal.open("a") as file:
        for match, game in played(left, jobs):
            done[match, game.number] = game
            file.write(line(indices[match], game))
            file.flush()
            on_game(len(done))
    return {match: [done[match, number] for number in range(match.games)] for match in tournament.matches}


def heading(tournament: Tournament) -> str:
    """Return the first line of a journal, which no other tournament or size of board has."""
    return f"c4-tournament-journal {WIDTH}x{HEIGHT} {sha256(repr(tournament).encode()).hexdigest()}\n"


def line(index: int, game: Game) -> str:
    """Return a game's line in the journal."""
    return json.dumps([index, game.number, game.red, game.moves, game.winner, game.seconds]) + "\n"


def read_journal(path: Path, tournament: Tournament) -> dict[tuple[Match, int], Game]:
    """Return the games played so far, and leave a journal without a torn last line.

    Raise BadTournament if the journal is another's.
    """
    text = path.read_text() if path.exists() else ""
    first, *lines = text[: text.rfind("\n") + 1].splitlines(keepends=True) or [heading(tournament)]
    if first != heading(tournament):
        raise BadTournament(f"{path} is of another tournament; go on with that one, or delete it")
    write_whole(path, first + "".join(lines))
    done: dict[tuple[Match, int], Game] = {}
    for index, number, red, moves, winner, (one, other) in map(json.loads, lines):
        done[tournament.matches[index], number] = Game(number, red, moves, winner, (one, other))
    return done


def share(found: Score) -> float:
    """Return the points won of those there were."""
    return (found.wins + found.draws / 2) / (found.wins + found.losses + found.draws)


def shares(tournament: Tournament, results: Results) -> dict[tuple[str, str], float]:
    """Return the share of points that each player took from each whom he met: as red, unless they swapped."""
    found = {match.players: share(score(games, 0)) for match, games in results.items()}
    if tournament.matches[0].swap:
        return {(second, first): 1 - points for (first, second), points in found.items()} | found
    return found


def ratings(tournament: Tournament, results: Results) -> list[Rating]:
    """Return the players, best first, with their ratings.

    By the model of Bradley and Terry 400 Elo more are odds of 10 to 1, and the ratings are those that make
    the points likeliest, a draw half a win and half a loss. Each player has in addition half a drawn game
    against a player of the mean, or one who won everything would be rated without end. The error is 1.96
    standard errors by Fisher's information, which takes all games for independent.
    """
    players = tournament.players
    points = np.zeros((len(players), len(players)))
    scores = {text: Score(0, 0, 0) for text in players}
    for match, games in results.items():
        first, second = match.players
        if first != second:
            mine, theirs = score(games, 0), score(games, 1)
            points[players.index(first), players.index(second)] += mine.wins + mine.draws / 2
            points[players.index(second), players.index(first)] += theirs.wins + theirs.draws / 2
            scores[first], scores[second] = scores[first] + mine, scores[second] + theirs
    elo, error = likeliest(points)
    found = [
        Rating(text, float(elo[index]), float(error[index]), scores[text])
        for index, text in enumerate(players)
    ]
    return sorted(found, key=lambda rating: -rating.elo)


def likeliest(points: Floats) -> tuple[Floats, Floats]:
    """Return Elo and error of each player from the points that row took from column, by Newton's method."""
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
        if longest < 1e-9:
            break
    from_mean = np.eye(len(points)) - 1 / len(points)
    covariance = from_mean @ covariance @ from_mean
    return ELO_PER_UNIT * (from_mean @ strength), ELO_PER_UNIT * CONFIDENT * np.sqrt(np.diag(covariance))


def as_json(tournament: Tournament, results: Results) -> dict[str, Any]:
    """Return a tournament for a file; of a game only who won: + the first, - the second, = neither."""
    one = tournament.matches[0]
    record: dict[str, Any] = {"settings": {"games": one.games, "seed": one.seed, "swap": one.swap}}
    if tournament.complete:
        record["ratings"] = [
            {
                "player": rating.player,
                "elo": round(rating.elo, 1),
                "error_95": round(rating.error, 1),
                **vars(rating.score),
            }
            for rating in ratings(tournament, results)
        ]
    record["matches"] = [
        {
            "players": match.players,
            "results": "".join("=" if game.winner is None else "+-"[game.winner] for game in games),
            "mean_moves": round(mean_moves(games), 2),
            "distinct_games": distinct(games),
            "seconds_per_move": [float(f"{seconds_per_move(games, side):.3g}") for side in (0, 1)],
        }
        for match, games in results.items()
    ]
    return record
