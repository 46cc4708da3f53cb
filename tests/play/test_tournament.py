"""Tests of tournaments: who meets whom, ratings, and going on where one was ended."""

import json
import math
import signal
from collections.abc import Iterable
from io import StringIO
from itertools import combinations, pairwise, product
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from repository import Run, check_refused, read_output, start_c4, wait_until
from rich.console import Console

from common.tools.journal import open_journal
from common.tools.play.arena.games import Game, Match, Tally, play_game
from common.tools.play.arena.tournament import (
    Rating,
    Tournament,
    compute_shares,
    make_tournament_record,
    parse_tournament,
    play_tournament,
    rate_players,
)
from common.tools.terminal.drawing import draw_heat_maps, mix_shade, style_score

QUICK = 'players = ["mcts:iterations=3000", "forward", "random"]\ngames = 8\nseed = 3\n'


def rate_after(games: int, **points: float) -> dict[str, Rating]:
    """Return the ratings after matches, by name, such as AB=0.5: the share of its games that A has won."""
    names = sorted({name for pair in points for name in pair})
    results: dict[Match, list[Game]] = {}
    for (first, second), share in points.items():
        winners = [0] * round(games * share) + [1] * round(games * (1 - share))
        games_of_match = [Game(number, 0, "4", winner, (0.0, 0.0)) for number, winner in enumerate(winners)]
        results[Match((first, second), games, 1, swap=True)] = games_of_match
    return {
        rating.player: rating for rating in rate_players(Tournament(tuple(names), tuple(results)), results)
    }


PLAYERS = ["random", "forward", "minimax"]


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
    """Each two meet once, by turns red; without that each meets each in either colour, and themselves."""
    tournament = parse_tournament(table)
    assert tournament.matches == tuple(Match(pair, games, seed, swap) for pair in pairs)
    assert list(tournament.players) == [name for name in PLAYERS if name in f"{tournament.matches}"]
    assert tournament.is_complete == ("players" in table)


def test_equal_players_are_rated_equal() -> None:
    ratings = rate_after(20, AB=0.5, BC=0.5, AC=0.5)
    for rating in ratings.values():
        assert rating.elo == pytest.approx(0, abs=1e-6)
        assert rating.tally == Tally(20, 20, 0)
        assert rating.error == pytest.approx(ratings["A"].error)


def test_a_draw_is_half_a_win() -> None:
    match = Match(("A", "B"), 10, 1)
    drawn = {match: [Game(number, 0, "4", None, (0.0, 0.0)) for number in range(10)]}
    ratings = rate_players(Tournament(match.players, (match,)), drawn)
    for rating, expected in zip(ratings, rate_after(10, AB=0.5).values(), strict=True):
        assert rating.elo == pytest.approx(expected.elo, abs=1e-6)
        assert rating.error == pytest.approx(expected.error)


def test_who_beats_everybody_is_first_and_rated_with_an_end() -> None:
    ratings = rate_after(20, AB=1, AC=1, BC=1)
    assert list(ratings) == ["A", "B", "C"]
    assert 200 < ratings["A"].elo < 2000
    assert ratings["A"].elo == pytest.approx(-ratings["C"].elo)
    assert ratings["A"].error > rate_after(20, AB=0.6, AC=0.6, BC=0.6)["A"].error


def test_more_games_without_a_loss_are_worth_more_however_many_there_are() -> None:
    elos = [rate_after(games, AB=1)["A"].elo for games in (10_000, 100_000)]
    assert elos[1] - elos[0] == pytest.approx(200, abs=1)  # B has as much less


def test_ten_players_of_whom_the_better_always_wins_are_rated() -> None:
    ratings = rate_after(1000, **dict.fromkeys(map("".join, combinations("ABCDEFGHIJ", 2)), 1.0))
    assert "".join(ratings) == "ABCDEFGHIJ"
    elos = [rating.elo for rating in ratings.values()]
    assert elos == pytest.approx([-elo for elo in reversed(elos)])
    assert all(200 < better - worse < 2000 for better, worse in pairwise(elos))


def test_odds_of_ten_to_one_are_400_points() -> None:
    ratings = rate_after(11_000, AB=10 / 11)
    assert ratings["A"].elo - ratings["B"].elo == pytest.approx(400, abs=1)


def test_four_times_the_games_halve_the_error() -> None:
    few, many = rate_after(100, AB=0.6, BC=0.6, AC=0.7), rate_after(400, AB=0.6, BC=0.6, AC=0.7)
    for name in "ABC":
        assert many[name].error == pytest.approx(few[name].error / 2, rel=0.02)
    assert many["A"].elo == pytest.approx(few["A"].elo, rel=0.02)


