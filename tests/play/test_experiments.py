"""Tests of the pages about the experiments with players."""

import re
from random import Random

import pytest
from repository import ROOT, Run, read_output

from c4.model import list_best
from common.position import parse
from common.tools.play.arena.games import SIGNIFICANT, Tally, judge_tally
from common.tools.play.players.player import bitboard
from common.tools.play.players.weights import Weights
from common.tools.testing.contract import play_choices

PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "players").glob("*.md")}


@pytest.mark.parametrize("depth", [2, 3])
def test_a_match_comes_out_as_the_page_says(c4_here: Run, depth: int) -> None:
    players = (f"weights-{version}:depth={depth}" for version in ("v2", "v3"))
    played = read_output(c4_here("match", *players, "--games", "100", "--seed", "1"))
    row = next(line for line in PAGES["lineage"].splitlines() if line.startswith(f"| {depth}, {depth} |"))
    (tally,) = re.findall(r" \(yellow\): (\S+)", played)
    (distinct,) = re.findall(r"(\d+) of 100 games", played)
    assert f" | {tally}<br>" in row
    assert f" | {distinct} | " in row


def test_versions_2_to_4_agree_at_depth_2() -> None:
    random = Random(1)
    for _ in range(200):
        choices = [random.randrange(7) for _ in range(random.randrange(30))]
        position = parse(play_choices(choices, len(choices)), bitboard.Position.start())
        weighed = (Weights(2, version).weigh_columns(position, 2) for version in (2, 3, 4))
        v2, v3, v4 = map(list_best, weighed)
        assert v2 == v3 == v4


def test_not_even_five_wins_of_five_are_significant() -> None:
    for wins in (5, 4, 3):
        verdict = judge_tally(Tally(wins, 5 - wins, 0))
        assert verdict
        assert verdict.p > SIGNIFICANT
        low, high = verdict.interval
        assert f"| {wins}-{5 - wins} | {verdict.p:.2g} | {low:.0%} to {high:.0%} |" in PAGES["overview"]
