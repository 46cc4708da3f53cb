"""Tests of reasons and explanations: reasons are played out, lines are best play, words say both."""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import referee
from repository import C4, PLAIN, ROOT, Run, read_output, run, run_c4, run_python

from c4.engine import load_step
from c4.reasons import SHOWN, Reason, explain_position, find_reasons
from c4.wording import Explanation, describe_explanation
from common.position import CELLS, COLUMN_NAMES, WIDTH, rows
from common.score import sign, win_score
from common.tools import course, sets

make_position = course.load(course.ENGINE).parse
KINDS = {"four", "fork", "block", "poison", "tower", "wait", "hold", "dead"}
MANY = {"end-easy": 850, "middle-easy": 60, "middle-medium": 60, "begin-easy": 12, "begin-medium": 6}
EXHAUSTED = 10  # empty cells, with which all defences are played
PLAYED = """
import random, sys
sys.path.insert(0, sys.argv[1])
import referee
from c4.reasons import board_bits, find_reason
from common.position import CELLS, WIDTH, parse
from common.tools.testing.contract import play_choices

rng, kinds = random.Random(3), set()
for _ in range(int(sys.argv[2])):
    length = CELLS - rng.randrange(1, 13)
    moves = play_choices([rng.randrange(WIDTH) for _ in range(CELLS)], length)
    if CELLS - len(moves) > 13:
        continue
    position = parse(moves, board_bits.Position.start())
    for reason in filter(None, (find_reason(position, player) for player in (0, 1))):
        referee.check_reason(moves, reason.to_json())
        kinds.add(reason.kind)
print(*kinds)
"""


@pytest.mark.parametrize(("board", "number"), [("4x4", 800), ("5x4", 400), ("4x5", 400)])
def test_reasons_hold_against_every_defence_on_small_boards(board: str, number: int) -> None:
    kinds = run_python(PLAYED, f"{ROOT / 'tests'}", f"{number}", C4_BOARD=board, **PLAIN).split()
    assert {"four", "fork", "block", "wait", "hold", "dead"} <= {*kinds}


@cache
def list_explanations() -> list[Explanation]:
    solver = load_step().with_options()
    return [
        explain_position(line.moves, solver)
        for name, number in MANY.items()
        for line in sets.load_set(name, number)
    ]


def list_claims(explanation: Explanation) -> Iterator[tuple[str, int, Reason]]:
    """Yield the reasons of an explanation, with their positions and the scores there for X."""
    moves, view = explanation.moves, 1 - 2 * (len(explanation.moves) % 2)
    line = "".join(f"{stone.column + 1}" for stone in explanation.line[: explanation.shown_after])
    yield from ((moves + line, view * explanation.score, reason) for reason in explanation.reasons)
    for move in explanation.worse:
        reply = f"{moves}{move.column + 1}{move.reply + 1}"
        yield from ((reply, view * move.score, reason) for reason in move.reasons)


def check_claims(explanation: Explanation, rng: random.Random) -> set[str]:
    """Check that the reasons of an explanation hold and do not contradict its scores; return their kinds.

    They are played out: against every defence near the end, else against random and stubborn ones.
    """
    kinds, sampled = set[str](), [referee.defend_at_random(rng), referee.defend_stubbornly(rng)]
    for moves, score, reason in list_claims(explanation):
        own_score = score if reason.player == "X" else -score
        assert sign(reason.score) == sign(own_score), (moves, reason)
        assert reason.score <= own_score, (moves, reason)
        for defend in [None] if CELLS - len(moves) <= EXHAUSTED else sampled:
            referee.check_reason(moves, reason.to_json(), defend)
        kinds.add(reason.kind)
    return kinds


def test_explanations_keep_to_scores_reasons_hold_and_near_wins_are_shown() -> None:
    lines = [line for name, number in MANY.items() for line in sets.load_set(name, number)]
    kinds, rng, near = set[str](), random.Random(1), 0
    for line, explanation in zip(lines, list_explanations(), strict=True):
        assert explanation.score == line.score
        assert explanation.reasons or line.score == 0
        kinds |= check_claims(explanation, rng)
        shown, left = explanation.line, explanation.to_json()["left"]
        if explanation.score and left <= 2 * SHOWN:
            near += 1
            assert shown[-1].wins
            assert [reason.score for reason in explanation.reasons] == [abs(explanation.score)]
        assert len(shown) == left or not (shown and shown[-1].wins)
        assert explanation.shown_after <= len(shown) <= CELLS - len(explanation.moves)
    assert near > 50
    assert kinds == KINDS
    assert sum(not explanation.reasons for explanation in list_explanations()) <= len(lines) // 30


