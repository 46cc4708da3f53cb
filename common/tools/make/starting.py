"""Start what makes files: `python -m common.tools.make.NAME`."""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable

from common.tools.running import run_program


def start(
    name: str,
    about: str,
    examples: str,
    add: Callable[[ArgumentParser], None],
    run: Callable[[Namespace], int],
) -> None:
    """Run a module of this folder as a program, with options that `add` adds; exit with its status."""
    program = f"python -m common.tools.make.{name}"
    parser = ArgumentParser(
        prog=program,
        description=about,
        epilog="examples:\n" + "\n".join(f"  {program} {example}" for example in examples.splitlines()),
        formatter_class=RawDescriptionHelpFormatter,
    )
    add(parser)
    sys.exit(run_program(program, lambda: run(parser.parse_args())))