def test_the_error_of_two_equals_is_as_fisher_says() -> None:
    games, prior = 100, 0.5
    per_win = 400 / math.log(10)  # Elo, by a strength
    information = 2 * games / 4 + prior / 4  # on the difference of two strengths
    for rating in rate_after(games, AB=0.5).values():
        assert rating.error == pytest.approx(1.96 * per_win / math.sqrt(2 * information))


def test_a_tournament_in_a_file_has_who_won_each_game_and_its_figures() -> None:
    match = Match(("random", "forward"), 3, 5)
    games = [
        Game(0, 0, "4455", 0, (1.0, 2.0)),
        Game(1, 0, "4455", 1, (1.0, 2.0)),
        Game(2, 0, "44556", None, (2.23456, 6.0)),
    ]
    found = make_tournament_record(Tournament(match.players, (match,)), {match: games})
    assert found["settings"] == {"games": 3, "seed": 5, "swap": False}
    assert found["reproducible"] is True
    figures = {"mean_moves": 4.33, "distinct_games": 2, "seconds_per_move": [0.605, 1.67]}
    assert found["matches"] == [{"players": match.players, "results": "+-="} | figures]
    for rating in found["ratings"]:
        assert (rating["elo"], rating["wins"], rating["losses"], rating["draws"]) == (0, 1, 1, 1)


def test_ratings_in_a_file_have_a_decimal() -> None:
    match = Match(("random", "forward"), 4, 5)
    games = [Game(number, 0, "4455", int(number > 0), (1.0, 2.0)) for number in range(4)]
    results, tournament = {match: games}, Tournament(match.players, (match,))
    record = make_tournament_record(tournament, results)
    for row, rating in zip(record["ratings"], rate_players(tournament, results), strict=True):
        assert (row["elo"], row["error_95"]) == (float(f"{rating.elo:.1f}"), float(f"{rating.error:.1f}"))
        assert row["elo"] != rating.elo


def test_games_are_those_of_the_match_whatever_the_jobs_and_the_journal(tmp_path: Path) -> None:
    players = ["random", "forward", "weights-v2:depth=2"]
    tournament = parse_tournament({"players": players, "games": 4, "seed": 5})
    seen: list[int] = []
    with open_journal(tmp_path / "alone", "test") as journal:
        alone = play_tournament(tournament, journal, 1, lambda done, _: seen.append(done))
    with open_journal(tmp_path / "together", "test") as journal:
        together = play_tournament(tournament, journal, 2, lambda _done, _total: None)
    begun = tmp_path / "alone"
    lines = begun.read_text(encoding="utf-8").splitlines(keepends=True)
    begun.write_text("".join(lines[:4]), encoding="utf-8")  # a heading and three games
    with open_journal(begun, "test") as journal:
        resumed = play_tournament(tournament, journal, 1, lambda done, _: seen.append(done))
    assert seen == [*range(13), *range(3, 13)]
    for match in tournament.matches:
        moves = [play_game(match, number).moves for number in range(match.games)]
        for results in (alone, together, resumed):
            assert [game.moves for game in results[match]] == moves
    random, forward = tournament.players[:2]
    shares = compute_shares(tournament, alone)
    assert shares[random, forward] + shares[forward, random] == 1


def test_without_swapping_the_share_is_that_of_red_alone() -> None:
    tournament = parse_tournament({"players": ["random", "forward"], "games": 4, "swap": False})
    results = {match: [play_game(match, number) for number in range(4)] for match in tournament.matches}
    found = compute_shares(tournament, results)
    assert set(found) == {match.players for match in tournament.matches}
    for match, games in results.items():
        points = sum((game.winner == 0) + (game.winner is None) / 2 for game in games)
        assert found[match.players] == points / 4


def test_who_do_not_all_meet_are_not_rated_but_each_match_has_a_row(c4_here: Run, tmp_path: Path) -> None:
    config, path = tmp_path / "t.toml", tmp_path / "t.json"
    text = 'pairs = [["forward", "random"], ["random", "mcts:iterations=2"]]\ngames = 9\n'
    config.write_text(text, encoding="utf-8")
    printed = read_output(c4_here("tournament", str(config), "--json", str(path)))
    record = json.loads(path.read_text(encoding="utf-8"))
    first, other = record["matches"]
    results, distinct_games = first["results"], first["distinct_games"]
    tally = f"{results.count('+')}-{results.count('-')}-{results.count('=')}"
    heading, *rows = printed.splitlines()
    assert heading.split() == ["first", "second", "W-L-D", "win", "rate", "p", "distinct", "games"]
    assert [row.split()[:2] for row in rows] == [["forward", "random"], ["random", "mcts:iterations=2"]]
    assert rows[0].split()[2:] == [tally, "100.0%", "first", "0.0039", f"{distinct_games}"]
    assert rows[1].split()[-1] == f"{other['distinct_games']}"
    assert "ratings" not in record


