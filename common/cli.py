"""The command line, `c4`: its subcommands and their options.

What a subcommand does is in `common.commands`, imported when it is run: the size of the board must be
known before anything that depends on it is imported.
"""

import argparse
import os
import re
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from common.errors import UserError

SETS = ("end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard")


def number(low: int, kind: type[int] | type[float] = int) -> "type[int] | type[float]":
    """Return an argument type: a number that is at least `low`."""

    def read(text: str) -> float:
        value = kind(text)
        if value < low:
            raise argparse.ArgumentTypeError(f"{text} is less than {low}")
        return value

    read.__name__ = {int: "whole number", float: "number"}[kind]
    return read  # type: ignore[return-value]


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="c4",
        description="Solve Connect 4 positions, and see what each step of the course buys.",
        epilog="Each command has its own --help, with examples.",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, summary: str, examples: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog="examples:\n" + "\n".join(f"  {line}" for line in examples.strip().splitlines()),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    add_solve(
        add(
            "solve",
            "score positions, one a line: position, score, explored nodes, microseconds",
            """
echo 4455 | c4 solve                           one position, by the last step
echo 4455 | c4 solve --analyze                 the score of each column
cut -d' ' -f1 test-data/end-easy | c4 solve --step 01
echo | c4 solve --step 04 --board 4x4          an empty line is the empty board
""",
        )
    )
    add_bench(
        add(
            "bench",
            "compare steps on the test sets: accuracy, time, explored nodes",
            """
c4 bench                                       all steps, a few positions of each set
c4 bench --steps 03-05 --sets middle-easy      some steps, one set
c4 bench --steps 07 --peer bitbully --no-book --positions 100
c4 bench --steps 18 --sets begin-hard --threads 2   the last step in one thread, and in two
c4 bench --full --timeout 3600 --json all.json every position; takes hours
""",
        )
    )
    add_diff(
        add(
            "diff",
            "show what one step changes of another, tests and caches left out",
            """
c4 diff 04 05                                  all that step 05 changes
c4 diff 04 05 --stat                           how many lines of each file
""",
        )
    )
    add_testset(
        add(
            "testset",
            "make the test sets: random positions, scored by bitbully",
            """
c4 testset --out /tmp/sets                     all six sets; continues where it was ended
c4 testset --out /tmp/sets begin-hard --seed 2 --positions 200
""",
        )
    )
    add_book(
        add(
            "book",
            "make, describe and check opening books",
            """
c4 book build --plies 8 --jobs 2 --out 7x6.book       continues where it was ended
c4 book build --plies 8 --out 7x6.book --shard 1/4    a quarter of it; copy the journals together later
c4 book build --board 6x5 --plies 8 --out 6x5.book
c4 book info 7x6.book
c4 book verify --oracle bitbully 7x6.book
""",
        )
    )
    add_play(
        add(
            "play",
            "play in the terminal, or watch two players",
            """
c4 play                                        you are red and begin
c4 play --red mcts:iterations=5000 --yellow human --scores
c4 play --yellow human --moves 4455            two people, from a position
c4 play --red perfect --yellow minimax:depth=6 --seed 1
""",
        )
    )
    add_match(
        add(
            "match",
            "let two players meet in many games, and judge what came of them",
            """
c4 match minimax:depth=6 mcts:iterations=5000 --swap   by turns red, who moves first
c4 match weights-v5:depth=4 weights-v6:depth=4 --games 400 --seed 2
c4 match perfect random --json match.json              with the moves of each game
""",
        )
    )
    add_tournament(
        add(
            "tournament",
            "let each two of many players meet, and rate them",
            """
c4 tournament players.toml                     continues where it was ended
c4 tournament docs/experiments/depth.toml --jobs 2 --json depth.json
""",
        )
    )
    add_accuracy(
        add(
            "accuracy",
            "hold the moves of players against perfect play",
            """
c4 accuracy minimax:depth=6                    all test sets, and games against himself
c4 accuracy easy medium hard --json levels.json
c4 accuracy mcts:iterations=5000 --sets middle-easy --positions 200 --games 0
""",
        )
    )
    add_wasm(
        add(
            "wasm",
            "compile the steps to WebAssembly, for the boards in the pages",
            """
c4 wasm build                                  all steps, to docs/assets/wasm
c4 wasm build --steps 01-05 --out /tmp/wasm
""",
        )
    )
    add_serve(
        add(
            "serve",
            "build the site of the course and open it in a browser",
            """
c4 serve                                       press Ctrl-C to end it
c4 serve --port 8080 --no-open                 only say where it is
""",
        )
    )
    return top


