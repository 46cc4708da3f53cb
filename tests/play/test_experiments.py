"""Tests of the recorded experiments with players, and of what the pages say by them."""

import re
import tomllib
from random import Random
from statistics import correlation

import pytest
from repository import ROOT

from common.position import parse
from common.tools.bench.report import format_time
from common.tools.measured import read_record
from common.tools.play.arena.chance import compute_fisher_p
from common.tools.play.arena.games import SIGNIFICANT, Tally, compute_share, judge_tally
from common.tools.play.arena.tournament import list_players, parse_tournament
from common.tools.play.players.player import list_best_columns, make_empty_board
from common.tools.play.players.registry import list_clocked_players
from common.tools.play.players.weights import Weights
from common.tools.sets import KINDS
from common.tools.site.figures import experiments, strength
from common.tools.testing.contract import play_choices

FOLDER = ROOT / "docs" / "experiments"
TOURNAMENTS = ("lineage", "comparison", "depth")
Tallies = dict[tuple[str, str], Tally]


def load_tallies(name: str) -> Tallies:
    matches = read_record(name)["matches"]
    return {tuple(match["players"]): Tally(*map(match["results"].count, "+-=")) for match in matches}


OURS = load_tallies("lineage")
PUBLISHED = read_record("published")["lineage"]
THEIRS: Tallies = {tuple(match["players"]): Tally(*match["red"]) for match in PUBLISHED["matches"]}
ROWS = read_record("accuracy")["rows"]
ELO = {row["player"]: row["elo"] for row in read_record("depth")["ratings"]}


def read_page(page: str) -> str:
    return (ROOT / "docs" / "players" / f"{page}.md").read_text(encoding="utf-8")


def list_matches(first: str, second: str) -> Tallies:
    return {(a, b): score for (a, b), score in OURS.items() if a.startswith(first) and b.startswith(second)}


def get_tally_of_v2_and_v3(depth: int, tallies: Tallies = OURS) -> Tally:
    return tallies[f"weights-v2:depth={depth}", f"weights-v3:depth={depth}"]


def compute_p(tally: Tally) -> float:
    verdict = judge_tally(tally)
    return verdict.p if verdict else 1


