"""Compile a step, the cards, or reasons for the pages: `python -m common.tools.make.wasm NN|cards|reasons`.

kernel   a step's search as a WebAssembly module, a function of the cards, or one that finds reasons
index    a module of JavaScript that says how each kernel is called, a line each
"""

import json
import os
import sys
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from common.errors import Error
from common.position import COLUMN_NAMES, HEIGHT, WIDTH
from common.tools import course
from common.tools.files import write_file
from common.tools.terminal.streams import run_program

FOLDER = Path("docs/assets/wasm")
INDEX = FOLDER / "kernels.js"


def main() -> int:
    """Write the kernel of a step and its line of the index, or the kernels of the cards or reasons."""
    (name,) = sys.argv[1:]
    if (WIDTH, HEIGHT) != (7, 6):
        raise Error(f"the pages play on 7x6, not on {WIDTH}x{HEIGHT}: unset C4_BOARD")
    with TemporaryDirectory() as cache:  # nothing is cached: earlier compiled code would change the result
        # For the same bytes on every machine. Numba reads this when it is imported, as both modules do.
        os.environ.update(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="", NUMBA_CACHE_DIR=cache)
        if build := {"cards": build_cards, "reasons": build_reasons}.get(name):
            build()
        else:
            build_step(course.load(name))
    return 0


def build_cards() -> None:
    """Write the card functions that pages call, and the constants that pages need."""
    from common.jit import zeros
    from common.tools.make.wasm.kernel import build_kernel
    from common.tools.play.card_file import ROOM
    from common.tools.play.card_proof import prove
    from common.tools.play.cards import FAILURES, KINDS, Deck, choose

    some = zeros(1)
    deck = Deck._make((0, 0, *[some] * 5))  # no truth value, or it would be passed as another type
    kernels = {
        "prove": build_kernel(prove, deck, 0, 0, 0, 0, 0, some, some, some),
        "choose": build_kernel(choose, deck, 0, 0, 0, 0),
    }
    for name, (kernel, _) in kernels.items():
        write_file(FOLDER / f"cards-{name}.wasm", kernel)
    constants = {
        "ARGUMENTS": {name: arguments for name, (_, arguments) in kernels.items()},
        "KINDS": KINDS,
        "FAILURES": FAILURES,
        "ROOM": ROOM,
    }
    write_module(FOLDER / "cards.js", constants)


def build_reasons() -> None:
    """Write the functions of reasons as text in a module: they are small, and pages load them at once."""
    from c4.reasons import KINDS, Plan, Shown, find_shown, follow
    from common.jit import compiled
    from common.tools.make.wasm.kernel import build_kernel

    functions = {"find_reason": find_shown, "follow": follow}
    kernels = {name: build_kernel(compiled(function), 0, 0, 0) for name, function in functions.items()}
    constants = {
        "KERNELS": {
            name: {"code": b64encode(kernel).decode(), "arguments": arguments}
            for name, (kernel, arguments) in kernels.items()
        },
        "SHOWN": Shown._fields,
        "PLAN": Plan._fields,
        "KINDS": KINDS,
    }
    write_module(FOLDER / "reasons.js", constants)


def write_module(path: Path, constants: Mapping[str, object], *more: str) -> None:
    """Write a JavaScript module that exports constants."""
    exports = [f"export const {name} = {json.dumps(value)};" for name, value in constants.items()]
    write_file(path, "\n".join(["// Written by python -m common.tools.make.wasm.", *exports, *more, ""]))


def build_step(step: course.Step) -> None:
    """Write a step's kernel, and its line of the index."""
    from common.score import MAX_SCORE
    from common.tools.make.wasm import kernel as wasm

    kernel, arguments, size = wasm.build_step(step)
    write_file(FOLDER / f"{step.number}.wasm", kernel)
    lines = INDEX.read_text(encoding="utf-8").splitlines()
    entries = dict(json.loads(line.rstrip(",")) for line in lines if line.startswith("  ["))
    entries[step.number] = {
        "name": step.name,
        "idea": course.read_idea(step),
        "arguments": arguments,
        "size": size,
    }
    constants = {
        "WIDTH": WIDTH,
        "HEIGHT": HEIGHT,
        "COLUMN_NAMES": COLUMN_NAMES,
        "MAX_SCORE": MAX_SCORE,
        "THINKER": course.ENGINE,
    }
    rows = [f"  {json.dumps([number, entries[number]])}," for number in course.numbers() if number in entries]
    write_module(INDEX, constants, "export const STEPS = new Map([", *rows, "]);")


if __name__ == "__main__":
    sys.exit(run_program("python -m common.tools.make.wasm", main))
