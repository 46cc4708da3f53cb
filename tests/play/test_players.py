"""Tests of the players."""

import math
import re
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from repository import PLAIN, Run, check_refused, read_output, run_c4
from syrupy.assertion import SnapshotAssertion

from c4.model import list_best
from common.errors import Error
from common.jit import zeros
from common.position import CELLS, WIDTH
from common.score import sign
from common.tools import course, sets
from common.tools.play.card_file import EMBEDDED
from common.tools.play.players import mcts
from common.tools.play.players.mcts import MonteCarlo
from common.tools.play.players.minimax import WIN, compute_expectation, evaluate_board, search_value
from common.tools.play.players.perfect import Level, score_columns
from common.tools.play.players.player import (
    EnginePosition,
    board_bits,
    list_central_columns,
    list_playable_columns,
    list_winning_columns,
    pass_turn,
)
from common.tools.play.players.registry import PLAYERS, parse_player
from common.tools.play.players.weights import Weights
from common.tools.site.macros.commands import player_table
from common.tools.testing.contract import Moves, play_choices

make_position = course.load(course.ENGINE).parse
QUICK = [
    *("random", "forward", "minimax:depth=3", "minimax:depth=6", "expectimax:depth=3", "weights-v1"),
    *("mcts:iterations=1", "mcts:iterations=200", "mcts:iterations=200,c=0"),
    *(f"weights-v{version}:depth={depth}" for version in range(2, 7) for depth in (0, 1, 2, 3, 5)),
]
LEVELS = ["perfect", "easy", "hard", "level:ties=random", "impossible:ties=longest"]
WIN_AT_ONCE = [
    *("forward", "weights-v1", "weights-v3:depth=1", "weights-v5:depth=4", "weights-v6:depth=1"),
    *("minimax:depth=1", "minimax:depth=5", "expectimax:depth=1", "expectimax:depth=2"),
    *("perfect", "perfect:ties=longest"),
]
BLOCK_AT_ONCE = [
    *("forward", "weights-v1", "weights-v5:depth=4", "weights-v6:depth=2"),
    *("minimax:depth=2", "expectimax:depth=2"),
]


@cache
def build_player(text: str) -> Any:
    return parse_player(text)


def draw_positions(least: int = 0, most: int = CELLS - 1) -> st.SearchStrategy[EnginePosition]:
    return st.builds(play_choices, Moves, st.integers(least, most)).map(make_position)


Seeds = st.integers(0, 2**32)


@given(draw_positions(), draw_positions(least=20), Seeds)
@settings(max_examples=15)
def test_every_player_plays_legally_and_by_its_seed(
    early: EnginePosition, late: EnginePosition, seed: int
) -> None:
    for names, position in ((QUICK, early), (LEVELS, late)):
        for name in names:
            column, same = (build_player(name).choose(position, Random(seed)) for _ in range(2))
            assert column == same in list_playable_columns(position), name


@given(draw_positions(least=16), Seeds)
@example(make_position("223344"), 1)
@example(make_position("11223"), 1)
@settings(max_examples=100)
def test_who_promises_to_win_or_block_does(position: EnginePosition, seed: int) -> None:
    wins, blocks = list_winning_columns(position), list_winning_columns(pass_turn(position))
    if wins:
        for name in WIN_AT_ONCE:
            assert build_player(name).choose(position, Random(seed)) in wins, name
    elif blocks:
        assert build_player("forward").choose(position, Random(seed)) in blocks
    if not wins and len(blocks) == 1 and not list_winning_columns(position.play(blocks[0])):
        for name in BLOCK_AT_ONCE:
            assert build_player(name).choose(position, Random(seed)) in blocks, name


@pytest.mark.parametrize(
    ("moves", "own", "other", "best", "mean"),
    [
        ("4", 0, 3, 6, 8),
        ("4455", 9, 9, WIN + 1, WIN + 1),  # three wins ahead
        ("112233", 3, 3, WIN + 3, WIN + 3),
        ("461556216313613", -2, 16, 2, 857144),  # the opponent may miss a win
        ("36534444114551426776753363352", 11, 21, 13, 800003.4),
    ],
)
def test_evaluation_and_search_have_these_values(
    moves: str, own: int, other: int, best: int, mean: float
) -> None:
    """The values, three stones ahead, were those of a search by definition."""
    position = make_position(moves)
    assert evaluate_board(position.stones, position.mask) == own
    assert evaluate_board(position.stones ^ position.mask, position.mask) == other
    agent = position.moves % 2
    assert search_value(position, 3, -2 * WIN, 2 * WIN, agent) == best
    assert compute_expectation(position, 3, agent) == pytest.approx(mean)