def compute_likelihood(pair: tuple[str, str]) -> float:
    """Ask Fisher's test who won and how much was decided; the smaller p counts twice, as one of two."""
    ours, theirs = OURS[pair], THEIRS[pair]
    won = compute_fisher_p((ours.wins, ours.losses), (theirs.wins, theirs.losses))
    decisive = ((tally.wins + tally.losses, tally.draws) for tally in (ours, theirs))
    return 2 * min(won, compute_fisher_p(*decisive))


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_a_recorded_tournament_is_that_of_its_file(name: str) -> None:
    matches = parse_tournament(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")))
    record = read_record(name)
    assert [tuple(match["players"]) for match in record["matches"]] == [match.players for match in matches]
    assert {len(match["results"]) for match in record["matches"]} == {matches[0].games}
    assert record["settings"]["seed"] == matches[0].seed
    assert record["reproducible"] == (not list_clocked_players(list_players(matches)))
    path = f"docs/experiments/{name}"
    assert record["command"] == f"c4 tournament {path}.toml --json {path}.json"
    assert any(record["command"] in read_page(page) for page in ("lineage", "comparison", "accuracy"))


def test_every_published_match_is_played_again() -> None:
    assert all(path.stat().st_size < 200_000 for path in FOLDER.glob("*.json"))
    assert set(THEIRS) == set(OURS)
    assert len(THEIRS) == 45
    games = PUBLISHED["games"]
    for score in (*THEIRS.values(), *OURS.values()):
        assert score.wins + score.losses + score.draws == games


def test_tables_show_what_is_recorded() -> None:
    shown = experiments.lineage("weights-v5", "weights-v6")
    for pair, score in list_matches("weights-v5", "weights-v6").items():
        assert f"{THEIRS[pair]}<br>" in shown
        assert f"{score}<br>" in shown
    assert experiments.lineage("weights-v6", "weights-v6", 2).count("\n") == 6
    for row in read_record("comparison")["ratings"]:
        assert f"| `{row['player']}` |" in experiments.standings()
        assert f"| {row['elo']:+.0f} | {row['error_95']:.0f} |" in experiments.standings()
    first = read_record("comparison")["matches"][0]["results"]
    assert f">{first.count('+')}/{first.count('-')}<" in experiments.matrix(3)
    assert f">{20 * first[:5].count('+')}/{20 * first[:5].count('-')}<" in experiments.matrix(3, 5)
    published = re.findall(r">(\d+/\d+)<", experiments.matrix(4, published=True))
    assert published[:7] == ["100/0", "0/100", "100/0", "0/0", "60/40", "80/20", "80/20"]


def test_fishers_test_is_asked_twice() -> None:
    for versions in {(red[:10], yellow[:10]) for red, yellow in OURS}:
        shown = re.findall(r"\| (yes|no)[^|]*\|$", experiments.lineage(*versions), re.MULTILINE)
        likely = [compute_likelihood(pair) >= SIGNIFICANT for pair in list_matches(*versions)]
        assert [verdict == "yes" for verdict in shown] == likely
    confirmed = sum(compute_likelihood(pair) >= SIGNIFICANT for pair in OURS)
    assert experiments.lineage_agreement() == f"{confirmed} of {len(OURS)}"


def test_versions_2_to_4_agree_at_depth_2() -> None:
    random = Random(1)
    for _ in range(200):
        choices = [random.randrange(7) for _ in range(random.randrange(30))]
        position = parse(play_choices(choices, len(choices)), make_empty_board())
        weighed = (Weights(2, version).weigh_columns(position, 2) for version in (2, 3, 4))
        v2, v3, v4 = map(list_best_columns, weighed)
        assert v2 == v3 == v4
    p = compute_p(get_tally_of_v2_and_v3(2, THEIRS))
    assert p / 2 < SIGNIFICANT <= p


def test_matches_significant_from_one_side_alone_are_listed() -> None:
    listed = [line for line in read_page("lineage").splitlines() if re.match(r"- `.*one-sided", line)]
    ps = {players: compute_p(tally) for players, tally in THEIRS.items()}
    assert listed == [
        f"- `{red}` against `{yellow}`, {THEIRS[red, yellow]}: p is {p / 2:.2g} one-sided, {p:.2g} two-sided"
        for (red, yellow), p in ps.items()
        if SIGNIFICANT <= p < 2 * SIGNIFICANT
    ]


def test_not_even_five_wins_of_five_are_significant() -> None:
    games = read_record("published")["comparison"]["games"]
    assert compute_p(Tally(games, 0, 0)) > SIGNIFICANT
    for wins in range(games, games // 2, -1):
        verdict = judge_tally(Tally(wins, games - wins, 0))
        assert verdict
        low, high = verdict.interval
        row = f"| {wins}-{games - wins} | {verdict.p:.2g} | {low:.0%} to {high:.0%} |"
        assert row in read_page("overview")


def test_the_lineage_is_as_its_page_says() -> None:
    for depth in (3, 5):
        for scores in (THEIRS, OURS):
            assert compute_p(get_tally_of_v2_and_v3(depth, scores)) < 1e-5
    assert compute_p(get_tally_of_v2_and_v3(4)) > SIGNIFICANT
    assert get_tally_of_v2_and_v3(3).wins < get_tally_of_v2_and_v3(3, THEIRS).wins
    for scores in (THEIRS, OURS):
        for pair in list_matches("weights-v4", "weights-v5"):
            assert compute_p(scores[pair]) > SIGNIFICANT
    assert all(score.losses > score.wins for score in list_matches("weights-v5", "weights-v6").values())
    matches = read_record("lineage")["matches"]
    (deepest,) = [match for match in matches if match["players"] == ["weights-v6:depth=6"] * 2]
    assert deepest["distinct_games"] < 5
    differ = [pair for pair in OURS if compute_likelihood(pair) < SIGNIFICANT]
    deep = [pair for pair in differ if re.search(r"weights-v6:depth=[56]", " ".join(pair))]
    assert len(deep) > len(differ) / 2
    for note in PUBLISHED["notes"]:
        assert f"\n- {note}\n" in read_page("lineage")


def list_tallies_against_expectimax(player: str) -> list[Tally]:
    return [
        tally if red.startswith(player) else Tally(tally.losses, tally.wins, tally.draws)
        for (red, yellow), tally in load_tallies("comparison").items()
        if {red.partition(":")[0], yellow.partition(":")[0]} == {player, "expectimax"}
    ]


def test_the_comparison_is_as_its_page_says() -> None:
    assert read_record("published")["comparison"]["games"] == 5
    assert read_record("comparison")["settings"]["games"] == 100
    rows = read_record("comparison")["ratings"]
    row_by_player = {row["player"]: row for row in rows}
    best, mm6 = rows[0], row_by_player["minimax:depth=6"]
    assert best["player"] == "mcts:iterations=10000"
    assert best["elo"] - mm6["elo"] > best["error_95"] + mm6["error_95"]
    evaluating = [row for row in rows if row["player"].startswith(("minimax", "expectimax"))]
    assert evaluating[0] is mm6
    assert 0 < row_by_player["mcts:iterations=5000"]["elo"] - mm6["elo"] < 50
    assert row_by_player["minimax:depth=5"]["elo"] < row_by_player["minimax:depth=4"]["elo"]
    contradicted = dict(re.findall(r"\| (.*) \| 16 \| (\d+) \|", experiments.comparison_agreement()))
    assert int(contradicted["expectimax, mcts"]) > 12
    shown = experiments.standings()
    published = {
        player: float(share) for player, share in re.findall(r"^\| `(.+?)` \| ([\d.]+)%", shown, re.MULTILINE)
    }
    deep = [player for player in published if re.search(r"=(5|6|10000)$", player)]
    assert max(deep, key=lambda player: published[player]) == "minimax:depth=6"
    mcts, minimax = (list_tallies_against_expectimax(name) for name in ("mcts", "minimax"))
    assert sum(tally.wins for tally in mcts) > 0.95 * 100 * len(mcts)
    assert "expectimax, minimax" in contradicted
    assert sum(map(compute_share, minimax)) > 0.8 * len(minimax)


def test_the_slowest_search_is_as_its_page_says() -> None:
    longest = max(
        seconds
        for match in read_record("comparison")["matches"]
        for player, seconds in zip(match["players"], match["seconds_per_move"], strict=True)
        if player == "mcts:iterations=10000"
    )
    assert f"take {format_time(longest)} a move here" in " ".join(read_page("comparison").split())


def test_ratings_against_depth_are_as_the_page_says() -> None:
    minimax = [ELO[f"minimax:depth={depth}"] for depth in range(1, 9)]
    assert minimax[7] == max(minimax)
    assert minimax[4] < minimax[3]
    assert minimax[6] < minimax[5]
    weights = [ELO[f"weights-v6:depth={depth}"] for depth in range(1, 7)]
    expectimax = [ELO[f"expectimax:depth={depth}"] for depth in range(1, 7)]
    assert weights[5] - weights[0] > 400 > 200 > expectimax[5] - expectimax[0]


def compute_kept_share(player: str, *names: str) -> float:
    """Return the share of moves that keep what is at stake, in some of the sets or in all."""
    mine = [row for row in ROWS if row["player"] == player and row["moves_of"] in (names or KINDS)]
    return sum(row["kept_at_stake"] for row in mine) / sum(row["at_stake"] for row in mine)


def test_accuracy_is_as_its_page_says() -> None:
    by_player = {row["player"]: compute_kept_share(row["player"]) for row in ROWS}
    for player, share in by_player.items():
        cells = [f"{compute_kept_share(player, name):.0%}" for name in KINDS]
        assert f"| `{player}` | {' | '.join(cells)} | {share:.0%} |" in strength.accuracy_table()
        if re.match(r"minimax:depth=[3-8]|mcts", player):
            for name in ("end-easy", "middle-easy", "begin-easy"):
                assert compute_kept_share(player, name) > 0.93
            assert compute_kept_share(player, "begin-hard") < 0.75
    assert by_player["perfect"] == 1
    assert compute_kept_share("easy", "begin-easy") > 0.93
    assert 0.45 < compute_kept_share("easy", "end-easy") < 0.55
    one, other = (
        [row | {"player": ""} for row in ROWS if row["player"] == f"{kind}:depth=1"]
        for kind in ("minimax", "expectimax")
    )
    assert one == other
    both = {player: (100 * share, ELO[player]) for player, share in by_player.items() if player in ELO}
    best = max(both[player][0] for player in both if player != "perfect")
    assert 88 < best < 92
    assert both["expectimax:depth=5"][0] > both["weights-v6:depth=4"][0]
    assert both["expectimax:depth=5"][1] < both["weights-v6:depth=4"][1] - 200
    assert both["random"][0] > 35
    figures = zip(*both.values(), strict=True)
    ranks = [[sorted(values).index(one) + values.count(one) / 2 for one in values] for values in figures]
    assert f"the rank correlation of the two is {correlation(*ranks):.2f}." in read_page("accuracy")
