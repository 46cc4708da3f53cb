"""Tests of the test sets: that they hold what they say, and are made again to the byte."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from repository import PLAIN, ROOT, read_output, run_c4

from common.position import CELLS, parse
from common.score import remaining, sign
from common.tools import course, sets
from common.tools.bench.engines import BitBully
from common.tools.journal import open_journal, read_journal
from common.tools.make import test_sets
from common.tools.make.test_sets import (
    identify_position,
    label_candidate,
    label_candidates,
    make_candidate,
    make_set_heading,
)

START = course.load("04").Position.start()


@pytest.mark.parametrize("name", list(sets.KINDS))
def test_a_set_holds_what_it_says(name: str) -> None:
    """Every length that can be is there, and every outcome.

    Only begin-easy and begin-medium have none of one to three moves: the next test shows why. A draw fills
    the board: too long a game for middle-easy, begin-easy and begin-medium.
    """
    lines, kind = sets.load_set(name), sets.KINDS[name]
    assert len(lines) == 1000
    assert len({identify_position(line.moves) for line in lines}) == 1000
    for line in lines:
        assert remaining(line.score, len(line.moves)) in kind.left
        parse(line.moves, START)
    first = 4 if name in ("begin-easy", "begin-medium") else kind.played.start
    assert {len(line.moves) for line in lines} == set(range(first, kind.played.stop))
    can_draw = any(CELLS - played in kind.left for played in kind.played)
    assert {sign(line.score) for line in lines} == ({-1, 0, 1} if can_draw else {-1, 1})


def test_every_position_has_one_set_at_most() -> None:
    """By the stones on the board and those that are left; only of long games some are in none."""
    kinds = list(sets.KINDS.values())
    for played in range(1, CELLS):
        left = [number for kind in kinds if played in kind.played for number in kind.left]
        assert left == list(range(14 if played > 28 else 28 if played > 14 else CELLS)), played
    validation = sets.MADE[sets.VALIDATION]
    assert all(played < 15 for played in validation.played), "those of the opening"
    assert {len(line.moves) for line in sets.load_set(sets.VALIDATION)} == set(validation.played)
    assert list(validation.left) == list(range(CELLS))


def test_each_set_is_described_beside_its_file() -> None:
    table = (sets.find_sets_folder() / "README.md").read_text(encoding="utf-8")
    assert [name for name in sets.MADE if f"| {name} |" not in table] == []


def test_no_position_of_three_moves_is_decided_soon() -> None:
    oracle = BitBully("null_window", use_book=True)
    for moves in ("".join(names) for length in (1, 2, 3) for names in product("1234567", repeat=length)):
        score = oracle.solve(oracle.prepare(moves))
        assert remaining(score, len(moves)) in sets.KINDS["begin-hard"].left


def test_sets_come_out_the_same_however_they_are_made(tmp_path: Path) -> None:
    command = ["testset", "--positions", "12", "--seed", "7"]
    for folder, jobs in (("one", "1"), ("two", "2")):
        read_output(run_c4(*command, "--jobs", jobs, "--out", str(tmp_path / folder), "end-easy", **PLAIN))
    begun = tmp_path / "begun"
    begun.mkdir()
    with open_journal(begun / "end-easy.journal", make_set_heading(7, "end-easy")) as journal:
        for index in (0, 1, 2, 5):
            line = label_candidate(7, "end-easy", index)
            journal.append(f"{index} {line.moves} {line.score}")
    with journal.path.open("ab") as file:
        file.write(b"123")  # ended in the middle of a line
    read_output(run_c4(*command, "--out", str(begun), "end-easy", **PLAIN))
    one, two, three = ((tmp_path / name / "end-easy").read_bytes() for name in ("one", "two", "begun"))
    assert one == two == three
    assert [path.name for path in begun.iterdir()] == ["end-easy"]


def test_candidates_are_labelled_64_at_a_time_and_those_of_the_journal_not_again(tmp_path: Path) -> None:
    asked: list[tuple[list[int], int]] = []

    class Pool:
        """What labels candidates in name only."""

        def map(self, _: object, indices: list[int], *, chunksize: int) -> list[sets.Line]:
            asked.append((list(indices), chunksize))
            return [sets.Line(f"{index}", index) for index in indices]

    pool: Any = Pool()
    with open_journal(tmp_path / "journal", "heading") as journal:
        journal.append("1 11 1", "70 77 70")
    with open_journal(tmp_path / "journal", "heading") as journal:
        lines = label_candidates(7, "end-easy", journal, pool)
        found = [next(lines) for _ in range(65)]
        kept = read_journal(journal.path, "heading")
    assert found == [sets.Line("11" if index == 1 else f"{index}", index) for index in range(65)]
    later = [index for index in range(64, 128) if index != 70]
    first = [index for index in range(64) if index != 1]
    assert asked == [(first, 8), (later, 8)]
    assert kept[2:] == [f"{index} {index} {index}" for index in first + later]


@pytest.mark.parametrize(
    ("index", "length", "careful"), [(0, 29, True), (13, 29, False), (14, 30, False), (26, 29, True)]
)
def test_every_other_round_of_lengths_is_played_with_care(
    index: int, length: int, careful: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Any] = []
    monkeypatch.setattr(
        test_sets, "play_random_game", lambda _, length, *, careful: played.append((length, careful))
    )  # pyright: ignore
    make_candidate(7, "end-easy", index)
    assert played == [(length, careful)]


def test_the_empty_board_has_the_scores_that_are_published(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all other sizes nothing is known here, though X wins on some."""
    drawn = {(4, 4), (5, 4), (7, 4), (4, 5), (5, 5), (6, 5), (7, 5), (4, 6), (5, 6)}
    for width, height in product(range(2, 10), range(2, 9)):
        monkeypatch.setattr(sets, "WIDTH", width)
        monkeypatch.setattr(sets, "HEIGHT", height)
        if (width, height) in drawn | {(7, 6)}:
            assert sets.load_set("empty") == [("", int((width, height) == (7, 6)))]
        else:
            with pytest.raises(sets.MissingSets, match=f"for the 7x6 board, this is {width}x{height}$"):
                sets.load_set("empty")


def test_a_set_that_is_not_there_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(sets.MissingSets, match=r"end-easy is not there: .* make the sets with `c4 testset`"):
        sets.load_set("end-easy", folder=tmp_path)
    with pytest.raises(sets.MissingSets, match="there is no test set 'x'; the sets are end-easy, "):
        sets.load_set("x", folder=tmp_path)
    (tmp_path / "end-easy").write_text("4455 18\n445 -3\n", encoding="utf-8")
    assert sets.load_set("end-easy", folder=tmp_path) == [("4455", 18), ("445", -3)]
    assert sets.load_set("end-easy", 1, tmp_path) == [("4455", 18)]
    assert sets.parse_set_names("end-easy,empty") == ["end-easy", "empty"]


def test_a_wheel_has_the_sets_where_a_clone_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sets.find_sets_folder() == ROOT / "test-data"
    monkeypatch.setattr(sets, "ROOT", tmp_path)
    assert sets.find_sets_folder() == ROOT / "common" / "data" / "test-data"


def test_a_damaged_set_is_refused(tmp_path: Path) -> None:
    (tmp_path / "end-easy").write_text("4455 18\n4455\n", encoding="utf-8")
    with pytest.raises(sets.MissingSets, match="line 2: '4455' is not a position and a score"):
        sets.load_set("end-easy", folder=tmp_path)
