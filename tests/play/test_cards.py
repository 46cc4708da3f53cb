"""Tests of the cards: every line is won, and faults of a file are found."""

import json
import re
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from card_walk import Lost, Walk, play_game
from repository import PLAIN, ROOT, Run, check_refused, read_output, run, run_c4

from c4.engine import board_bits
from common.errors import Error
from common.position import WIDTH, parse
from common.tools.play.card_file import (
    EMBEDDED,
    BadCards,
    Strategy,
    check_strategy,
    read_strategy,
    write_strategy,
)
from common.tools.play.card_trial import break_strategy
from common.tools.play.players.registry import parse_player

LINES = EMBEDDED.read_text(encoding="utf-8").splitlines()


def test_x_wins_every_line_with_few_cards(c4_here: Run) -> None:
    printed = read_output(c4_here("cards", "check"))
    assert f"{len(LINES) - 1} cards" in printed
    assert len(LINES) - 1 <= 851
    assert "X wins" in printed
    page = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
    shown = re.findall(r"(?m)^\| (\w+) \| ([\d,]+) \|$", page)
    assert [(kind, number) for number, kind in re.findall(r"(?m)^ *([\d,]+) (\w+)$", printed)][1:] == shown
    assert re.findall(r"there are ([\d,]+) positions", page)[0] in printed


@pytest.mark.full("plays ten times as many games")
def test_reasons_hold_when_they_are_played_out(c4_here: Run) -> None:
    trusted, played = (read_output(c4_here("cards", "check", *more)) for more in ((), ("--play-out",)))
    fours = [int(re.findall(r"([\d,]+) four", text)[0].replace(",", "")) for text in (trusted, played)]
    assert fours[1] > 10 * fours[0]


SLOW = [pytest.param(board, marks=pytest.mark.full("a larger board")) for board in ("6x4", "5x5")]


@pytest.mark.parametrize("board", ["5x4", *SLOW])
def test_a_walk_without_bitboards_counts_the_same(board: str) -> None:
    """The reasons also hold when played out; if that is quick, other tests cover compiled code."""
    script = [sys.executable, str(ROOT / "tests" / "card_walk.py"), str(EMBEDDED.with_name(f"{board}.cards"))]
    counts: dict[str, int] = json.loads(read_output(run(script, C4_BOARD=board, **PLAIN)))
    printed = read_output(run_c4("cards", "check", "--board", board, **PLAIN))
    if board != "5x4":
        assert printed == read_output(run_c4("cards", "check", "--board", board))
    found: Counter[str] = Counter()
    for number, kind in re.findall(r"^ *([\d,]+) (?!cards)(\w+)", printed, re.MULTILINE):
        found[kind if kind in counts else "reason"] += int(number.replace(",", ""))
    assert found == counts
    read_output(run_c4("cards", "check", "--board", board, "--play-out", **PLAIN))


@pytest.mark.parametrize(
    ("seed", "changes"),
    [(1, 20), pytest.param(2, 480, marks=pytest.mark.full("many more changes"))],
    ids=["some", "many"],
)
def test_changed_cards_are_refused_or_still_win(seed: int, changes: int, tmp_path: Path) -> None:
    """Accepted cards win in a walk without bitboards; refused ones fail there in the same game.

    Lines that come to a missing card are those of cards below it.
    """
    rng, path, refused, strategy = Random(seed), tmp_path / "changed.cards", 0, read_strategy(EMBEDDED)
    for _ in range(changes):
        broken, words = break_strategy(strategy, rng)
        write_strategy(path, broken)
        walk = Walk(path.read_text(encoding="utf-8"))
        try:
            check_strategy(read_strategy(path))
        except BadCards as error:
            refused += 1
            said = str(error).split()
            with pytest.raises(Lost, match=said[said.index("after") + 1]):
                walk.play_card(play_game(said[said.index("card") + 1]))
        else:
            changed = play_game(words.split()[2])
            for columns in [changed] if changed in walk.cards else walk.cards:
                if any(all(map(str.startswith, image, columns)) for image in (changed, changed[::-1])):
                    walk.play_card(columns)
    assert refused > changes * 0.8