def test_minimax_that_sees_the_end_plays_best() -> None:
    for line in sets.load_set("end-easy", 60):
        position = make_position(line.moves)
        column = parse_player(f"minimax:depth={CELLS - position.moves}").choose(position, Random(1))
        scores = score_columns(position)
        assert sign(scores[column]) == sign(line.score)
        if line.score > 0:
            assert scores[column] == line.score


def test_mcts_visits_columns_so_often() -> None:
    """The seed decides; column 6 is one of the two that win soonest."""
    tree = MonteCarlo(300).search(make_position("4455"), Random(1))
    visits = [tree.visits[tree.children[column]] for column in range(WIDTH)]
    assert visits == [16, 48, 54, 41, 44, 66, 31]
    assert MonteCarlo(300).choose(make_position("4455"), Random(1)) == 5


def test_mcts_stops_in_time() -> None:
    tree = MonteCarlo(10_000_000, seconds=0.01).search(board_bits.Position.start(), Random(1))
    assert 0 < tree.visits[0] < 10_000_000


def test_a_random_game_earns_what_its_mover_wins() -> None:
    state = zeros(2)
    state[0] = 1
    almost_full = make_position("737167457417142561265443556473322216621335"[:-1])
    full = almost_full.play(list_playable_columns(almost_full)[0])
    for position in (almost_full, full):
        assert {mcts.play_rollout(state, position) for _ in range(9)} == {1}
    earned = [mcts.play_rollout(state, board_bits.Position.start()) for _ in range(2000)]
    assert 0.4 < sum(earned) / (2 * len(earned)) < 0.48  # the first player wins 56 % of random games
    assert earned.count(1) < 20


WEIGHTS = {
    "62461527445232725415": {  # a round 3 has wins that are not upright
        2: [8, 5, 1, 4, 4, 8, 4],
        3: [-28, -7, 343, -56, -56, -28, -56],
        4: [-84, -7, 343, -56, -56, -84, -56],
        5: [-84, -7, 343, -56, -56, -84, -56],
        6: [-56, -7, 343, -56, -56, -84, -56],
    },
    "6263672644363367221": {  # a stone of round 2 decides what is missed in round 3
        2: [0, 0, 0, -1, 1, 5],
        3: [0, 0, 0, -36, 6, 30],
        4: [0, 0, 0, -36, 6, -30],
        5: [0, 0, 0, -36, 6, -30],
        6: [0, 0, 0, -36, 6, 0],
    },
}


@pytest.mark.parametrize("moves", WEIGHTS)
def test_the_versions_weigh_columns_so(moves: str) -> None:
    """The weights were those of a search by the words of the article."""
    for version, weights in WEIGHTS[moves].items():
        assert [*Weights(3, version).weigh_columns(make_position(moves), 3).values()] == weights


def test_versions_2_to_4_agree_at_depth_2() -> None:
    rng = Random(1)
    for _ in range(200):
        choices = [rng.randrange(7) for _ in range(rng.randrange(30))]
        position = make_position(play_choices(choices, len(choices)))
        weighed = (Weights(2, version).weigh_columns(position, 2) for version in (2, 3, 4))
        v2, v3, v4 = map(list_best, weighed)
        assert v2 == v3 == v4


def test_the_only_column_not_negative_is_forced() -> None:
    assert Weights(4).list_forced_columns(make_position("14772723155415626")) == [0]
    assert Weights(2).list_forced_columns(make_position("36534444114551426776753363352")) == [1]
    assert Weights(1).list_forced_columns(make_position("14772723155415626")) == []


def test_version_5_opens_in_empty_central_columns() -> None:
    choose = build_player("weights-v5:depth=4").choose
    for moves in ("", "4", "44", "443"):
        columns = {choose(make_position(moves), Random(seed)) for seed in range(60)}
        assert columns == {column for column in range(1, 6) if f"{column + 1}" not in moves}
    assert {choose(make_position("4444"), Random(seed)) for seed in range(60)} == {*range(WIDTH)}


