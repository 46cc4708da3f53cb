"""Tests of the arena: games in the terminal, matches and what they are said to prove."""

import json
import os
import signal
import time
from math import comb
from pathlib import Path

import pytest
from repository import PLAIN, Run, read_output, run_c4, start_c4

from common.position import CELLS, COLUMN_NAMES, parse
from common.tools import sets
from common.tools.play.arena.games import (
    Game,
    Match,
    Tally,
    compute_mean_moves,
    compute_seconds_per_move,
    compute_share,
    count_distinct_games,
    judge_tally,
    play_game,
    play_match,
    tally_by_colour,
    tally_games,
)
from common.tools.play.arena.judge import Accuracy, judge_move, judge_set
from common.tools.play.players.player import bitboard, make_empty_board
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


@pytest.mark.parametrize(("wins", "rate", "p"), PUBLISHED)
def test_verdicts_are_the_published_ones(wins: tuple[int, int, int], rate: float, p: float) -> None:
    verdict = judge_tally(Tally(*wins))
    assert verdict
    assert verdict.leader == (wins[1] > wins[0])
    assert verdict.rate == pytest.approx(rate, abs=0.0006)
    assert verdict.p == pytest.approx(2 * p, rel=0.02)
    assert verdict.is_significant == (2 * p < 0.05)
    assert verdict.interval[0] < verdict.rate < verdict.interval[1]


def test_whoever_leads_a_verdict_is_significant_once_in_twenty_times_at_most() -> None:
    for games in (10, 87, 100):
        verdicts = [judge_tally(Tally(wins, games - wins, 0)) for wins in range(games + 1)]
        significant = [wins for wins, verdict in enumerate(verdicts) if verdict and verdict.is_significant]
        assert 0.01 < sum(comb(games, wins) / 2**games for wins in significant) < 0.05