def test_stones_of_a_line_are_best_and_marked() -> None:
    solver = load_step().with_options()
    for explanation in list_explanations():
        moves, score = explanation.moves, explanation.score
        for stone in explanation.line:
            board, position, player = referee.set_up(moves), make_position(moves), "XO"[len(moves) % 2]
            assert (stone.player, stone.wins) == (
                player,
                stone.column in referee.list_winning(board, player),
            )
            safe = list_safe_columns(board, player)
            assert stone.is_forced == (not stone.wins and safe == [stone.column] != referee.list_open(board))
            value = win_score(len(moves)) if stone.wins else -solver.solve(position.play(stone.column))
            assert value == score, (explanation.moves, moves)
            moves, score = moves + COLUMN_NAMES[stone.column], -score


def test_moves_after_which_a_reason_holds_come_first() -> None:
    """The loser's moves, which hold out longest, are for the test above."""
    solver, chosen = load_step().with_options(), 0
    for explanation in list_explanations():
        position, score = make_position(explanation.moves), explanation.score
        for stone in explanation.line:
            if stone.wins:
                break
            after = {column: position.play(column) for column in range(WIDTH) if position.can_play(column)}
            if score >= 0:
                equal = [column for column, child in after.items() if solver.solve(child) == -score]
                has_reasons = {column: bool(find_reasons(after[column], -score)) for column in equal}
                assert has_reasons[stone.column] == any(has_reasons.values()), explanation.moves
                chosen += len(set(has_reasons.values())) == 2
            position, score = after[stone.column], -score
    assert chosen > 20


def test_words_are_whole_and_say_where_only_a_search_shows_it() -> None:
    """Without a reason the position is a draw, played out to its end; forced moves need no search."""
    searched: set[bool] = set()
    for explanation in list_explanations():
        lines = [sentence.replace("   (", " (") for sentence in describe_explanation(explanation)]
        assert all(re.fullmatch(r"[A-Z].*[.)]|Best play: .*", line) for line in lines), lines
        text = "\n".join(lines)
        assert not re.search(r"None|\[|  |\.\.", text), text
        named = set("".join(re.findall(r"^Columns? ([\d, and]+):", text, re.MULTILINE)))
        assert {f"{move.column + 1}" for move in explanation.worse} == named & set(COLUMN_NAMES)
        if not explanation.reasons:
            assert len(explanation.moves) + len(explanation.line) == CELLS
            shown = f" Only a search shows it: {explanation.nodes:,} positions."
            assert f"The board fills.{shown * bool(explanation.nodes)}" in lines
            searched.add(bool(explanation.nodes))
    assert searched == {False, True}


def list_safe_columns(board: referee.Board, player: str) -> list[int]:
    """Return the columns after which the other player's next stone does not win."""
    safe: list[int] = []
    for column in referee.list_open(board):
        board[column].append(player)
        if not referee.list_winning(board, "XO".replace(player, "")):
            safe.append(column)
        board[column].pop()
    return safe


def test_every_worse_column_has_its_punishing_reply() -> None:
    solver = load_step().with_options()
    for explanation in list_explanations():
        worse = {move.column: move for move in explanation.worse}
        scores = explanation.scores
        assert {column for column, value in scores.items() if value < explanation.score} == set(worse)
        for column, move in worse.items():
            assert move.score == scores[column]
            child = make_position(explanation.moves).play(column)
            wins = child.is_winning_move(move.reply)
            assert move.wins == wins
            reply = win_score(child.moves) if wins else -solver.solve(child.play(move.reply))
            assert reply == -move.score


def test_waiting_names_the_columns_of_other_replies() -> None:
    explanation = explain_position("7571624224661126433133", load_step().with_options())
    (reason,) = explanation.reasons
    assert (reason.kind, reason.turned, reason.odd_columns, reason.cells_left) == ("wait", 4, (2, 3), 14)
    two, four, none = (
        " ".join(describe_explanation(replace(explanation, reasons=(replace(reason, odd_columns=columns),))))
        for columns in ((2, 3), (0, 2, 3, 5), ())
    )
    assert "if O plays in column 3 first, the reply is in column 4, and vice versa" in two
    assert "one of columns 1, 3, 4 and 6, the reply is in another of these" in four
    assert "exception" not in none


