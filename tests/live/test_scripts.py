"""Tests of the live parts' scripts: their own tests, their form, and the rules of the game."""

import importlib
import re
import shutil
from random import Random

import pytest
from node import LIVE, ask_page, needs_node
from repository import read_output, run

from c4.reasons import list_cells
from common.position import COLUMN_NAMES, HEIGHT, WIDTH, InvalidPosition, parse
from common.score import explain, remaining, win_score
from common.tools import course

THREATS = importlib.import_module("steps.07_anticipation.position")
Bitboard = course.load("04").Position

needs_npm = pytest.mark.skipif(not shutil.which("npx"), reason="N/A: needs npm")


def longest(text: str) -> tuple[str, InvalidPosition]:
    """Return the playable beginning of some moves, and the fault of the next move."""
    with pytest.raises(InvalidPosition) as raised:
        parse(text, Bitboard.start())
    return text[: raised.value.played], raised.value


def list_games(seed: int) -> list[str]:
    """Return move strings, many of them random, of which some cannot be played."""
    random = Random(seed)
    return ["4455x", "44444449", "1212121", *("".join(random.choices("1234567", k=43)) for _ in range(200))]


@needs_node
def test_the_page_reads_games_as_the_course_does() -> None:
    games = [longest(text)[0] for text in list_games(1)]
    drawn = 0
    for moves, found in zip(games, ask_page("rules.mjs", lines=games), strict=True):
        stones, mask, count = position = parse(moves, Bitboard.start())
        assert (int(found["stones"]), int(found["mask"]), found["moves"]) == position
        sides = [THREATS.winning_squares(side, mask) for side in (stones, stones ^ mask)]
        squares = [[column * HEIGHT + row for column, row in list_cells(bits)] for bits in sides]
        assert found["squares"] == (squares if count % 2 == 0 else squares[::-1]), moves
        drawn += any(squares)
        assert found["columns"] == [COLUMN_NAMES.index(name) for name in moves]
        assert found["wins"] == [
            position.can_play(column) and position.is_winning_move(column) for column in range(WIDTH)
        ]
        assert (found["isOver"], found["winner"], found["row"]) == (False, None, None)
        assert found["said"] == [
            [score, remaining(score, len(moves)), explain(score, len(moves))]
            for score in (-2, -1, 0, 1, 2, win_score(len(moves)))
        ]
    assert drawn > 50


@needs_node
def test_the_page_knows_how_games_end() -> None:
    ends = [(text[: error.played + 1], error) for text in list_games(2) for _, error in [longest(text)]]
    found = ask_page("rules.mjs", lines=[text for text, _ in ends])
    wins = [answer for answer, (_, error) in zip(found, ends, strict=True) if error.reason.startswith("wins")]
    assert 50 < len(wins) < len(ends) - 20
    for answer, (text, error) in zip(found, ends, strict=True):
        if error.reason.startswith("wins"):
            assert (answer["winner"], answer["isOver"]) == (2 - len(text) % 2, True)
            cells = [answer["cells"][cell] for cell in answer["row"]]
            assert len(cells) >= 4
            assert set(cells) == {answer["winner"]}
        else:
            assert answer["error"] == str(error)


@needs_node
def test_the_units_of_the_live_parts() -> None:
    """Run them in one process: `node --test` starts one for each file, which takes as long again."""
    paths = [str(path) for path in sorted(LIVE.glob("*.test.mjs"))]
    script = "for (const path of process.argv.slice(1)) await import(path)"
    output = read_output(run(["node", "--input-type=module", "-e", script, *paths]))
    assert re.search(r"^\S pass [1-9]\d*$", output, re.MULTILINE)


@needs_npm
def test_the_scripts_are_clean() -> None:
    biome = ["npx", "--yes", "@biomejs/biome@2.6.8", "check", "--error-on-warnings"]
    checked = run([*biome, "../../docs/assets/live", "."], LIVE)
    assert checked.returncode == 0, checked.stderr
    assert re.search(r"Checked [1-9]\d+ files", checked.stdout + checked.stderr)


@needs_npm
def test_the_scripts_use_what_is_there() -> None:
    """Find misspelt names and wrong arguments that no test comes to, as far as TypeScript can infer types."""
    tsc = ["npx", "--yes", "--package", "typescript@7.0.2", "tsc"]
    checked = run([*tsc, "--project", "jsconfig.json", "--listFiles"], LIVE)
    assert checked.returncode == 0, checked.stdout
    assert "docs/assets/live/" in checked.stdout
