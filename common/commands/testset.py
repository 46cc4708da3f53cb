"""`c4 testset`: make the test sets."""

import argparse
import sys

from common.benchmark.generate import generate
from common.benchmark.sets import KINDS
from common.errors import UserError
from common.terminal import console, progress


def run(options: argparse.Namespace) -> int:
    """Make each set that is not there yet."""
    names = options.sets or list(KINDS)
    if unknown := [name for name in names if name not in KINDS]:
        raise UserError(f"there is no test set {unknown[0]!r}; the sets are {', '.join(KINDS)}")
    options.out.mkdir(parents=True, exist_ok=True)
    errors = console(sys.stderr)
    with progress(errors) as bar:
        for name in names:
            if (options.out / name).exists():
                errors.print(f"{options.out / name} is there already; delete it to make it anew")
                continue
            task = bar.add_task(name, total=options.positions)
            generate(
                name,
                options.out,
                seed=options.seed,
                positions=options.positions,
                jobs=options.jobs,
                on_accepted=lambda task=task: bar.advance(task),
            )
            print(options.out / name)
    return 0
