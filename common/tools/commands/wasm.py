"""`c4 wasm`: compile a step for the pages.

kernel   a step's search as a WebAssembly module
index    a module of JavaScript that says how each kernel is called, a line each
"""

import argparse
import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from common.position import COLUMN_NAMES, HEIGHT, WIDTH
from common.tools import course
from common.tools.files import write_file

FOLDER = Path("docs/assets/wasm")
INDEX = FOLDER / "kernels.js"

EXAMPLES = """
c4 wasm build --steps 05                       write docs/assets/wasm/05.wasm
c4 record 'wasm-*'                             the same for every step
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the word after `c4 wasm` and its option."""
    command.add_argument("action", choices=["build"], help="compile it")
    command.add_argument(
        "--steps", dest="step", type=course.load, required=True, metavar="NN", help="which step"
    )


def run(options: argparse.Namespace) -> int:
    """Write a step's kernel, and its line of the index."""
    step: course.Step = options.step
    with TemporaryDirectory() as cache:  # everything is compiled: what was before would change the code
        # For the same bytes on every machine. Numba reads this when it is imported, as both modules do.
        os.environ.update(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="", NUMBA_CACHE_DIR=cache)
        from common.score import MAX_SCORE
        from common.tools.make.wasm.kernel import build_kernel

        kernel, arguments = build_kernel(step)
    write_file(FOLDER / f"{step.number}.wasm", kernel)
    lines = INDEX.read_text(encoding="utf-8").splitlines()
    entries = dict(json.loads(line.rstrip(",")) for line in lines if line.startswith("  ["))
    entries[step.number] = {"name": step.name, "idea": step.idea, "arguments": arguments}
    constants = {
        "WIDTH": WIDTH,
        "HEIGHT": HEIGHT,
        "COLUMN_NAMES": COLUMN_NAMES,
        "MAX_SCORE": MAX_SCORE,
        "THINKER": course.THINKER,
    }
    lines = ["// Written by c4 wasm build."]
    lines += [f"export const {name} = {json.dumps(value)};" for name, value in constants.items()]
    lines += ["export const STEPS = new Map(["]
    lines += [
        f"  {json.dumps([number, entries[number]])}," for number in course.numbers() if number in entries
    ]
    write_file(INDEX, "\n".join([*lines, "]);", ""]))
    return 0
