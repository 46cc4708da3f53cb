"""Tests of the steps in WebAssembly: scores and nodes as in compiled Python, and an index of all."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from node import needs_node, node
from repository import ROOT, check_refused, make_python_path, read_output, run

from common.book_file import EMBEDDED
from common.tools import course
from common.tools.make.signature import list_lines, load_signatures
from common.tools.make.wasm import module

MAKE = [sys.executable, "-m", "common.tools.make.wasm"]
KERNELS = ROOT / "docs" / "assets" / "wasm"
BOOK = ROOT / "docs" / "assets" / "7x6.book"


@needs_node
@pytest.mark.parametrize("number", course.numbers())
def test_a_kernel_scores_and_counts_as_its_step(number: str) -> None:
    lines = list_lines(number)
    printed = node("solve.mjs", number, given="".join(f"{line.moves}\n" for line in lines))
    answers = [answer.split(" ") for answer in printed]
    assert [answer[:2] for answer in answers] == [[line.moves, str(line.score)] for line in lines]
    assert sum(int(nodes) for _, _, nodes, _ in answers) == load_signatures()[number]


@needs_node
@pytest.mark.parametrize("book", [BOOK, EMBEDDED], ids=["the page's", "a large one"])
def test_the_kernel_that_thinks_knows_a_book(book: Path) -> None:
    step = course.load(course.ENGINE)
    solver = step.solver(book=book)
    text = "\n44\n4455\n123\n33335661\n3333566122\n"
    for line in node("solve.mjs", step.number, f"{book}", given=text):
        moves, score, nodes, _ = line.split(" ")
        solver.reset()
        assert solver.solve(step.parse(moves)) == int(score)
        assert solver.nodes == int(nodes)


def test_a_step_is_built_beside_the_others(tmp_path: Path) -> None:
    """The ledger covers that the same versions make the same bytes."""
    folder = shutil.copytree(KERNELS, tmp_path / KERNELS.relative_to(ROOT))
    index = folder / "kernels.js"
    before = index.read_text(encoding="utf-8")
    (folder / "05.wasm").write_bytes(b"old")
    index.write_text(re.sub(r'(?<=\["05", ).*(?=\],)', "{}", before), encoding="utf-8")
    read_output(run([*MAKE, "05"], tmp_path, PYTHONPATH=make_python_path(ROOT)))
    assert index.read_text(encoding="utf-8") == before
    assert (folder / "05.wasm").read_bytes().startswith(module.HEADER)
    assert (folder / "04.wasm").read_bytes() == (KERNELS / "04.wasm").read_bytes()


def test_kernels_of_another_board_are_refused(tmp_path: Path) -> None:
    done = run([*MAKE, "05"], tmp_path, PYTHONPATH=make_python_path(ROOT), C4_BOARD="4x4")
    check_refused(done, "4x4", "7x6")
    assert list(tmp_path.iterdir()) == []
