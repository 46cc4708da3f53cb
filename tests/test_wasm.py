"""The steps in WebAssembly: built again they come out the same, and they search like the compiled Python."""

import json
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from random import Random

import pytest

from common import course
from common.benchmark import sets
from common.benchmark.engines import StepEngine
from common.book import newest
from common.position import COLUMN_NAMES, WIDTH, InvalidPosition, parse
from common.score import explain, remaining, win_score
from common.wasm import module

ROOT = Path(__file__).parents[1]
KERNELS = ROOT / "docs" / "assets" / "wasm"
LIVE = ROOT / "tests" / "live"
BOOK = ROOT / "common" / "data" / "7x6.book"
Bitboard = course.load("04").Position

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="N/A: needs Node")

SAMPLES = {  # lines of a set, and the first step that solves them in no time
    "end-easy": (12, "01"),
    "middle-easy": (12, "05"),
    "middle-medium": (6, "06"),
    "begin-easy": (4, "09"),
    "begin-medium": (2, "12"),
}


def node(script: str, *arguments: str, given: str) -> list[str]:
    """Return the lines that a script prints."""
    command = ["node", str(LIVE / script), *arguments]
    ran = subprocess.run(command, input=given, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_the_kernels_are_those_of_the_steps(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "common", "wasm", "build", "--out", str(tmp_path)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert built.returncode == 0, built.stderr
    assert "\x1b" not in built.stderr
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted([*(f"{number}.wasm" for number in course.numbers()), "kernels.js"])
    made_with = json.loads(re.search(r"VERSIONS = (.*);", (KERNELS / "kernels.js").read_text())[1])  # type: ignore[index]
    if made_with != {name: version(name) for name in made_with}:
        pytest.skip(f"N/A: the kernels were built with {made_with}, others compile to other bytes")
    stale = [name for name in names if (tmp_path / name).read_bytes() != (KERNELS / name).read_bytes()]
    assert not stale, f"run c4 wasm build: {', '.join(stale)} differ"


@needs_node
@pytest.mark.parametrize("number", course.numbers())
def test_a_kernel_scores_and_counts_as_the_compiled_step_does(number: str) -> None:
    lines = [
        line for name, (count, first) in SAMPLES.items() if number >= first for line in sets.load(name, count)
    ]
    engine = StepEngine(number, use_book=False)
    found = node("solve.mjs", number, given="".join(f"{line.moves}\n" for line in lines))
    for line, answer in zip(lines, found, strict=True):
        engine.reset()
        assert engine.solve(engine.prepare(line.moves)) == line.score
        assert answer.split()[:3] == [line.moves, str(line.score), str(engine.nodes)]


@needs_node
def test_the_newest_kernel_knows_the_book() -> None:
    step = newest()
    solver = step.solver()
    given = "\n44\n4455\n123\n"
    for line in node("solve.mjs", step.number, str(BOOK), given=given):
        moves, score, nodes, _ = line.split(" ")
        solver.reset()
        assert solver.solve(parse(moves, step.Position.start())) == int(score)
        assert solver.nodes == int(nodes)


def longest(text: str) -> tuple[str, InvalidPosition]:
    """Return as much of some moves as can be played, and what is wrong with the next."""
    with pytest.raises(InvalidPosition) as raised:
        parse(text, Bitboard.start())
    return text[: raised.value.played], raised.value


@needs_node
def test_the_page_reads_games_and_scores_as_the_course_does() -> None:
    random = Random(1)
    texts = ["4455x", "44444449", "1212121", *("".join(random.choices("1234567", k=43)) for _ in range(200))]
    played = [longest(text) for text in texts]
    games = [
        json.loads(line) for line in node("rules.mjs", given="".join(f"{moves}\n" for moves, _ in played))
    ]
    for (moves, _), found in zip(played, games, strict=True):
        position = parse(moves, Bitboard.start())
        assert (int(found["stones"]), int(found["mask"]), found["moves"]) == position
        assert found["columns"] == [COLUMN_NAMES.index(name) for name in moves]
        assert found["wins"] == [
            position.can_play(column) and position.is_winning_move(column) for column in range(WIDTH)
        ]
        assert (found["isOver"], found["winner"], found["row"]) == (False, None, None)
        assert found["said"] == [
            [score, remaining(score, len(moves)), explain(score, len(moves))]
            for score in (-2, -1, 0, 1, 2, win_score(len(moves)))
        ]


@needs_node
def test_the_page_knows_how_games_end_and_what_cannot_be_played() -> None:
    random = Random(2)
    texts = ["4455x", "44444449", "1212121", *("".join(random.choices("1234567", k=43)) for _ in range(200))]
    ends = [(text[: error.played + 1], error) for text in texts for _, error in [longest(text)]]
    found = [json.loads(line) for line in node("rules.mjs", given="".join(f"{text}\n" for text, _ in ends))]
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
    command = ["node", "--test", *(str(path) for path in sorted(LIVE.glob("*.test.mjs")))]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stdout


def test_numbers_are_written_as_the_format_asks() -> None:
    assert [module.number(value) for value in (0, 127, 128, 624485)] == [
        b"\0", b"\x7f", b"\x80\x01", b"\xe5\x8e\x26",
    ]  # fmt: skip
    for value in (0, 127, 128, 16383, 16384, 2**32):
        written = module.number(value)
        assert module.read_number(b"xx" + written + b"x", 2) == (value, 2 + len(written))


def test_a_kernel_that_needs_other_functions_is_refused() -> None:
    needed = module.text("env") + module.text("malloc") + bytes([module.FUNCTION]) + module.number(0)
    memory = module.text("env") + module.text("memory") + bytes([module.MEMORY, 1]) + module.number(1) * 2
    content = module.number(2) + memory + needed
    with pytest.raises(ValueError, match="a kernel cannot call malloc"):
        module.exporting(module.HEADER + module.section(module.IMPORT, content), "search", 0)
