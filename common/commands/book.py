"""`c4 book`: make, describe and check opening books."""

import argparse
import sys
from collections.abc import Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from time import monotonic

from common import book
from common.benchmark.engines import BitBully
from common.errors import UserError
from common.position import HEIGHT, WIDTH
from common.terminal import console, progress

PLAIN_SECONDS = 30.0  # between lines of progress where there is no terminal


def run(options: argparse.Namespace) -> int:
    """Do what the word after `book` says."""
    return {"build": run_build, "info": run_info, "verify": run_verify}[options.action](options)


def run_build(options: argparse.Namespace) -> int:
    """Score what is missing and write the book."""
    options.out.parent.mkdir(parents=True, exist_ok=True)
    errors = console(sys.stderr)
    with executor(options) as pool, progress(errors) as bar:
        task = bar.add_task(options.out.name, total=None)
        start = last = monotonic()

        def on_chunk(scored: int, total: int, before: int) -> None:
            nonlocal last
            bar.update(task, completed=scored, total=total)
            now = monotonic()
            if not errors.is_terminal and (now - last > PLAIN_SECONDS or scored == total):
                last = now
                left = (now - start) / max(scored - before, 1) * (total - scored)
                print(
                    f"{scored}/{total} positions, about {left / 60:.0f} min left", file=sys.stderr, flush=True
                )

        whole = book.build(options.out, options.plies, pool, shard=options.shard, on_chunk=on_chunk)
    if whole:
        print(options.out)
    else:
        here = ", ".join(path.name for path in book.journals(options.out))
        print(f"shard done; put all journals beside {options.out} ({here}) and build without --shard")
    return 0


@contextmanager
def executor(options: argparse.Namespace) -> Generator[Executor]:
    """Open what runs the chunks: processes here, or a cluster."""
    if not options.dask:
        with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
            yield pool
        return
    if not find_spec("distributed"):
        raise UserError("--dask needs dask.distributed: pip install 'connect4-step-by-step[dask]'")
    with import_module("distributed").Client(options.dask) as client:
        yield client.get_executor()


def run_info(options: argparse.Namespace) -> int:
    """Say what is in a book."""
    read = book.newest().module.book.read_book(options.file)
    scores = [read.scores[index] for index in range(read.size)]
    print(f"board      {WIDTH}x{HEIGHT}")
    print(f"plies      {read.plies}")
    print(f"positions  {read.size} (mirror images once, none that is won at once)")
    print(f"bytes      {options.file.stat().st_size}")
    for name, count in (
        ("won", sum(score > 0 for score in scores)),
        ("drawn", scores.count(0)),
        ("lost", sum(score < 0 for score in scores)),
    ):
        print(f"{name:<10} {count}")
    return 0


def run_verify(options: argparse.Namespace) -> int:
    """Check that a book has every position it should, and each score against the oracle; return 1 if not."""
    module = book.newest().module.book
    read = module.read_book(options.file)
    openings = module.openings(read.plies)
    keys = [read.keys[index] for index in range(read.size)]
    wrong = len(set(openings) ^ set(keys))
    if wrong:
        print(f"{wrong} positions are missing or do not belong in a book of {read.plies} plies")
    oracle = BitBully("null_window", use_book=True)
    with progress(console(sys.stderr)) as bar:
        task = bar.add_task("verifying", total=read.size)
        for index, key in enumerate(keys):
            bar.advance(task)
            if key not in openings:
                continue
            expected = oracle.solve(oracle.from_stones(openings[key].stones, openings[key].mask))
            if read.scores[index] != expected:
                wrong += 1
                print(f"key {key}: the book says {read.scores[index]}, {options.oracle} {expected}")
    print(f"{read.size} positions, {wrong} wrong")
    return int(wrong > 0)