WALK = "import sys; sys.path.insert(0, sys.argv[1]); import card_walk; choose = card_walk.Walk.choose\n"
LOOK_AWAY = "card_walk.Walk.choose = lambda *asked: (-1, '') if asked[3] == 4 else choose(*asked)\n"
ALIKE = pytest.mark.full("right on all, or on one, as it is on some")


@pytest.mark.parametrize(
    ("checker", "right"),
    [
        (f"{WALK}{LOOK_AWAY}card_walk.main()", 20),
        pytest.param(f"{WALK}card_walk.main()", 21, marks=ALIKE),
        pytest.param("", 1, marks=ALIKE),
    ],
    ids=["does not see column 5", "right", "accepts all"],
)
def test_a_checker_of_ones_own_is_tried(checker: str, right: int) -> None:
    command = ["cards", "try", "--board", "5x4", sys.executable, "-c", checker, f"{ROOT / 'tests'}"]
    done = run_c4(*command, **PLAIN)
    assert done.returncode == (right < 21)
    number = int(re.findall(r"(\d+) of 21", done.stdout)[0])
    assert number == right if right != 20 else 1 < number < 21
    assert done.stdout.count("it accepts") == 21 - number


def test_a_checker_that_breaks_is_no_answer() -> None:
    done = run_c4("cards", "try", sys.executable, "-c", "raise SystemExit(3)", **PLAIN)
    check_refused(done, "status 3")


@pytest.mark.parametrize(
    ("change", "complaints"),
    [
        (lambda _: [], ["line 1 "]),
        (lambda lines: ["\x7fELF", *lines], ["line 1 "]),
        (lambda lines: lines[:-1], [f"line {len(LINES) - 1} ", f"{len(LINES) - 1}"]),
        (lambda lines: [*lines[:99], lines[99][:20], *lines[100:]], ["line 100:"]),
        (lambda lines: [*lines[:99], "", *lines[100:]], ["line 100:"]),
        (lambda lines: [*lines[:99], lines[98], *lines[100:]], ["line 100:", LINES[98].split()[0]]),
        (lambda lines: [*lines[:99], lines[99].replace(" ", "8 ", 1), *lines[100:]], ["line 100:", "'8'"]),
        (lambda lines: [*lines[:99], lines[99].replace(" ", "1 ", 1), *lines[100:]], ["line 100:"]),
        (lambda lines: [*lines[:99], lines[99] + ".", *lines[100:]], ["line 100:", "column 7"]),
        (lambda lines: [*lines[:99], lines[99].replace(".", "8", 1), *lines[100:]], ["line 100:"]),
        (lambda lines: [lines[0].replace("7x6", "6x4"), *lines[1:]], ["line 1 ", "--board 6x4"]),
        (lambda lines: [lines[0].replace("X", "O"), *lines[1:]], ["line 2:"]),
    ],
)
def test_damaged_files_are_refused_by_line(
    change: object, complaints: list[str], tmp_path: Path, c4_here: Run
) -> None:
    path = tmp_path / "damaged.cards"
    path.write_text("\n".join(change(LINES)) + "\n", encoding="utf-8")  # type: ignore[operator]
    done = c4_here("cards", "check", str(path))
    assert (done.returncode, done.stdout) == (1, "")
    for complaint in (*complaints, "damaged.cards"):
        assert complaint in done.stderr


def test_a_file_is_written_as_it_was_read(tmp_path: Path) -> None:
    strategy = read_strategy(EMBEDDED)
    cards = Random(1).sample(strategy.cards, len(strategy.cards))
    write_strategy(tmp_path / "again.cards", Strategy(strategy.holder, strategy.draws, cards))
    assert (tmp_path / "again.cards").read_bytes() == EMBEDDED.read_bytes()


def test_the_player_wins_whatever_columns_come() -> None:
    rng, player = Random(1), parse_player("cards")
    for _ in range(60):
        position = board_bits.Position.start()
        while True:
            is_ours = position.moves % 2 == 0
            free = [column for column in range(WIDTH) if position.can_play(column)]
            column = player.choose(position, rng) if is_ours else rng.choice(free)
            if position.is_winning_move(column):
                assert is_ours
                break
            position = position.play(column)


@pytest.mark.parametrize("moves", ["4", "1122"])
def test_the_player_says_where_it_knows_nothing(moves: str) -> None:
    with pytest.raises(Error, match="X"):
        parse_player("cards").choose(parse(moves, board_bits.Position.start()), Random(1))