def test_who_all_meet_are_rated_and_have_a_heat_map(c4_here: Run, tmp_path: Path) -> None:
    config, path = tmp_path / "t.toml", tmp_path / "t.json"
    config.write_text(QUICK, encoding="utf-8")
    printed = read_output(c4_here("tournament", str(config), "--json", str(path)))
    best = json.loads(path.read_text(encoding="utf-8"))["ratings"][0]
    assert best["player"] == "mcts:iterations=3000"
    assert f"1  mcts:iterations=3000  {best['elo']:+.0f}" in printed
    assert printed.splitlines()[-3].split()[0] == "1"  # of the heat map
    assert "\x1b" not in printed


def test_an_interrupt_ends_all_processes_without_a_word(tmp_path: Path) -> None:
    config = tmp_path / "t.toml"
    config.write_text('players = ["mcts:iterations=20000", "random"]\ngames = 500\n', encoding="utf-8")
    journal = tmp_path / "t.toml.journal"
    with start_c4("tournament", str(config), "--jobs", "2") as process:
        wait_until(journal.exists)
        sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=120) == ("", "")
        assert process.returncode == -signal.SIGINT


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("players = [", " is not TOML: "),
        ("", ": either players or pairs must be given"),
        ('players = ["random", "forward"]\ngame = 3', ": there is no key 'game'; the keys are"),
        ('players = ["random"]', ": players must be a list of two or more players"),
        ('players = "random"', ": players must be a list of two or more players"),
        ('players = ["random", "random"]', ": players has 'random' twice"),
        ('players = ["random", "stockfish"]', ": players: there is no player 'stockfish'; the"),
        ('players = ["random", "minimax:depth=0"]', ": players: player minimax: depth '0' is less than 1"),
        ('players = ["random", "human"]', ": players: a human plays in c4 play, not in matches"),
        ('players = ["random", "forward"]\ngames = 0', ": games 0 is less than 1"),
        ('players = ["random", "forward"]\ngames = true', ": games True is not a whole number"),
        ('players = ["random", "forward"]\nseed = "x"', ": seed 'x' is not a whole number"),
        ('players = ["random", "forward"]\nswap = 1', ": swap 1 is neither true nor false"),
        ('pairs = [["random"]]', ": pairs has ['random'], which is not two players"),
        ('pairs = [["random", "x"]]', ": pairs: there is no player 'x'"),
        ("pairs = []", ": pairs must be a list of pairs of players"),
        (QUICK, ".journal begins with 'c4-tournament-journal 7x6 games 9 seed 3', not "),
    ],
)
def test_a_tournament_that_cannot_be_or_is_not_that_of_the_journal_is_explained(
    c4_here: Run, tmp_path: Path, text: str, complaint: str
) -> None:
    config, journal = tmp_path / "t.toml", tmp_path / "t.toml.journal"
    config.write_text(text, encoding="utf-8")
    journal.write_text("c4-tournament-journal 7x6 games 9 seed 3\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    check_refused(c4_here("tournament", str(config)), f"c4 tournament: {config}{complaint}")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(("score", "colour"), [(1, "green"), (-1, "magenta"), (0, None)])
def test_who_wins_is_seen_by_the_colour_of_the_score(score: int, colour: str | None) -> None:
    assert style_score(score) == " ".join(filter(None, ["bold", colour]))


def test_shades_go_from_orange_over_white_to_blue() -> None:
    assert (mix_shade(0), mix_shade(0.5), mix_shade(1)) == ("#f09a4a", "#ffffff", "#6fb1e0")


def test_a_heat_map_is_cut_to_the_width_of_the_terminal() -> None:
    parts = list(draw_heat_maps(list("abcdefg"), {("a", "g"): 0.75}, 16))
    assert [len(part.columns) - 1 for part in parts] == [3, 3, 1]
    assert all(part.row_count == 7 for part in parts)
    assert str(next(iter(parts[2].columns[1].cells))) == "  75"


def test_a_heat_map_has_a_cell_of_four_for_each_column() -> None:
    (part,) = draw_heat_maps(["a", "b"], {("a", "b"): 0.25, ("b", "a"): 1}, 80)
    drawn = StringIO()
    Console(file=drawn, width=80).print(part)
    lines = [line.rstrip() for line in drawn.getvalue().splitlines()]
    assert lines == ["       1   2", "   1      25", "   2 100"]
