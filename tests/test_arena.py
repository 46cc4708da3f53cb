"""Tests of the arena: matches and what they are said to prove."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from common.players.arena import (
    Game,
    Match,
    Score,
    by_colour,
    check,
    distinct,
    play,
    play_all,
    score,
    seconds_per_move,
    verdict,
)
from common.players.player import board, start
from common.position import CELLS, COLUMN_NAMES

C4 = [sys.executable, "-m", "common"]


def c4(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command line and return what came of it."""
    return subprocess.run([*C4, *arguments], capture_output=True, text=True, timeout=120, check=False)


def results(wins: int, losses: int, draws: int) -> list[Game]:
    """Return games of which the first side has won, lost and drawn so many."""
    winners = [0] * wins + [1] * losses + [None] * draws
    return [Game(number, 0, "4", winner, (1.0, 0.0)) for number, winner in enumerate(winners)]


# Published figures: score, share of the decisive games, p as far as it was given.
PUBLISHED = [
    ((53, 34, 13), 0.609, 0.027),
    ((33, 59, 8), 0.641, 0.0044),
    ((48, 41, 11), 0.539, 0.263),
    ((44, 47, 9), 0.516, 0.417),
    ((67, 29, 4), 0.698, 0.000066),
    ((36, 64, 0), 0.640, 0.0033),
]


@pytest.mark.parametrize(("wins", "rate", "p"), PUBLISHED)
def test_verdicts_are_the_published_ones(wins: tuple[int, int, int], rate: float, p: float) -> None:
    found = verdict(results(*wins))
    assert found
    assert found.leader == (wins[1] > wins[0])
    assert found.rate == pytest.approx(rate, abs=0.0006)
    assert found.p == pytest.approx(p, rel=0.02)
    assert found.significant == (p < 0.05)
    assert found.interval[0] < found.rate < found.interval[1]


def test_the_interval_is_wilsons() -> None:
    found = verdict(results(8, 2, 5))
    assert found
    assert found.interval == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_without_a_decisive_game_there_is_no_verdict() -> None:
    assert verdict(results(0, 0, 5)) is None
    assert score(results(0, 0, 5), 1) == Score(0, 0, 5)


def test_a_game_is_played_to_its_end_by_the_rules() -> None:
    match = Match(("random", "forward"), 40, seed=1, swap=True)
    games = [play(match, number) for number in range(match.games)]
    for game in games:
        assert game.red == game.number % 2
        position = start()
        for played, name in enumerate(game.moves, 1):
            column = COLUMN_NAMES.index(name)
            assert position.can_play(column)
            position = position.play(column)
            assert board.aligned(position.stones ^ position.mask) == (
                played == len(game.moves) and game.winner is not None
            )
        last = (len(game.moves) - 1) % 2
        assert game.winner == (game.red if last == 0 else 1 - game.red) or len(game.moves) == CELLS
        assert game.stones(0) + game.stones(1) == len(game.moves)
    assert score(games, 1).wins > 30
    assert sum(by_colour(games)[0].__dict__.values()) == 40
    assert distinct(games) == 40
    assert seconds_per_move(games, 0) > 0


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    match = Match(("mcts:iterations=50", "weights-v2:depth=2"), 12, seed=3, swap=True)
    seen: list[int] = []
    alone = play_all(match, 1, lambda game: seen.append(game.number))
    together = play_all(match, 2, lambda _: None)
    assert seen == list(range(12))
    assert [(game.red, game.moves) for game in alone] == [(game.red, game.moves) for game in together]
    other = play_all(Match(match.players, 12, seed=4, swap=True), 1, lambda _: None)
    assert [game.moves for game in alone] != [game.moves for game in other]


def test_a_match_needs_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.players.arena.find_spec", lambda _: None)  # pyright: ignore
    with pytest.raises(Exception, match=r"connect4-step-by-step\[arena\]"):
        check(Match(("random", "random"), 1, seed=1))


def test_match_says_who_is_better_and_writes_the_games(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    options = ["--games", "60", "--seed", "2", "--swap", "--jobs", "2", "--json", str(path)]
    answer = c4("match", "random", "forward", *options)
    assert answer.returncode == 0, answer.stderr
    record = json.loads(path.read_text())
    first, second = record["players"]
    assert first["wins"] + first["losses"] + first["draws"] == len(record["games"]) == 60
    assert f"{first['wins']}-{first['losses']}-{first['draws']}" in answer.stdout
    assert f"{second['wins']}-{second['losses']}-{second['draws']}" in answer.stdout
    assert record["verdict"]["leader"] == "forward"
    assert "forward won " in answer.stdout
    assert "p < 0.000001, one-sided binomial test: significant at 0.05" in answer.stdout
    assert "60 of 60 games distinct" in answer.stdout
    assert record["settings"] == {"games": 60, "seed": 2, "swap": True}
    assert record["machine"]["cores"] == os.cpu_count()
    assert "\x1b" not in answer.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["random", "stockfish"], "there is no player 'stockfish'; the players are human, random"),
        (["random", "minimax:depth=-1"], "player minimax: depth '-1' is less than 1"),
        (["random", "random", "--games", "0"], "0 is less than 1"),
        (["random", "human"], "a human plays in c4 play, not in matches"),
        (["random"], "required: B"),
    ],
)
def test_a_match_that_cannot_be_is_explained(tmp_path: Path, arguments: list[str], complaint: str) -> None:
    path = tmp_path / "match.json"
    answer = c4("match", *arguments, "--json", str(path))
    assert answer.returncode == 2
    assert complaint in answer.stderr
    assert answer.stdout == ""
    assert not path.exists()
