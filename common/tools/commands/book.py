"""`c4 book`: make, describe and check opening books."""

import argparse
from collections.abc import Callable
from random import Random

import numpy as np

from c4 import engine
from common.book_file import ZERO
from common.errors import Error
from common.position import HEIGHT, WIDTH
from common.tools import course
from common.tools.bench.entrants import BitBully
from common.tools.make import book as book_builder
from common.tools.pools import open_executor
from common.tools.terminal.console import show_progress, track_progress
from common.tools.terminal.options import (
    add_board_option,
    add_dask_option,
    add_jobs_option,
    add_number,
    add_seed,
    make_number_type,
    make_type,
    parse_new_file,
)
from common.tools.terminal.streams import print_if_slow


def add(command: argparse.ArgumentParser) -> None:
    """Add the actions of `c4 book` and their options."""
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser(
        "build", help="score all positions with that many stones; can be stopped and resumed"
    )
    build.add_argument(
        "--plies", type=make_number_type(0), required=True, metavar="N", help="stones on the board"
    )
    build.add_argument("--out", type=parse_new_file, required=True, metavar="FILE", help="the book")
    where = build.add_mutually_exclusive_group()
    add_jobs_option(where)
    add_dask_option(where)
    help_text = "a file, or 8 or 12 for one of the course's books"
    info = actions.add_parser("info", help="describe a book")
    info.add_argument("file", type=make_type(course.locate_book), metavar="book", help=help_text)
    verify = actions.add_parser("verify", help="check every score of a book")
    verify.add_argument("file", type=make_type(course.locate_book), metavar="book", help=help_text)
    for action, do in ((build, run_build), (info, run_info), (verify, run_verify)):
        add_board_option(action)
        action.set_defaults(run=do)
    help_text = f"the solver to compare with: bitbully, or a step from {course.QUICK_BOARD} on"
    verify.add_argument("--oracle", required=True, metavar="NAME", help=help_text)
    verify.add_argument("--no-book", action="store_true", help="have bitbully search, too, as steps do")
    add_number(verify, "--sample", "scores to compare, drawn at random (default: all)")
    add_seed(verify, "the same seed draws the same sample")


def run_build(options: argparse.Namespace) -> int:
    """Score the missing positions and write the book."""
    with (
        open_executor(options.jobs, options.dask) as pool,
        show_progress(f"{options.out.name}, positions") as on_chunk,
    ):
        book_builder.build_book(options.out, options.plies, pool, on_chunk)
    print(options.out)
    return 0


def run_info(options: argparse.Namespace) -> int:
    """Describe a book."""
    module = engine.load_step().module.book
    book = module.read_book(options.file)
    scores = (np.array(book.entries[: book.size]) & 255) - ZERO
    print(f"board      {WIDTH}x{HEIGHT}")
    print(f"plies      {book.plies}")
    print(f"positions  {book.size} (mirror images counted once, no wins in one move)")
    print(f"bytes      {options.file.stat().st_size}")
    for name, outcome in (("won", 1), ("drawn", 0), ("lost", -1)):
        print(f"{name:<10} {np.count_nonzero(np.sign(scores) == outcome)}")
    return 0


def run_verify(options: argparse.Namespace) -> int:
    """Check the positions of a book, and its scores against the oracle; return 1 if any is wrong."""
    score_position = make_oracle(options.oracle, use_book=not options.no_book)
    module = engine.load_step().module.book
    book = module.read_book(options.file)
    compared = range(book.size)
    if options.sample:
        compared = sorted(Random(options.seed).sample(compared, min(options.sample, book.size)))
    keys = {book.entries[index] >> 8: index for index in compared}
    if options.sample:
        known = {key: position for key in keys if (position := book_builder.parse_key(key, book.plies))}
    else:
        with print_if_slow(f"listing the positions with {book.plies} stones ..."):
            known = module.openings(book.plies)
    if wrong := len(known.keys() ^ keys.keys()):
        print(f"{wrong} positions are missing or do not belong in a book of {book.plies} plies")
    for key, index in track_progress("verifying", keys.items(), len(keys)):
        if key not in known:
            continue
        expected = score_position(known[key])
        if book.score(index) != expected:
            wrong += 1
            print(f"key {key}: the book says {book.score(index)}, {options.oracle} {expected}")
    print(f"{len(compared)} positions, {wrong} wrong")
    return int(wrong > 0)


def make_oracle(name: str, *, use_book: bool) -> Callable[[engine.EnginePosition], int]:
    """Return a function that scores a position: BitBully, which has its own book, or a step, which searches.

    Raise Error for any other.
    """
    if name == "bitbully":
        return BitBully("null_window", use_book=use_book).solve
    if not name.isdecimal() or name.zfill(2) < course.QUICK_BOARD:
        raise Error(f"--oracle {name!r} is neither bitbully nor a step from {course.QUICK_BOARD} on")
    return course.load(name).with_options(use_book=False).solve