def test_no_verdict_is_significant_whose_interval_holds_one_half(pytestconfig: pytest.Config) -> None:
    """Look at every record of so many games, with --full of up to 120."""
    for games in range(1, 121) if pytestconfig.getoption("--full") else (*range(1, 41), 120):
        for wins in range((games + 1) // 2, games + 1):
            verdict = judge_tally(Tally(wins, games - wins, 0))
            assert verdict
            if verdict.is_significant:
                assert verdict.interval[0] > 0.5
            elif verdict.p > 0.13:  # the test is exact, the interval is not: they part a little at the edge
                assert verdict.interval[0] < 0.5


def test_the_interval_is_wilsons_and_of_two_equals_the_first_is_the_leader() -> None:
    verdict, even = judge_tally(Tally(8, 2, 5)), judge_tally(Tally(5, 5, 0))
    assert verdict
    assert verdict.interval == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert even
    assert (even.leader, even.rate, even.is_significant) == (0, 0.5, False)
    assert judge_tally(Tally(0, 0, 5)) is None  # without a decisive game


def test_games_are_distinct_by_their_moves_and_who_was_red() -> None:
    games = [Game(0, 0, "44", None, (1.0, 2.0)), Game(1, 1, "44", 0, (3.0, 4.0))]
    assert count_distinct_games([*games, Game(2, 0, "44", 1, (5.0, 6.0))]) == 2
    assert compute_mean_moves([*games, Game(2, 0, "44556", 1, (5.0, 6.0))]) == 3
    assert [games[0].count_stones(side) for side in (0, 1)] == [1, 1]
    assert [Game(0, 1, "445", None, (0.0, 0.0)).count_stones(side) for side in (0, 1)] == [1, 2]
    assert [compute_seconds_per_move(games, side) for side in (0, 1)] == [2, 3]
    alone = [Game(0, 0, "4", 0, (1.0, 0.0))]
    assert compute_seconds_per_move(alone, 1) == 0
    assert tally_games(alone * 2, 1) == Tally(0, 2, 0)
    assert tally_by_colour(games) == (Tally(0, 1, 1), Tally(1, 0, 1))
    assert Tally(1, 2, 3) + Tally(10, 20, 30) == Tally(11, 22, 33)


def test_a_game_is_played_to_its_end_by_the_rules() -> None:
    match = Match(("random", "forward"), 40, seed=1, swap=True)
    began = time.perf_counter()
    games = [play_game(match, number) for number in range(match.games)]
    assert 0 < sum(sum(game.seconds) for game in games) < time.perf_counter() - began
    for game in games:
        assert game.red == game.number % 2
        position = make_empty_board()
        for stones, name in enumerate(game.moves, 1):
            column = COLUMN_NAMES.index(name)
            assert position.can_play(column)
            position = position.play(column)
            is_won = stones == len(game.moves) and game.winner is not None
            assert bitboard.aligned(position.stones ^ position.mask) == is_won
        last = (len(game.moves) - 1) % 2
        assert game.winner == (game.red if last == 0 else 1 - game.red) or len(game.moves) == CELLS
        assert game.count_stones(0) + game.count_stones(1) == len(game.moves)
    assert tally_games(games, 1).wins > 30
    assert sum(tally_by_colour(games)[0].__dict__.values()) == 40
    assert count_distinct_games(games) == 40
    assert compute_seconds_per_move(games, 0) > 0


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    match = Match(("mcts:iterations=50", "weights-v2:depth=2"), 6, seed=3, swap=True)
    seen: list[int] = []
    alone = play_match(match, 1, lambda game: seen.append(game.number))
    together = play_match(match, 2, lambda _: None)
    assert seen == list(range(6))
    assert [(game.red, game.moves) for game in alone] == [(game.red, game.moves) for game in together]
    other = play_match(Match(match.players, 6, seed=4, swap=True), 1, lambda _: None)
    assert [game.moves for game in alone] != [game.moves for game in other]


def test_match_says_who_is_better_and_writes_the_games(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    options = ["--games", "60", "--seed", "2", "--swap", "--jobs", "2", "--json", str(path)]
    shown = read_output(run_c4("match", "random", "forward", *options, **PLAIN))
    written = json.loads(path.read_text(encoding="utf-8"))
    first, second = written["players"]
    assert first["wins"] + first["losses"] + first["draws"] == len(written["games"]) == 60
    winners = [game["winner"] for game in written["games"]]
    for side, player in enumerate(written["players"]):
        assert player["player"] == ("random", "forward")[side]
        assert f"{player['wins']}-{player['losses']}-{player['draws']}" in shown
        assert player["wins"] == winners.count(side)
        assert player["losses"] == winners.count(1 - side)
        assert player["draws"] == winners.count(None)
        stones = sum((len(game["moves"]) + (game["red"] == side)) // 2 for game in written["games"])
        seconds = sum(game["seconds"][side] for game in written["games"])
        assert player["seconds_per_move"] == pytest.approx(seconds / stones)
    red = [game["winner"] == game["red"] for game in written["games"] if game["winner"] is not None]
    colours = f"red {red.count(True)}-{red.count(False)}-{winners.count(None)} against yellow"
    assert colours in " ".join(shown.split())
    lengths = [len(game["moves"]) for game in written["games"]]
    assert written["mean_moves"] == sum(lengths) / 60
    assert written["distinct_games"] == 60
    share = second["wins"] / (first["wins"] + second["wins"])
    verdict = written["verdict"]
    assert (verdict["leader"], verdict["significant"]) == ("forward", True)
    assert verdict["wilson_95"][0] < share == verdict["win_rate_of_decisive"] < verdict["wilson_95"][1]
    assert verdict["p_two_sided_binomial"] < 1e-6
    assert written["reproducible"] is True
    assert "reproducible" not in shown
    assert "forward won " in shown
    assert "p < 0.000001, two-sided binomial test: significant at 0.05" in shown
    assert "60 of 60 games distinct" in shown
    assert written["settings"] == {"games": 60, "seed": 2, "swap": True}
    assert written["machine"]["cores"] == os.cpu_count()
    assert "\x1b" not in shown


def test_games_that_depend_on_the_clock_are_not_called_reproducible(tmp_path: Path, c4_here: Run) -> None:
    path, config, clock = tmp_path / "x.json", tmp_path / "t.toml", "mcts:iterations=20,seconds=9"
    config.write_text(f'players = ["random", "{clock}"]\ngames = 1\n', encoding="utf-8")
    for command in (
        f"match {clock} random --games 1",
        f"tournament {config}",
        f"accuracy random {clock} --sets end-easy --positions 1 --games 0",
    ):
        shown = read_output(c4_here(*command.split(), "--json", str(path)))
        assert f"not reproducible: {clock} looks at the clock" in " ".join(shown.split())
        assert json.loads(path.read_text(encoding="utf-8"))["reproducible"] is False
    clocks = [clock, "mcts:seconds=0.1"]
    assert list_clocked_players(["mcts", "mcts:seconds=0", "perfect", *clocks]) == clocks


def test_two_people_play_a_game() -> None:
    answer = run_c4("play", "--yellow", "human", given="1\n2\n1\n2\n1\n2\n1\n")
    assert answer.returncode == 0
    assert answer.stdout.endswith("red (X) wins\nmoves: 1212121\nreview the game? y or n: \n")
    assert "   X   O   ·   ·   ·   ·   ·\n   1   2   3   4   5   6   7\n" in answer.stdout
    assert answer.stdout.count("to move") == 7
    assert "\x1b" not in answer.stdout


def test_players_play_the_same_game_from_the_same_seed(c4_here: Run) -> None:
    options = ["play", "--red", "mcts:iterations=50", "--yellow", "weights-v5:depth=2", "--seed", "3"]
    first, second = c4_here(*options), run_c4(*options)
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert first.stdout.splitlines()[-1].startswith("moves: ")
    assert first.stdout.splitlines()[-2].endswith(("wins", "drawn"))


def test_a_human_takes_back_and_is_helped(c4_here: Run) -> None:
    given = "4\nundo\nhelp\nhint\nscores\n3\nquit\n"
    answer = run_c4("play", "--yellow", "forward", "--moves", "4455", given=given)
    assert answer.returncode == 0
    assert "\nundo     take back your last stone" in answer.stdout
    assert "hint: 3\n" in answer.stdout or "hint: 6\n" in answer.stdout
    assert "  -4  -3  18   2   2  18  -3\n" in answer.stdout
    assert "\nthe game is not over\nmoves: 44" in answer.stdout
    people = c4_here("play", "--yellow", "human", given="u\n4\nu\n")
    assert "there is nothing to take back" in people.stdout
    assert people.stdout.endswith("the game is not over\nmoves: \n")
    assert people.returncode == 0

    random = c4_here("play", "--red", "random", "--yellow", "human", "--seed", "1", given="undo\n")
    assert "there is nothing to take back" in random.stdout
    assert len(random.stdout.rpartition("moves: ")[2].strip()) == 1


def test_scores_are_shown_all_the_time(c4_here: Run) -> None:
    answer = c4_here("play", "--yellow", "human", "--moves", "4455", "--scores", given="3\n")
    assert answer.stdout.count("  -4  -3  18   2   2  18  -3\n") == 1
    assert answer.stdout.count("   1   2   3   4   5   6   7\n") == 2


@pytest.mark.parametrize(
    ("moves", "given", "complaint"),
    [("", "8\n", "there is no column '8'"), ("444444", "4\n", "column 4 is full")],
)
def test_a_move_that_cannot_be_is_explained(c4_here: Run, moves: str, given: str, complaint: str) -> None:
    answer = c4_here("play", "--moves", moves, given=given)
    assert answer.returncode == 2
    assert answer.stderr.startswith(f"c4 play: {complaint}; there is room in 1, 2, 3, ")


def test_an_error_of_a_player_who_thinks_ends_the_game(c4_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise MemoryError

    monkeypatch.setattr("common.tools.play.players.forward.Forward.choose", fail)
    answer = c4_here("play", "--red", "forward")
    assert (answer.returncode, answer.stderr) == (1, "c4 play: memory ran out\n")


@pytest.mark.parametrize(("red", "moves"), [("human", "4455"), ("expectimax:depth=30", "44")])
def test_an_interrupt_ends_a_game_whoever_is_to_move(red: str, moves: str) -> None:
    with start_c4("play", "--red", red, "--moves", moves) as process:
        if red == "human":
            while process.stdout.read(1) != ":":  # of the question
                pass
            time.sleep(0.3)  # until it waits for the answer
        else:
            assert process.stderr.readline() == "thinking ...\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 0
        assert process.stdout.read().endswith(f"\nthe game is not over\nmoves: {moves}\n")
        assert process.stderr.read() == ""


def test_perfect_play_loses_nothing_and_random_play_much() -> None:
    lines = sets.load_set("middle-easy", 40)
    perfect = sum(judge_set(parse_player("perfect"), "middle-easy", lines, 1), Accuracy())
    random = sum(judge_set(parse_player("random"), "middle-easy", lines, 1), Accuracy())
    assert (perfect.moves, perfect.kept, perfect.lost) == (40, 40, 0)
    assert perfect.at_stake == perfect.kept_at_stake == random.at_stake > 10
    assert random.kept < 35
    assert random.lost > 100


def test_a_move_is_judged_by_what_was_at_stake() -> None:
    position = parse("4455", make_empty_board())
    assert judge_move(position, 2) == Accuracy(1, 1, 1, 1, 0)
    assert judge_move(position, 3) == Accuracy(1, 1, 1, 1, 16)
    assert judge_move(position, 0) == Accuracy(1, 0, 1, 0, 22)


def test_accuracy_over_sets_and_games(tmp_path: Path) -> None:
    path = tmp_path / "accuracy.json"
    options = ["--sets", "end-easy", "--positions", "5", "--games", "1", "--json", str(path)]
    shown = read_output(run_c4("accuracy", "perfect", "forward", *options))
    one_set, games, *others = json.loads(path.read_text(encoding="utf-8"))["rows"]
    assert [row["player"] for row in (one_set, games, *others)] == ["perfect"] * 2 + ["forward"] * 2
    assert (one_set["moves_of"], one_set["moves"], one_set["kept"]) == ("end-easy", 5, 5)
    assert games["moves"] == games["kept"] == 41
    assert games["lost"] == 0
    assert "100.0%" in shown


def test_means_of_games_are_by_the_game_and_by_the_stone() -> None:
    games = [
        Game(0, 0, "4", 0, (0.5, 0.0)),
        Game(1, 1, "123", None, (0.5, 4.0)),
    ]  # side 1 is red in the second
    assert compute_mean_moves(games) == 2
    assert [compute_seconds_per_move(games, side) for side in (0, 1)] == [0.5, 2.0]
    assert [compute_seconds_per_move(games[:1], side) for side in (0, 1)] == [0.5, 0.0]
    assert compute_share(Tally(2, 1, 1)) == 0.625
    assert [tally_games(games, side) for side in (0, 1)] == [Tally(1, 0, 1), Tally(0, 1, 1)]