def test_version_6_keeps_to_the_centre() -> None:
    for depth in range(7):
        choose = parse_player(f"weights-v6:depth={depth}").choose
        assert choose(board_bits.Position.start(), Random(depth)) == 3
        if depth < 4:
            assert {choose(make_position("444"), Random(seed)) for seed in range(9)} == {2, 4}
            assert choose(make_position("4"), Random(depth)) == 3
    assert Weights(6).choose_depth(make_position("4444")) == 4
    assert Weights(6).choose_depth(make_position("444444")) == 6
    assert Weights(3).choose_depth(make_position("4444")) == 3


def test_a_point_of_score_makes_columns_likelier() -> None:
    position, rng, games = make_position("44555345431"), Random(1), 4000
    scores = score_columns(position)
    for name, temperature in {"hard": 1, "medium": 2.5, "easy": 6}.items():
        odds = {column: math.exp(score / temperature) for column, score in scores.items()}
        chosen = Counter(build_player(name).choose(position, rng) for _ in range(games))
        for column, weight in odds.items():
            assert chosen[column] / games == pytest.approx(weight / sum(odds.values()), abs=0.03)


def test_the_longest_fight_leaves_the_fewest_best_replies() -> None:
    for line in sets.load_set("middle-easy", 30):
        position = make_position(line.moves)
        best = list_best(score_columns(position))
        chosen = {Level(0, "longest").choose(position, Random(seed)) for seed in range(60)}
        if any(position.is_winning_move(column) for column in best):
            assert chosen == {*best}
            continue
        replies = {column: len(list_best(score_columns(position.play(column)))) for column in best}
        assert chosen == {column for column in best if replies[column] == min(replies.values())}


def test_ties_are_broken_as_asked() -> None:
    position = make_position("4455")  # both 3 and 6 win soonest
    assert {Level(0, "random").choose(position, Random(seed)) for seed in range(9)} == {2, 5}
    assert Level(0, "centre").choose(position, Random(1)) == list_central_columns([2, 5])[0]


BAD = """
stockfish : minimax:deep=6 random:depth=6 weights-v6:version=2 easy:temperature=1
minimax:depth=-1 minimax:depth=0 minimax:depth=99 minimax:depth=x minimax:depth= expectimax:depth=0
weights-v2:depth=-1 mcts:iterations=1e9 mcts:iterations=99999999 mcts:iterations=0 mcts:seconds=-1 mcts:c=-0.1
mcts:iterations=9,seconds=soon level:temperature=nan level:temperature=inf perfect:ties=left
minimax: minimax:depth=1_0 minimax:depth=٣ minimax:depth=03 minimax:depth=3,depth=3
level:temperature=-1 mcts:seconds=1e3
"""


def test_what_is_no_player_is_explained(snapshot: SnapshotAssertion) -> None:
    complaints: dict[str, str] = {}
    for text in re.findall(r"\S+", BAD):
        with pytest.raises(Error) as bad:
            parse_player(text)
        complaints[text] = f"{bad.value}".partition("; the players are")[0]
    assert complaints == snapshot


def test_names_in_records_mean_these_parameters(snapshot: SnapshotAssertion) -> None:
    assert {name: f"{parse_player(name)}" for name in PLAYERS} == snapshot
    assert player_table() == snapshot(name="of the reference")


def test_cards_of_ones_own_play_if_they_hold(c4_here: Run, tmp_path: Path) -> None:
    own = EMBEDDED.with_name("5x4.cards")
    match = ("match", "random", f"cards:file={own}", "--games", "3")
    assert re.search(r"5x4.cards +\d-0-\d ", read_output(run_c4(*match, "--board", "5x4", **PLAIN)))
    check_refused(c4_here("match", f"cards:file={tmp_path}/none.cards", "random"), "none.cards")
    done = c4_here(*match)
    assert (done.returncode, done.stdout) == (1, "")
    assert "--board 5x4" in done.stderr
    lines = EMBEDDED.read_text(encoding="utf-8").splitlines()
    lines[0] = lines[0].replace(f"{len(lines) - 1} cards", f"{len(lines) - 2} cards")
    (tmp_path / "less.cards").write_text("\n".join(lines[:-1]), encoding="utf-8")
    done = c4_here("match", f"cards:file={tmp_path}/less.cards", "random")
    assert (done.returncode, done.stdout) == (1, "")
    assert "less.cards" in done.stderr
    assert "fails" in done.stderr


def test_cards_say_where_there_are_none() -> None:
    check_refused(run_c4("match", "random", "cards", "--board", "6x5", **PLAIN), "cards", "6x5")
