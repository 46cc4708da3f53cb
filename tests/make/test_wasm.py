"""The steps in WebAssembly: built again they come out the same, and they search like the compiled Python."""

import json
import re
import shutil
from importlib.metadata import version
from pathlib import Path

import pytest
from node import needs_node, node
from repository import ROOT, read_output, run_c4

from common.errors import UserError
from common.position import parse
from common.tools import course, sets
from common.tools.bench.engines import StepEngine
from common.tools.commands.wasm import INDEX, make_index_entry, make_index_heading, read_other_entries
from common.tools.make.wasm import module

KERNELS = ROOT / "docs" / "assets" / "wasm"
BOOK = ROOT / "common" / "data" / "7x6.book"

BUILT = ["05", course.THINKER]
SAMPLES = {  # lines of a set, and the first step that solves them in no time
    "end-easy": (12, "01"),
    "middle-easy": (12, "05"),
    "middle-medium": (6, "06"),
    "begin-easy": (4, "09"),
    "begin-medium": (2, course.THINKER),
}


def test_the_kernels_are_those_of_the_steps(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Build some again, all with --full, as it takes seconds a step; all are asked for nodes below."""
    shutil.copytree(KERNELS, tmp_path, dirs_exist_ok=True)
    numbers = course.numbers() if pytestconfig.getoption("--full") else BUILT
    for number in numbers:
        (tmp_path / f"{number}.wasm").unlink()
    answer = run_c4("wasm", "build", "--steps", ",".join(numbers), "--out", str(tmp_path))
    read_output(answer)
    assert "\x1b" not in answer.stderr
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted([*(f"{number}.wasm" for number in course.numbers()), "kernels.js"])
    (versions,) = re.findall(r"VERSIONS = (.*);", (KERNELS / "kernels.js").read_text(encoding="utf-8"))
    made_with = json.loads(versions)
    if made_with != {name: version(name) for name in made_with}:
        pytest.skip(f"N/A: the kernels were built with {made_with}, others compile to other bytes")
    stale = [name for name in names if (tmp_path / name).read_bytes() != (KERNELS / name).read_bytes()]
    assert not stale, f"run c4 wasm build: {', '.join(stale)} differ"


def test_the_export_comes_once_before_all_that_has_to_come_later() -> None:
    """Give the object a custom section, which is left out, one of types, and two of the later ones."""
    sections = {0: b"name", 1: b"types", 10: b"code", 11: b"data"}
    parts = {kind: module.encode_section(kind, content) for kind, content in sections.items()}
    made = module.export_function(module.HEADER + b"".join(parts.values()), "f", 300)
    assert list(module.read_sections(made)) == [
        (1, b"types"), (7, b"\x01\x01f\x00\xac\x02"), (10, b"code"), (11, b"data")
    ]  # fmt: skip


@pytest.fixture
def built_before(tmp_path: Path) -> Path:
    """Return a folder with an index of three steps and their kernels, of which nothing is real."""
    lines = make_index_heading()
    for number in ("01", "02", "03"):
        (tmp_path / f"{number}.wasm").write_text(f"kernel {number}", encoding="utf-8")
        lines.append(make_index_entry(course.load(number), [f"argument {number}"]))
    (tmp_path / INDEX).write_text("\n".join([*lines, "]);", ""]), encoding="utf-8")
    return tmp_path


def test_a_step_built_alone_leaves_the_others_in_the_index(built_before: Path) -> None:
    before = (built_before / INDEX).read_text(encoding="utf-8").splitlines()
    read_output(run_c4("wasm", "build", "--steps", "02", "--jobs", "1", "--out", str(built_before)))
    after = (built_before / INDEX).read_text(encoding="utf-8").splitlines()
    changed = [number for number, lines in enumerate(zip(before, after, strict=True)) if len(set(lines)) > 1]
    assert [after[number][:7] for number in changed] == ['  ["02"']
    assert "argument 02" not in after[changed[0]]
    assert (built_before / "02.wasm").read_bytes().startswith(b"\0asm")
    assert (built_before / "03.wasm").read_text(encoding="utf-8") == "kernel 03"


def test_kernels_made_otherwise_are_not_mixed_with_new_ones(built_before: Path) -> None:
    index = built_before / INDEX
    index.write_text(
        index.read_text(encoding="utf-8").replace('"numba": "', '"numba": "0.'), encoding="utf-8"
    )
    with pytest.raises(UserError, match=r"the kernels of 01, 03 were made with other versions"):
        read_other_entries(built_before, {"02"})
    assert read_other_entries(built_before, {"01", "02", "03"}) == {}


@needs_node
@pytest.mark.parametrize("number", course.numbers())
def test_a_kernel_scores_and_counts_as_the_compiled_step_does(number: str) -> None:
    samples = [(name, count) for name, (count, first) in SAMPLES.items() if number >= first]
    lines = [line for name, count in samples for line in sets.load_set(name, count)]
    engine = StepEngine(number, use_book=False)
    answers = node("solve.mjs", number, given="".join(f"{line.moves}\n" for line in lines))
    for line, answer in zip(lines, answers, strict=True):
        engine.reset()
        assert engine.solve(engine.prepare(line.moves)) == line.score
        assert answer.split()[:3] == [line.moves, str(line.score), str(engine.nodes)]


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


def test_numbers_are_written_as_the_format_asks() -> None:
    assert [module.encode_number(value) for value in (0, 127, 128, 624485)] == [
        b"\0", b"\x7f", b"\x80\x01", b"\xe5\x8e\x26",
    ]  # fmt: skip
    for value in (0, 127, 128, 16383, 16384, 2**32):
        written = module.encode_number(value)
        assert module.read_number(b"xx" + written + b"x", 2) == (value, 2 + len(written))


def test_a_kernel_that_needs_other_functions_is_refused() -> None:
    text, number = module.encode_text, module.encode_number
    memory = text("env") + text("memory") + bytes([2, 1]) + number(1) * 2
    table = text("env") + text("table") + bytes([1, 0x70, 0]) + number(1)
    constant = text("env") + text("zero") + bytes([3, 0x7F, 0])
    needed = text("env") + text("malloc") + bytes([0]) + number(0)
    also = text("env") + text("free") + bytes([0]) + number(300)
    content = number(5) + also + memory + table + constant + needed
    with pytest.raises(ValueError, match=r"^a kernel cannot call free, malloc$"):
        module.export_function(module.HEADER + module.encode_section(2, content), "search", 0)


@pytest.mark.parametrize("later", [8, 9, 10, 11, 12])
def test_the_export_comes_where_the_format_has_it(later: int) -> None:
    binary = module.HEADER + module.encode_section(1, b"") + module.encode_section(later, b"")
    kinds = [kind for kind, _ in module.read_sections(module.export_function(binary, "search", 0))]
    assert kinds == [1, 7, later]
