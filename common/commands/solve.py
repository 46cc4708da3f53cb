"""`c4 solve`: the streaming interface of every solver."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from math import isqrt
from time import perf_counter_ns
from typing import Any, BinaryIO

from rich.text import Text

from common import course
from common.position import CELLS, InvalidPosition, parse, rows
from common.score import explain
from common.solver import Solver, analyze
from common.terminal import console, told_if_slow

MAX_LINE = CELLS + 2  # a move more than any game has, and the end of the line


def lines(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of a file without their ends; a line longer than any game is cut, never held whole."""
    while line := file.readline(MAX_LINE):
        end = line
        while not end.endswith(b"\n") and (end := file.readline(1 << 16)):
            pass
        yield line.rstrip(b"\r\n").decode(errors="replace")


def run(options: argparse.Namespace) -> int:
    """Answer each line as it comes; return 1 if any could not be answered."""
    step = course.load(options.step or course.numbers()[-1])
    errors = console(sys.stderr)
    with told_if_slow(errors, f"compiling step {step.number}, once; this takes some seconds"):
        step.warm()
    solver = step.solver(use_book=not options.no_book, **solver_options(options))
    show = show_on_terminal if sys.stdout.isatty() else show_plain
    solver.reset()
    status = 0
    with options.file.open("rb") if options.file else sys.stdin.buffer as file:
        for number, moves in enumerate(lines(file), 1):
            try:
                position = parse(moves, step.Position.start())
            except InvalidPosition as error:
                print(f"line {number}: {error}", file=sys.stderr, flush=True)
                print(flush=True)
                status = 1
                continue
            message = f"line {number}: still solving {moves} ..."
            with told_if_slow(errors, message) if sys.stderr.isatty() else nullcontext():
                start = perf_counter_ns()
                scores = answer(solver, position, options)
                microseconds = (perf_counter_ns() - start) // 1000
            show(moves, scores, solver.nodes, microseconds, options)
            solver.reset()
    return status


def solver_options(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options that were given for the solver itself."""
    given = {
        "book": options.book,
        "size": options.table and largest_prime(options.table * (1 << 20) // 8),
        "threads": options.threads,
    }
    return {name: value for name, value in given.items() if value is not None}


def largest_prime(limit: int) -> int:
    """Return the largest prime that is at most the limit: tables of such sizes mix their keys best."""
    while any(limit % divisor == 0 for divisor in range(2, isqrt(limit) + 1)):
        limit -= 1
    return limit


def answer(solver: Solver[Any], position: Any, options: argparse.Namespace) -> list[int | None]:
    """Return a position's score, or one for each column."""
    if options.analyze:
        return analyze(solver, position, options.weak)
    return [solver.solve(position, options.weak)]


def show_plain(
    moves: str, scores: list[int | None], nodes: int, microseconds: int, _options: argparse.Namespace
) -> None:
    """Print a line for programs to read."""
    print(moves, *("-" if score is None else score for score in scores), nodes, microseconds, flush=True)


def colour(score: int) -> str:
    """Return the colour of a winning, drawing or losing score."""
    return "green" if score > 0 else "red" if score < 0 else "yellow"


def show_on_terminal(
    moves: str, scores: list[int | None], nodes: int, microseconds: int, options: argparse.Namespace
) -> None:
    """Print the same for people: in colour, in words, and with the board if each column is scored."""
    out = console(sys.stdout)
    line = Text(moves)
    if options.analyze:
        draw(moves, scores)
    else:
        score = scores[0] or 0
        words = ("loses", "draws", "wins")[score + 1] if options.weak else explain(score, len(moves))
        line.append(f" {score:+d}" if score else " 0", f"bold {colour(score)}")
        line.append(f" {words},")
    line.append(f" {nodes} nodes, {microseconds} µs", "dim")
    out.print(line)


def draw(moves: str, scores: list[int | None]) -> None:
    """Print the board, and under each column its score."""
    draw_board(moves)
    draw_scores(scores)


def draw_board(moves: str) -> None:
    """Print the board, a row a line."""
    out = console(sys.stdout)
    for row in rows(moves):
        drawn = Text()
        for cell in row.split():
            drawn.append(
                f"{'·' if cell == '.' else cell:>4}", {"X": "bold red", "O": "bold yellow"}.get(cell, "dim")
            )
        out.print(drawn)


def draw_scores(scores: list[int | None]) -> None:
    """Print each column's score where it stands under the board."""
    drawn = Text()
    for score in scores:
        drawn.append(
            "   -" if score is None else f"{score:>4}", "dim" if score is None else f"bold {colour(score)}"
        )
    console(sys.stdout).print(drawn)
