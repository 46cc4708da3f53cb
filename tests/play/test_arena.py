"""Tests of matches and their statistics, and of moves compared with perfect play."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from repository import PLAIN, Run, read_output, run_c4
from syrupy.assertion import SnapshotAssertion

from common.position import CELLS, COLUMN_NAMES
from common.tools import sets
from common.tools.play.arena import games as arena
from common.tools.play.arena.games import Game, Match, Tally
from common.tools.play.arena.judge import Accuracy, judge_set
from common.tools.play.players.player import bitboard
from common.tools.play.players.registry import list_clocked_players, parse_player

# Published figures: record, share of the decisive games, and p, as far as it was given: one-sided.
PUBLISHED = [
    ((53, 34, 13), 0.609, 0.027),
    ((33, 59, 8), 0.641, 0.0044),
    ((48, 41, 11), 0.539, 0.263),
    ((44, 47, 9), 0.516, 0.417),
    ((67, 29, 4), 0.698, 0.000066),
    ((36, 64, 0), 0.640, 0.0033),
]


def hide_times(shown: str) -> str:
    """Return a table without its times, which change the width of a column."""
    return re.sub(r" +", " ", re.sub(r"[\d.]+ [mµ]?s\b", "TIME", shown))


@pytest.mark.parametrize(("wins", "rate", "p"), PUBLISHED)
def test_verdicts_are_the_published_ones(wins: tuple[int, int, int], rate: float, p: float) -> None:
    verdict = arena.judge_tally(Tally(*wins))
    assert verdict
    assert verdict.leader == (wins[1] > wins[0])
    assert verdict.rate == pytest.approx(rate, abs=0.0006)
    assert verdict.p == pytest.approx(2 * p, rel=0.02)
    assert verdict.is_significant == (2 * p < 0.05)
    assert verdict.interval[0] < verdict.rate < verdict.interval[1]


def test_the_interval_is_wilsons() -> None:
    verdict, even = arena.judge_tally(Tally(8, 2, 5)), arena.judge_tally(Tally(5, 5, 0))
    assert verdict
    assert verdict.interval == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert even
    assert (even.leader, even.rate, even.is_significant) == (0, 0.5, False)
    assert arena.judge_tally(Tally(0, 0, 5)) is None  # without a decisive game


def test_figures_of_games() -> None:
    """Side 1 is red in the second game."""
    games = [Game(0, 0, "4", 0, (0.5, 0.0)), Game(1, 1, "123", None, (0.5, 4.0))]
    assert arena.compute_mean_moves(games) == 2
    assert [arena.compute_seconds_per_move(games, side) for side in (0, 1)] == [0.5, 2.0]
    assert [arena.compute_seconds_per_move(games[:1], side) for side in (0, 1)] == [0.5, 0.0]
    assert [arena.tally_games(games, side) for side in (0, 1)] == [Tally(1, 0, 1), Tally(0, 1, 1)]
    more = [*games, Game(2, 0, "4", 1, (5, 6)), Game(3, 1, "4", 1, (5, 6))]
    assert len(arena.list_distinct_games(more)) == 3
    assert arena.compute_share(Tally(2, 1, 1)) == 0.625


def test_games_are_played_by_the_rules() -> None:
    match = Match(("random", "forward"), 40, seed=1, swap=True)
    games = [arena.play_game((match, number)) for number in range(match.games)]
    for game in games:
        assert game.red == game.number % 2
        assert min(game.seconds) > 0
        position = bitboard.Position.start()
        for stones, name in enumerate(game.moves, 1):
            column = COLUMN_NAMES.index(name)
            assert position.can_play(column)
            position = position.play(column)
            is_won = stones == len(game.moves) and game.winner is not None
            assert bitboard.aligned(position.stones ^ position.mask) == is_won
        last = (len(game.moves) - 1) % 2
        assert game.winner == (game.red if last == 0 else 1 - game.red) or len(game.moves) == CELLS
    assert arena.tally_games(games, 1).wins > 30
    assert len(arena.list_distinct_games(games)) == 40


def test_the_seed_decides_the_games_not_the_jobs() -> None:
    match = Match(("mcts:iterations=50", "weights-v2:depth=2"), 6, seed=3, swap=True)
    other = Match(match.players, 6, seed=4, swap=True)
    seen: list[tuple[int, int]] = []
    alone = arena.play_matches([match, other], 1, lambda *counts: seen.append(counts))
    together = arena.play_matches([match], 2, lambda *_: None)
    assert seen == [(done, 12) for done in range(13)]
    moves = [game.moves for game in alone[match]]
    assert moves == [game.moves for game in together[match]]
    assert moves != [game.moves for game in alone[other]]


def test_a_match_says_who_is_better(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path = tmp_path / "match.json"
    options = ["--games", "60", "--seed", "2", "--swap", "--jobs", "2", "--json", str(path)]
    shown = read_output(run_c4("match", "random", "forward", *options, **PLAIN))
    assert hide_times(shown) == snapshot
    written = json.loads(path.read_text(encoding="utf-8"))
    for side, mean in enumerate(written.pop("seconds_per_move")):
        stones = sum((len(game["moves"]) + (game["red"] == side)) // 2 for game in written["games"])
        seconds = sum(game["seconds"][side] for game in written["games"])
        assert mean == pytest.approx(seconds / stones, rel=0.01)
    assert written["verdict"].pop("p") < 1e-6
    for name in ("command", "date", "machine", "versions"):
        assert written.pop(name)
    written["games"] = [(game["red"], game["moves"], game["winner"]) for game in written["games"]][:3]
    assert written == snapshot


@pytest.mark.parametrize("swap", [False, True])
def test_the_same_game_again_proves_nothing(c4_here: Run, tmp_path: Path, swap: bool) -> None:
    for name, column in ("one", 0), ("two", 1):
        (tmp_path / f"{name}.py").write_text(f"agent = lambda obs: {column}", encoding="utf-8")
    players = f"{tmp_path / 'one.py'}", f"{tmp_path / 'two.py'}"
    shown = read_output(c4_here("match", *players, "--games", "8", *["--swap"] * swap))
    assert "no p-value" in shown
    assert "p =" not in shown
    assert f"{1 + swap} of 8 games distinct; {7 - swap} the same game again" in shown
    ten = [Game(number, 0, f"{number}", 0, (1, 1)) for number in range(10)]
    verdict = arena.judge_games([*ten, *ten, Game(20, 0, "44", 1, (1, 1))])
    assert verdict == arena.judge_tally(Tally(10, 1, 0))


def test_namesakes_are_called_a_and_b(c4_here: Run, snapshot: SnapshotAssertion) -> None:
    shown = read_output(c4_here("match", "perfect", "perfect", "--games", "2"))
    assert hide_times(shown) == snapshot


def test_games_by_the_clock_are_not_called_reproducible(tmp_path: Path, c4_here: Run) -> None:
    path, config, clock = tmp_path / "x.json", tmp_path / "t.toml", "mcts:iterations=20,seconds=9"
    config.write_text(f'players = ["random", "{clock}"]\ngames = 1\n', encoding="utf-8")
    for command in (
        f"match {clock} random --games 1",
        f"tournament {config}",
        f"accuracy random {clock} --sets end-easy --positions 1 --games 0",
    ):
        shown = read_output(c4_here(*command.split(), "--json", str(path)))
        assert f"not reproducible: {clock}" in shown
        assert json.loads(path.read_text(encoding="utf-8"))["reproducible"] is False
    clocks = [clock, "mcts:seconds=0.1"]
    assert list_clocked_players(["mcts", "mcts:seconds=0", "perfect", *clocks]) == clocks


def test_perfect_play_loses_nothing_random_play_much() -> None:
    lines = sets.load_set("middle-easy", 40)
    perfect = sum(judge_set(parse_player("perfect"), "middle-easy", lines, 1), Accuracy())
    random = sum(judge_set(parse_player("random"), "middle-easy", lines, 1), Accuracy())
    assert (perfect.moves, perfect.kept, perfect.lost) == (40, 40, 0)
    assert perfect.at_stake == perfect.kept_at_stake == random.at_stake > 10
    assert random.kept < 35
    assert random.lost > 100


def test_a_move_is_judged_by_its_stake() -> None:
    expected = {2: Accuracy(1, 1, 1, 1, 0), 3: Accuracy(1, 1, 1, 1, 16), 0: Accuracy(1, 0, 1, 0, 22)}
    for column, accuracy in expected.items():
        player: Any = SimpleNamespace(choose=lambda *_, column=column: column)
        assert [*judge_set(player, "mine", [sets.Line("4455", 18)], 1)] == [accuracy]


def test_accuracy_over_sets_and_games(tmp_path: Path, c4_here: Run, snapshot: SnapshotAssertion) -> None:
    path = tmp_path / "accuracy.json"
    options = ["--sets", "end-easy", "--positions", "5", "--games", "1", "--json", str(path)]
    shown = read_output(c4_here("accuracy", "perfect", "forward", *options))
    assert (shown, json.loads(path.read_text(encoding="utf-8"))["rows"]) == snapshot
