"""Tests of the test sets: their contents match their kinds, and remaking gives the same bytes."""

import re
import sys
from itertools import product
from pathlib import Path

import pytest
from repository import PLAIN, ROOT, read_output, run

from common.errors import Error
from common.position import CELLS
from common.score import remaining, sign
from common.tools import course, sets
from common.tools.bench.entrants import BitBully
from common.tools.make.testset import identify_position

parse = course.load("04").parse


@pytest.mark.parametrize("name", list(sets.KINDS))
def test_a_set_holds_what_it_says(name: str) -> None:
    """Every possible length is in the sets, and every outcome.

    Only begin-easy and begin-medium have none of one to three moves: the next test shows why. A draw fills
    the board: too long a game for middle-easy, begin-easy and begin-medium.
    """
    lines, kind = sets.load_set(name), sets.KINDS[name]
    assert len(lines) == 1000
    assert len({identify_position(line.moves) for line in lines}) == 1000
    for line in lines:
        assert remaining(line.score, len(line.moves)) in kind.left
        parse(line.moves)
    first = 4 if name in ("begin-easy", "begin-medium") else kind.played.start
    assert {len(line.moves) for line in lines} == set(range(first, kind.played.stop))
    can_draw = any(CELLS - played in kind.left for played in kind.played)
    assert {sign(line.score) for line in lines} == ({-1, 0, 1} if can_draw else {-1, 1})


def test_every_position_has_one_set_at_most() -> None:
    """Each position belongs to one set; only some from long games are in none."""
    kinds = list(sets.KINDS.values())
    for played in range(1, CELLS):
        left = sorted(number for kind in kinds if played in kind.played for number in kind.left)
        assert left == list(range(14 if played > 28 else 28 if played > 14 else CELLS)), played
    validation = sets.MADE[sets.VALIDATION]
    assert all(played < 15 for played in validation.played), "those of the opening"
    assert {len(line.moves) for line in sets.load_set(sets.VALIDATION)} == set(validation.played)
    assert list(validation.left) == list(range(CELLS))


def test_each_set_is_described_beside_its_file() -> None:
    table = (sets.FOLDER / "README.md").read_text(encoding="utf-8")
    assert [name for name in sets.MADE if f"| {name} |" not in table] == []


def test_no_position_of_three_moves_is_decided_soon() -> None:
    oracle = BitBully("null_window", use_book=True)
    for moves in ("".join(names) for length in (1, 2, 3) for names in product("1234567", repeat=length)):
        score = oracle.solve(parse(moves))
        assert remaining(score, len(moves)) in sets.KINDS["begin-hard"].left


def test_sets_come_out_the_same_however_made(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "common.tools.make.testset", "--positions", "12", "--seed", "7"]
    one, two = (tmp_path / jobs for jobs in "12")
    for folder in (one, two):
        made = run([*command, "--jobs", folder.name, "--out", str(folder), "end-easy"], **PLAIN)
        assert read_output(made) == f"{folder / 'end-easy'}\n"
        assert [path.name for path in folder.iterdir()] == ["end-easy"]
    assert len((one / "end-easy").read_bytes().splitlines()) == 12
    assert (one / "end-easy").read_bytes() == (two / "end-easy").read_bytes()
    again = run([*command, "--out", str(one), "end-easy"], **PLAIN)
    assert (again.returncode, again.stdout) == (0, "")
    assert f"{one / 'end-easy'}" in again.stderr


def test_empty_boards_have_the_published_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has the course's results; unpublished boards have no score to compare."""
    page = (ROOT / "docs" / "foundations" / "empty_board.md").read_text(encoding="utf-8")
    solved = re.findall(r"^\| (\d+)x(\d+) \| (-?\d+) \| yes \|", page, re.MULTILINE)
    assert len(solved) == 30
    for width, height, score in (*solved, *((f"{width}", "4", "") for width in (3, 13))):
        monkeypatch.setattr(sets, "WIDTH", int(width))
        monkeypatch.setattr(sets, "HEIGHT", int(height))
        if score:
            assert sets.load_set("empty") == [("", int(score))]
        else:
            with pytest.raises(Error, match=f"7x6.* {width}x{height}$"):
                sets.load_set("empty")


def test_a_set_that_cannot_be_read_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "FOLDER", tmp_path)
    with pytest.raises(Error, match=r"end-easy .*make.testset"):
        sets.load_set("end-easy")
    with pytest.raises(Error, match=r"'x'.* end-easy, "):
        sets.load_set("x")
    (tmp_path / "end-easy").write_text("4455 18\n445 -3\n", encoding="utf-8")
    assert sets.load_set("end-easy") == [("4455", 18), ("445", -3)]
    assert sets.load_set("end-easy", 1) == [("4455", 18)]
    (tmp_path / "end-easy").write_text("4455 18\n4455\n", encoding="utf-8")
    with pytest.raises(Error, match="line 2: '4455'"):
        sets.load_set("end-easy")
