"""Tests of tournaments: pairs, ratings, and resuming."""

import json
import math
import re
import signal
from collections.abc import Iterable
from itertools import combinations, pairwise, product
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from repository import Run, check_refused, read_output, start_c4, wait_until
from syrupy.assertion import SnapshotAssertion

from common.tools.commands.tournament import draw_heat_maps
from common.tools.journal import open_journal
from common.tools.play.arena import tournament
from common.tools.play.arena.games import Game, Match, Tally, play_game, play_matches

QUICK = 'players = ["mcts:iterations=3000", "forward", "random"]\ngames = 8\nseed = 3\n'
PLAYERS = ["random", "forward", "minimax"]


def rate_after(games: int, **points: float) -> dict[str, tournament.Rating]:
    """Return the ratings after matches, by name, such as AB=0.5: the share of its games that A has won."""
    results: dict[Match, list[Game]] = {}
    for (first, second), share in points.items():
        winners = [0] * round(games * share) + [1] * round(games * (1 - share))
        games_of_match = [Game(number, 0, "4", winner, (0.0, 0.0)) for number, winner in enumerate(winners)]
        results[Match((first, second), games, 1, swap=True)] = games_of_match
    return {rating.player: rating for rating in tournament.rate_players(results)}


@pytest.mark.parametrize(
    ("table", "pairs", "games", "seed", "swap"),
    [
        ({"players": PLAYERS, "games": 4, "seed": 7}, combinations(PLAYERS, 2), 4, 7, True),
        ({"players": PLAYERS, "swap": False}, product(PLAYERS, repeat=2), 10, 1, False),
        ({"pairs": [*pairwise(PLAYERS)]}, pairwise(PLAYERS), 10, 1, False),
        ({"pairs": [["random", "random"]]}, [("random", "random")], 10, 1, False),
    ],
)
def test_who_meets_whom(
    table: dict[str, Any], pairs: Iterable[tuple[str, str]], games: int, seed: int, swap: bool
) -> None:
    """All pairs meet once, red by turns; without swaps, in both colours, and also against themselves."""
    matches = tournament.parse_tournament(table)
    assert matches == [Match(pair, games, seed, swap) for pair in pairs]
    assert tournament.have_all_met(matches) == ("players" in table)


def test_equal_players_are_rated_equal() -> None:
    ratings = rate_after(20, AB=0.5, BC=0.5, AC=0.5)
    for rating in ratings.values():
        assert rating.elo == pytest.approx(0, abs=1e-6)
        assert rating.tally == Tally(20, 20, 0)
        assert rating.error == pytest.approx(ratings["A"].error)


def test_a_draw_is_half_a_win() -> None:
    match = Match(("A", "B"), 10, 1)
    drawn = {match: [Game(number, 0, "4", None, (0.0, 0.0)) for number in range(10)]}
    ratings = tournament.rate_players(drawn)
    for rating, expected in zip(ratings, rate_after(10, AB=0.5).values(), strict=True):
        assert rating.elo == pytest.approx(expected.elo, abs=1e-6)
        assert rating.error == pytest.approx(expected.error)


def test_one_sided_matches_are_rated_with_an_end() -> None:
    ratings = rate_after(1000, **dict.fromkeys(map("".join, combinations("ABCDEFGHIJ", 2)), 1.0))
    assert "".join(ratings) == "ABCDEFGHIJ"
    elos = [rating.elo for rating in ratings.values()]
    assert elos == pytest.approx([-elo for elo in reversed(elos)])
    assert all(200 < better - worse < 2000 for better, worse in pairwise(elos))
    elos = [rate_after(games, AB=1)["A"].elo for games in (10_000, 100_000)]
    assert elos[1] - elos[0] == pytest.approx(200, abs=1)  # B has as much less


def test_odds_of_ten_to_one_are_400_points() -> None:
    ratings = rate_after(11_000, AB=10 / 11)
    assert ratings["A"].elo - ratings["B"].elo == pytest.approx(400, abs=1)


def test_the_error_is_as_fisher_says() -> None:
    """The error of two equal players follows the formula, and four times the games halve it."""
    games, prior = 100, 0.5
    per_win = 400 / math.log(10)  # Elo, by a strength
    information = 2 * games / 4 + prior / 4  # on the difference of two strengths
    for rating in rate_after(games, AB=0.5).values():
        assert rating.error == pytest.approx(1.96 * per_win / math.sqrt(2 * information))
    few, many = rate_after(100, AB=0.6, BC=0.6, AC=0.7), rate_after(400, AB=0.6, BC=0.6, AC=0.7)
    for name in "ABC":
        assert many[name].error == pytest.approx(few[name].error / 2, rel=0.02)


def test_a_record_has_winners_and_rounded_figures(snapshot: SnapshotAssertion) -> None:
    match = Match(("random", "forward"), 4, 5)
    games = [
        Game(0, 0, "4455", 0, (1.0, 2.0)),
        Game(1, 0, "4455", 1, (1.0, 2.0)),
        Game(2, 0, "44556", None, (2.23456, 6.0)),
        Game(3, 0, "4455", 1, (1.0, 2.0)),
    ]
    assert tournament.make_tournament_record({match: games}) == snapshot


