"""`c4 wasm`: compile the steps for the pages.

kernel   a step's search as a WebAssembly module
index    a module of JavaScript that says how each kernel is called, a line each
"""

import argparse
import json
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from common.errors import UserError
from common.position import COLUMN_NAMES, HEIGHT, WIDTH
from common.score import MAX_SCORE
from common.tools import course
from common.tools.files import write_file
from common.tools.pools import open_executor
from common.tools.terminal.console import show_progress
from common.tools.terminal.options import add_jobs_option

if TYPE_CHECKING:
    from common.tools.make.wasm.kernel import Argument

INDEX = "kernels.js"
ENVIRONMENT = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
"""What must be set before Numba is imported, for the same bytes to come out on every machine."""

EXAMPLES = """
c4 wasm build                                  all steps, to docs/assets/wasm
c4 wasm build --steps 01-05 --out /tmp/wasm
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the word after `c4 wasm` and its options."""
    action = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = action.add_parser("build", help="compile them", description="Compile the steps to WebAssembly.")
    course.add_steps_option(build)
    add_jobs_option(build)
    folder = "docs/assets/wasm"
    help_text = f"where to (default: {folder})"
    build.add_argument("--out", type=Path, default=Path(folder), metavar="FOLDER", help=help_text)


def run(options: argparse.Namespace) -> int:
    """Write a module for each step, and an index of how to call all that are there."""
    steps: list[course.Step] = options.steps
    entries = read_index(options.out)
    # Each step in a new process that compiles everything: what was compiled before would change the code.
    with TemporaryDirectory() as cache:
        os.environ.update(ENVIRONMENT, NUMBA_CACHE_DIR=cache)
        with open_executor(options.jobs, fresh=True) as pool, show_progress("compiling") as on_progress:
            on_progress(0, len(steps))
            kernels = pool.map(build_step_kernel, [step.number for step in steps])
            for count, (step, (module, arguments)) in enumerate(zip(steps, kernels, strict=True), 1):
                write_file(options.out / f"{step.number}.wasm", module)
                entries[step.number] = make_index_entry(step, arguments)
                on_progress(count, len(steps))
    lines = [*make_index_heading(), *(line for _, line in sorted(entries.items())), "]);", ""]
    write_file(options.out / INDEX, "\n".join(lines))
    print(options.out)
    return 0


def build_step_kernel(number: str) -> "tuple[bytes, list[Argument]]":
    """Return a step's module and arguments."""
    from common.tools.make.wasm.kernel import build_kernel  # not above: with Numba, which help can do without

    return build_kernel(course.load(number))


def read_index(folder: Path) -> dict[str, str]:
    """Return the entries of the index for kernels that are there, by the steps' numbers.

    Raise UserError if they were made for another board.
    """
    path = folder / INDEX
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if text and not text.startswith("\n".join(make_index_heading())):
        raise UserError(f"{path} is of another board; choose another --out, or delete it")
    entries = re.finditer(r'^  \["(\d\d)", .*', text, re.MULTILINE)
    return {entry[1]: entry[0] for entry in entries if (folder / f"{entry[1]}.wasm").exists()}


def make_index_heading() -> list[str]:
    """Return the lines of the index that say what holds for all kernels."""
    constants = {
        "WIDTH": WIDTH,
        "HEIGHT": HEIGHT,
        "COLUMN_NAMES": COLUMN_NAMES,
        "MAX_SCORE": MAX_SCORE,
        "THINKER": course.THINKER,
    }
    lines = [f"export const {name} = {json.dumps(value)};" for name, value in constants.items()]
    return ["// Written by c4 wasm build.", *lines, "export const STEPS = new Map(["]


def make_index_entry(step: course.Step, arguments: "list[Argument]") -> str:
    """Return the line of the index that says how a step's kernel is called."""
    description = {"name": step.name, "idea": step.idea, "arguments": arguments}
    return f"  [{json.dumps(step.number)}, {json.dumps(description)}],"