def test_a_reason_that_is_not_so_is_refuted() -> None:
    """The referee finds errors: a missing column, an extra square, a wrong count, an early win."""
    moves = "75716242246611264331333"
    (reason,) = find_reasons(make_position(moves), -2)
    data, rng = reason.to_json(), random.Random(1)
    referee.check_reason(moves, data, referee.defend_at_random(rng))
    for wrong in (
        {"odd_columns": []},
        {"squares": [[4, 2], [5, 4]]},
        {"squares": []},
        {"cells_left": 12},
        {"score": 9},
        {"kind": "fork"},
        {"player": "O"},
        {"kind": "dead"},
    ):
        with pytest.raises(referee.Refuted):
            for _ in range(50):
                referee.check_reason(moves, data | wrong, referee.defend_at_random(rng))


def test_explain_answers_lines_and_reports_bad_ones(c4_here: Run) -> None:
    done = c4_here("explain", "--json", given="4455\n448\n445544\n")
    assert done.returncode == 1
    assert re.match(r"\w+ 2: move 3, '8': .* 1 to 7", done.stderr)
    first, second, third = done.stdout.splitlines()
    assert second == ""
    for text, moves in ((first, "4455"), (third, "445544")):
        answer = json.loads(text)
        assert (answer["moves"], answer["score"]) == (moves, max(answer["scores"]))
        assert "X wins" in answer["sentences"][0]
        assert answer["left"] == len(answer["line"])
    done = c4_here("explain", "4455", "1212121")
    assert done.returncode == 1
    assert re.match("'1212121': .*X has won with stone 7", done.stderr)
    assert "Columns 3 and 6 win soonest." in done.stdout


def test_squares_of_a_small_board_are_on_it() -> None:
    done = run([sys.executable, "-m", "c4", "explain", "--board", "4x4", "1213"], **PLAIN)
    board, _, sentences = read_output(done).partition("\n\n")
    assert len(board.splitlines()[0].split()) == 4
    assert "a draw" in sentences.splitlines()[0]


@pytest.mark.parametrize(
    ("moves", "said"), [("", "column 4"), ("4443", "column 4"), ("4445", "column 4"), ("44", "")]
)
def test_a_position_on_a_card_says_so(moves: str, said: str, c4_here: Run) -> None:
    """The explanation of a mirror image is mirrored."""
    shown = read_output(c4_here("explain", "--", moves))
    (sentence,) = re.findall(r"^The cards for the whole game .*", shown, re.MULTILINE) or [""]
    assert said in sentence
    assert bool(sentence) == bool(said)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp437"])
def test_what_is_drawn_is_read_back_in_any_encoding(encoding: str, tmp_path: Path, c4_here: Run) -> None:
    """Boards in files, with Windows line ends, one after the other."""
    with (tmp_path / "printed").open("wb") as file:
        environment = os.environ | {"PYTHONIOENCODING": encoding}
        subprocess.run([*C4, "explain", "4455", "44444"], env=environment, stdout=file, check=True)
    again = c4_here("explain", given=(tmp_path / "printed").read_bytes())
    assert again.stderr == ""
    assert c4_here("explain", "4455", "44444").stdout == again.stdout


def test_drawn_rows_are_a_board_to_explain_and_solve_says_so(c4_here: Run) -> None:
    board = "\n".join(rows("4455")) + "\n"
    done = c4_here("explain", "--json", given=f"{board}4455\n{board}{board[:40]}\n8")
    assert [json.loads(line)["score"] for line in done.stdout.split("\n") if line] == [18, 18, 18]
    assert re.findall(r"line (\d+):", done.stderr) == ["14", "15", "16", "17"]
    kaggle = "[[0 0 0 0 0 0 0]\n" + " [0 0 0 0 0 0 0]\n" * 4 + " [1 2 1 2 1 2 1]]\n"
    done = c4_here("explain", "--json", given=kaggle)
    assert rows(json.loads(read_output(done))["moves"]) == rows("1234567")
    done = c4_here("solve", "--step", "07", given=f"{board}445544")
    assert re.findall(r"line (\d+):.*c4 explain", done.stderr) == [*"123456"]
    assert done.stdout.split("\n")[6].startswith("445544 17 ")


@pytest.mark.full("compiles the engine anew")
def test_to_explain_compiles_nothing_that_solving_has_not(tmp_path: Path) -> None:
    compiled: list[set[Path]] = []
    for command in ("solve", "explain"):
        read_output(run_c4(command, given="4455\n", NUMBA_CACHE_DIR=f"{tmp_path}"))
        compiled.append({*tmp_path.rglob("*.nbc")})
    assert compiled[0] == compiled[1] != set()