def test_games_are_the_same_however_played(tmp_path: Path) -> None:
    """One process, two processes and a resumed journal give the same result."""
    players = ["random", "forward", "weights-v2:depth=2"]
    matches = tournament.parse_tournament({"players": players, "games": 4, "seed": 5})
    seen: list[int] = []
    with open_journal(tmp_path / "alone", "test") as journal:
        alone = play_matches(matches, 1, lambda done, _: seen.append(done), journal)
    with open_journal(tmp_path / "together", "test") as journal:
        together = play_matches(matches, 2, lambda _done, _total: None, journal)
    with open_journal(tmp_path / "alone", "test") as journal, open_journal(tmp_path / "b", "test") as begun:
        begun.keep(*journal.done[:3])
    with open_journal(tmp_path / "b", "test") as journal:
        resumed = play_matches(matches, 1, lambda done, _: seen.append(done), journal)
    assert seen == [*range(13), *range(3, 13)]
    for match in matches:
        moves = [play_game((match, number)).moves for number in range(match.games)]
        for results in (alone, together, resumed):
            assert [game.moves for game in results[match]] == moves
    shares = tournament.compute_shares(alone)
    assert shares["random", "forward"] + shares["forward", "random"] == 1


def test_without_swapping_shares_are_those_of_red() -> None:
    matches = tournament.parse_tournament({"players": ["random", "forward"], "games": 4, "swap": False})
    results = {match: [play_game((match, number)) for number in range(4)] for match in matches}
    found = tournament.compute_shares(results)
    assert set(found) == {match.players for match in matches}
    for match, games in results.items():
        points = sum((game.winner == 0) + (game.winner is None) / 2 for game in games)
        assert found[match.players] == points / 4


@pytest.mark.parametrize(
    "text",
    [QUICK, 'pairs = [["forward", "random"], ["random", "mcts:iterations=2"]]\ngames = 9\n'],
    ids=["all meet", "some meet"],
)
def test_a_tournament_prints_ratings_or_matches(
    c4_here: Run, tmp_path: Path, snapshot: SnapshotAssertion, text: str
) -> None:
    config, path = tmp_path / "t.toml", tmp_path / "t.json"
    config.write_text(text, encoding="utf-8")
    assert read_output(c4_here("tournament", str(config), "--json", str(path))) == snapshot
    record = json.loads(path.read_text(encoding="utf-8"))
    assert ("ratings" in record) == (text == QUICK)
    assert sorted(tmp_path.iterdir()) == [path, config]  # without a journal


def test_an_interrupt_ends_all_processes_in_silence(tmp_path: Path) -> None:
    config = tmp_path / "t.toml"
    config.write_text('players = ["mcts:iterations=20000", "random"]\ngames = 500\n', encoding="utf-8")
    journal = tmp_path / "t.toml.journal"
    with start_c4("tournament", str(config), "--jobs", "2") as process:
        wait_until(journal.exists)
        sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=120) == ("", "")
        assert process.returncode == -signal.SIGINT


BAD = [
    "players = [",
    "",
    'players = ["random", "forward"]\ngame = 3',
    'players = ["random"]',
    'players = "random"',
    'players = ["random", "random"]',
    'players = ["random", "stockfish"]',
    'players = ["random", "minimax:depth=0"]',
    'players = ["random", "human"]',
    'players = ["random", "forward"]\ngames = 0',
    'players = ["random", "forward"]\ngames = true',
    'players = ["random", "forward"]\nseed = "x"',
    'players = ["random", "forward"]\nseed = -1',
    'players = ["random", "forward"]\nswap = 1',
    'pairs = [["random"]]',
    'pairs = [["random", "forward"], ["random", "forward"]]',
    'pairs = [["random", "x"]]',
    "pairs = []",
]


def test_a_bad_tournament_is_explained(c4_here: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    config, complaints = tmp_path / "t.toml", dict[str, str]()
    for text in BAD:
        config.write_text(text, encoding="utf-8")
        done = c4_here("tournament", str(config))
        check_refused(done, f"{config}")
        complaint = re.split(r"; the players are|TOML: ", done.stderr)[0]  # more of them, another Python
        complaints[text] = complaint.replace(f"{config}", "t.toml")
    assert complaints == snapshot


def test_a_heat_map_is_cut_to_the_terminal() -> None:
    shares = {("a", "g"): 0.75, ("b", "g"): 0.5, ("c", "g"): 0.0}
    parts = list(draw_heat_maps(list("abcdefg"), shares, 16))
    assert [len(part.columns) - 1 for part in parts] == [3, 3, 1]
    assert all(part.row_count == 7 for part in parts)
    cells: list[Any] = list(parts[2].columns[1].cells)
    assert [f"{cell}" for cell in cells[:4]] == ["  75", "  50", "   0", ""]
    assert len({f"{cell.style}" for cell in cells[:3]}) == 3
