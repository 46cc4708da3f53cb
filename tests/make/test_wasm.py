"""The steps in WebAssembly: they score and count like the compiled Python, and the index names them."""

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from node import needs_node, node
from repository import C4, ROOT, check_refused, read_output, run

from common.position import parse
from common.tools import course
from common.tools.make.wasm import module
from common.tools.testing.signature import list_lines, load_signatures

KERNELS = ROOT / "docs" / "assets" / "wasm"
BOOK = ROOT / "common" / "data" / "7x6.book"


@needs_node
@pytest.mark.parametrize("number", course.numbers())
def test_a_kernel_scores_and_counts_as_its_step(number: str) -> None:
    lines = list_lines(number)
    printed = node("solve.mjs", number, given="".join(f"{line.moves}\n" for line in lines))
    answers = [answer.split(" ") for answer in printed]
    assert [answer[:2] for answer in answers] == [[line.moves, str(line.score)] for line in lines]
    assert sum(int(nodes) for _, _, nodes, _ in answers) == load_signatures()[number][0]


@needs_node
def test_the_kernel_that_thinks_knows_the_book() -> None:
    step = course.thinker()
    solver = step.solver()
    text = "\n44\n4455\n123\n"
    for line in node("solve.mjs", step.number, str(BOOK), given=text):
        moves, score, nodes, _ = line.split(" ")
        solver.reset()
        assert solver.solve(parse(moves, step.Position.start())) == int(score)
        assert solver.nodes == int(nodes)


def test_a_step_is_built_beside_the_others(tmp_path: Path) -> None:
    """And comes out as it is in the repository, but only from the same versions: of that the ledger is."""
    folder = shutil.copytree(KERNELS, tmp_path / KERNELS.relative_to(ROOT))
    index = folder / "kernels.js"
    before = index.read_text(encoding="utf-8")
    (folder / "05.wasm").write_bytes(b"old")
    index.write_text(re.sub(r'(?<=\["05", ).*(?=\],)', "{}", before), encoding="utf-8")
    read_output(run([*C4, "wasm", "build", "--steps", "05"], tmp_path, PYTHONPATH=str(ROOT)))
    assert index.read_text(encoding="utf-8") == before
    assert (folder / "05.wasm").read_bytes().startswith(module.HEADER)
    assert (folder / "04.wasm").read_bytes() == (KERNELS / "04.wasm").read_bytes()


def test_kernels_of_another_board_are_refused(tmp_path: Path) -> None:
    done = run([*C4, "wasm", "build", "--steps", "05"], tmp_path, PYTHONPATH=str(ROOT), C4_BOARD="4x4")
    check_refused(done, "4x4", "7x6")
    assert list(tmp_path.iterdir()) == []


@given(st.integers(0, 2**64), st.binary(max_size=3))
def test_numbers_are_leb128(value: int, before: bytes) -> None:
    written = module.encode_number(value)
    assert all(byte & 128 for byte in written[:-1])
    assert written[-1] < 128
    assert sum((byte & 127) << 7 * place for place, byte in enumerate(written)) == value
    assert module.read_number(before + written + b"x", len(before)) == (value, len(before) + len(written))


@pytest.mark.parametrize("later", [8, 9, 10, 11, 12])
def test_the_export_comes_where_the_format_has_it(later: int) -> None:
    """After types, before what comes later; a custom section is left out."""
    sections = [(0, b"name"), (1, b"types"), (later, b"code"), (11, b"data")]
    binary = module.HEADER + b"".join(bytes((kind, len(content))) + content for kind, content in sections)
    made = module.export_function(binary, "f", 300)
    assert list(module.read_sections(made)) == [
        (1, b"types"), (7, b"\x01\x01f\x00\xac\x02"), (later, b"code"), (11, b"data")
    ]  # fmt: skip
