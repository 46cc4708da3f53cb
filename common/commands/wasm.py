"""`c4 wasm`: compile the steps for the pages."""

import argparse
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from tempfile import TemporaryDirectory

from common import course
from common.files import write_whole
from common.position import COLUMN_NAMES, HEIGHT, WIDTH
from common.score import MAX_SCORE
from common.terminal import console, progress
from common.wasm.kernel import ENVIRONMENT, Argument, build

INDEX = "kernels.js"


def run(options: argparse.Namespace) -> int:
    """Write a module for each step, and an index of how to call them."""
    steps = course.span(options.steps or f"{course.numbers()[0]}-{course.numbers()[-1]}")
    # Each step in a process of its own, that compiles all anew: what came before would change the code.
    with TemporaryDirectory() as cache:
        os.environ.update(ENVIRONMENT, NUMBA_CACHE_DIR=cache)
        with (
            ProcessPoolExecutor(options.jobs, get_context("spawn"), max_tasks_per_child=1) as pool,
            progress(console(sys.stderr)) as bar,
        ):
            task = bar.add_task("compiling", total=len(steps))
            found = pool.map(built, [step.number for step in steps])
            calls: dict[str, list[Argument]] = {}
            for step, (module, arguments) in zip(steps, found, strict=True):
                write_whole(options.out / f"{step.number}.wasm", module)
                calls[step.number] = arguments
                bar.advance(task)
    write_whole(options.out / INDEX, index(steps, calls))
    print(options.out)
    return 0


def built(number: str) -> tuple[bytes, list[Argument]]:
    """Return a step's module and arguments."""
    return build(course.load(number))


def index(steps: list[course.Step], calls: dict[str, list[Argument]]) -> str:
    """Return what a page must know of the kernels, as a module of JavaScript."""
    constants = {
        "WIDTH": WIDTH,
        "HEIGHT": HEIGHT,
        "COLUMN_NAMES": COLUMN_NAMES,
        "MAX_SCORE": MAX_SCORE,
        "VERSIONS": {name: version(name) for name in ("numba", "llvmlite")},
    }
    lines = [f"export const {name} = {json.dumps(value)};" for name, value in constants.items()]
    lines += ["export const STEPS = new Map(["]
    for step in steps:
        known = {"name": step.name, "idea": step.idea, "arguments": calls[step.number]}
        lines.append(f"  [{json.dumps(step.number)}, {json.dumps(known)}],")
    return "\n".join(["// Written by c4 wasm build.", *lines, "]);", ""])