def add_board(command: argparse.ArgumentParser) -> None:
    """Add the option that nearly every command has."""
    command.add_argument(
        "--board",
        metavar="WxH",
        help="size of the board (default: 7x6, or what the environment variable C4_BOARD says)",
    )


def add_solve(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 solve`."""
    add_board(command)
    command.add_argument("file", nargs="?", type=Path, help="the positions (default: standard input)")
    command.add_argument("--step", metavar="NN", help="the step that solves (default: the last)")
    command.add_argument("--weak", action="store_true", help="only win 1, draw 0 or loss -1")
    command.add_argument(
        "--analyze",
        action="store_true",
        help="a score for each column in place of the one, - where it is full",
    )
    book = command.add_mutually_exclusive_group()
    book.add_argument("--book", type=Path, metavar="FILE", help="an opening book (default: the embedded one)")
    book.add_argument("--no-book", action="store_true", help="search the opening too")
    command.add_argument("--table", type=number(1), metavar="MIB", help="memory for the table (default: 64)")
    command.add_argument("--threads", type=number(1), metavar="N", help="search with N threads (default: 1)")


def add_bench(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 bench`."""
    add_board(command)
    command.add_argument("--steps", metavar="NN-NN", help="such as 05, 01-04 or 03,05 (default: all)")
    command.add_argument(
        "--sets", metavar="NAMES", help=f"comma-separated, of {', '.join(SETS)} (default: all)"
    )
    size = command.add_mutually_exclusive_group()
    size.add_argument(
        "--positions", type=number(1), default=20, metavar="N", help="positions of each set (default: 20)"
    )
    size.add_argument("--full", action="store_true", help="all positions of each set")
    command.add_argument(
        "--timeout",
        type=number(0, float),
        default=3.0,
        metavar="S",
        help="seconds a step has for a set; N/A if it needs more (default: 3)",
    )
    command.add_argument("--no-book", action="store_true", help="search the opening too")
    command.add_argument(
        "--threads",
        type=number(1),
        default=1,
        metavar="N",
        help="time the steps that can with N threads as well, as in 18 x2",
    )
    command.add_argument("--peer", choices=["bitbully"], help="time this solver on the same lines as well")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the figures and how they were made")


def add_diff(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 diff`."""
    command.add_argument("old", help="number of a step")
    command.add_argument("new", help="number of another")
    command.add_argument("--stat", action="store_true", help="only count the changed lines of each file")


def add_testset(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 testset`."""
    command.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)} (default: all)")
    command.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the sets go")
    command.add_argument("--seed", type=int, default=1, help="another seed makes other sets (default: 1)")
    command.add_argument(
        "--positions", type=number(1), default=1000, metavar="N", help="positions of each set (default: 1000)"
    )
    command.add_argument(
        "--jobs",
        type=number(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes (default: all cores)",
    )


def port(text: str) -> int:
    """Read the number of a port."""
    value = int(text)
    if not 0 <= value <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is not from 0 to 65535")
    return value


def shard(text: str) -> tuple[int, int]:
    """Read a shard such as 2/4."""
    match = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", text)
    if not match or int(match[1]) > int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is not a shard such as 2/4")
    return int(match[1]), int(match[2])


def add_book(command: argparse.ArgumentParser) -> None:
    """Add the words after `c4 book` and their options."""
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser(
        "build", help="score all positions of so many plies; can be ended and continued"
    )
    build.add_argument("--plies", type=number(0), required=True, metavar="N", help="stones on the board")
    build.add_argument("--out", type=Path, required=True, metavar="FILE", help="the book")
    where = build.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        type=number(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes (default: all cores)",
    )
    where.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster that does the work")
    build.add_argument(
        "--shard", type=shard, default=(1, 1), metavar="I/N", help="only every N-th part, from the I-th"
    )
    info = actions.add_parser("info", help="say what is in a book")
    info.add_argument("file", type=Path, help="the book")
    verify = actions.add_parser("verify", help="check every score of a book")
    verify.add_argument("file", type=Path, help="the book")
    for action in (build, info, verify):
        add_board(action)
    verify.add_argument("--oracle", choices=["bitbully"], required=True, help="the solver that knows better")


def add_play(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 play`."""
    add_board(command)
    command.add_argument("--red", default="human", metavar="PLAYER", help="who begins (default: human)")
    command.add_argument("--yellow", default="medium", metavar="PLAYER", help="who answers (default: medium)")
    command.add_argument("--moves", default="", help="go on from this move string (default: the empty board)")
    command.add_argument("--scores", action="store_true", help="show the scores of the columns all the time")
    command.add_argument("--seed", type=int, help="make the players choose as another time")


def add_match(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 match`."""
    command.add_argument("first", metavar="A", help="a player with his parameters, red unless they swap")
    command.add_argument("second", metavar="B", help="another, or the same once more")
    add_board(command)
    command.add_argument("--games", type=number(1), default=100, metavar="N", help="how many (default: 100)")
    command.add_argument(
        "--jobs",
        type=number(1),
        default=1,
        metavar="N",
        help="processes (default: 1)",
    )
    command.add_argument("--seed", type=int, default=1, help="another seed makes other games (default: 1)")
    command.add_argument("--swap", action="store_true", help="B is red in every other game")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the games and how they were made")


def add_tournament(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 tournament`."""
    command.add_argument("config", type=Path, metavar="CONFIG", help="a TOML file that names the players")
    add_board(command)
    command.add_argument("--jobs", type=number(1), default=1, metavar="N", help="processes (default: 1)")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the results and how they were made")


def add_accuracy(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 accuracy`."""
    command.add_argument("players", nargs="+", metavar="PLAYER", help="with his parameters")
    command.add_argument(
        "--sets", metavar="NAMES", help=f"comma-separated, of {', '.join(SETS)} (default: all)"
    )
    command.add_argument(
        "--positions", type=number(1), default=20, metavar="N", help="positions of each set (default: 20)"
    )
    command.add_argument(
        "--games", type=number(0), default=5, metavar="N", help="games against himself (default: 5)"
    )
    command.add_argument("--seed", type=int, default=1, help="another seed lets him choose anew (default: 1)")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the figures and how they were made")


def add_wasm(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 wasm`."""
    action = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = action.add_parser("build", help="compile them", description="Compile the steps to WebAssembly.")
    build.add_argument("--steps", metavar="NUMBERS", help="such as 01-08 or 05,07 (default: all)")
    build.add_argument("--jobs", type=number(1), default=os.cpu_count(), metavar="N", help="processes")
    build.add_argument(
        "--out",
        type=Path,
        default=Path("docs/assets/wasm"),
        metavar="FOLDER",
        help="where to (default: docs/assets/wasm)",
    )


def add_serve(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 serve`."""
    command.add_argument(
        "--port", type=port, default=8000, metavar="N", help="0 is any that is free (default: 8000)"
    )
    command.add_argument("--no-open", action="store_true", help="do not start a browser")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status: 0 done, 1 something was wrong, 2 bad usage."""
    # Compiled code does not look at Python's signal handlers: let the system end it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    options = parser().parse_args(arguments)
    if getattr(options, "board", None):
        os.environ["C4_BOARD"] = options.board
    try:
        return import_module(f"common.commands.{options.command}").run(options)
    except UserError as error:
        message = str(error)
    except OSError as error:
        message = f"{error.filename}: {error.strerror}"
    print(f"c4 {options.command}: {message}", file=sys.stderr)
    return 2
