"""Tests of matches, their statistics, the judge of moves, and what pages say of them."""

import json
import re
from itertools import combinations
from pathlib import Path

import pytest
from repository import ROOT, Run, read_output
from syrupy.assertion import SnapshotAssertion

from common.tools.commands.match import describe_match
from common.tools.play import arena
from common.tools.play.arena import SIGNIFICANT, Game, Match, Tally
from common.tools.play.players.registry import list_clocked_players

# Published figures: record, share of the decisive games, and p, as far as it was given: one-sided.
PUBLISHED = [
    ((53, 34, 13), 0.609, 0.027),
    ((33, 59, 8), 0.641, 0.0044),
    ((48, 41, 11), 0.539, 0.263),
    ((44, 47, 9), 0.516, 0.417),
    ((67, 29, 4), 0.698, 0.000066),
    ((36, 64, 0), 0.640, 0.0033),
]
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "players").glob("*.md")}


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
    assert (even.leader, even.rate, even.p, even.is_significant) == (0, 0.5, 1, False)
    assert arena.judge_tally(Tally(0, 0, 5)) is None  # without a decisive game


def test_not_even_five_wins_of_five_are_significant() -> None:
    for wins in (5, 4, 3):
        verdict = arena.judge_tally(Tally(wins, 5 - wins, 0))
        assert verdict
        assert verdict.p > SIGNIFICANT
        low, high = verdict.interval
        assert f"| {wins}-{5 - wins} | {verdict.p:.2g} | {low:.0%} to {high:.0%} |" in PAGES["overview"]


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


def test_each_player_meets_each(c4_here: Run, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    path, names = tmp_path / "match.json", ["random", "forward", "minimax:depth=2"]
    options = ["--games", "20", "--seed", "2", "--swap", "--best", "--json", str(path)]
    assert hide_times(read_output(c4_here("match", *names, *options))) == snapshot
    written = json.loads(path.read_text(encoding="utf-8"))
    for match, players in zip(written["matches"], combinations(names, 2), strict=True):
        assert match["players"] == [*players]
        for side, mean in enumerate(match.pop("seconds_per_move")):
            stones = sum((len(game["moves"]) + (game["x"] == side)) // 2 for game in match["games"])
            seconds = sum(game["seconds"][side] for game in match["games"])
            assert mean == pytest.approx(seconds / stones, rel=0.01)
        match["verdict"]["p"] = round(match["verdict"]["p"], 9)
        match["games"] = [(game["x"], game["moves"], game["winner"]) for game in match["games"]][:3]
    for name in ("command", "date", "machine", "versions"):
        assert written.pop(name)
    assert written == snapshot


@pytest.mark.parametrize("depth", [2, 3])
def test_a_match_comes_out_as_the_page_says(c4_here: Run, depth: int) -> None:
    players = (f"weights-{version}:depth={depth}" for version in ("v2", "v3"))
    played = read_output(c4_here("match", *players, "--games", "100", "--seed", "1"))
    row = next(line for line in PAGES["lineage"].splitlines() if line.startswith(f"| {depth}, {depth} |"))
    (tally,) = re.findall(r" \(O\): (\S+)", played)
    (distinct,) = re.findall(r"(\d+) of 100 games", played)
    assert f" | {tally}<br>" in row
    assert f" | {distinct} | " in row


@pytest.mark.parametrize("swap", [False, True])
def test_the_same_game_again_proves_nothing(swap: bool) -> None:
    games = [Game(number, number % 2 * swap, "1212121", number % 2 * swap, (1, 1)) for number in range(8)]
    said = "\n".join(describe_match(Match(("one", "two"), 8, 1, swap), games))
    assert "no p-value" in said
    assert f"{1 + swap} of 8 games distinct; a repeat proves nothing" in said
    ten = [Game(number, 0, f"{number}", 0, (1, 1)) for number in range(10)]
    verdict = arena.judge_match([*ten, *ten, Game(20, 0, "44", 1, (1, 1))])
    assert verdict == arena.judge_tally(Tally(10, 1, 0))


def test_namesakes_are_called_a_and_b(c4_here: Run, snapshot: SnapshotAssertion) -> None:
    shown = read_output(c4_here("match", "perfect", "perfect", "--games", "2"))
    assert hide_times(shown) == snapshot


def test_games_by_the_clock_are_not_called_reproducible(tmp_path: Path, c4_here: Run) -> None:
    path, clock = tmp_path / "x.json", "mcts:iterations=20,seconds=9"
    shown = read_output(c4_here("match", clock, "random", "--games", "1", "--json", str(path)))
    assert f"not reproducible: {clock}" in shown
    assert "best moves" not in shown
    assert json.loads(path.read_text(encoding="utf-8"))["reproducible"] is False
    clocks = [clock, "mcts:seconds=0.1"]
    assert list_clocked_players(["mcts", "mcts:seconds=0", "perfect", *clocks]) == clocks
