"""`c4 cards`: check cards, a complete strategy that anyone can check."""

import argparse
from pathlib import Path

from common.errors import Error
from common.position import HEIGHT, WIDTH
from common.tools.terminal.console import track_progress
from common.tools.terminal.options import add_board_option, add_number, add_seed


def add(command: argparse.ArgumentParser) -> None:
    """Add the actions of `c4 cards` and their options."""
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser("check", help="play all lines against cards, without a search")
    check.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the cards (default: the course's)")
    check.add_argument("--play-out", action="store_true", help="play on where a reason shows the result")
    trial = actions.add_parser("try", help="test your own checker on good cards and broken ones")
    add_seed(trial, "a different seed breaks different cards")
    add_number(trial, "--seconds", "time limit for each file", 1200)
    trial.add_argument(
        "command",
        nargs=argparse.REMAINDER,
        metavar="COMMAND",
        help="the checker's command; the file's name is added at the end",
    )
    for action, do in ((check, run_check), (trial, run_try)):
        add_board_option(action)
        action.set_defaults(run=do)


def run_check(options: argparse.Namespace) -> int:
    """Print the results of all lines; fail with the first line that does not end well."""
    from common.tools.play import card_file  # imported only here: --help need not wait

    path = options.file or card_file.EMBEDDED
    strategy = card_file.read_strategy(path)
    counts = card_file.check_strategy(strategy, options.play_out)
    goal = "draws or wins" if strategy.draws else "wins"
    print(f"{path}: {'XO'[strategy.holder]} {goal} on {WIDTH}x{HEIGHT}, whatever the other player does")
    print(f"{len(strategy.cards):10,} cards")
    print(f"{counts.pop('positions'):10,} positions with the other player to move, answered by")
    for kind, number in counts.items():
        if number:
            print(f"{number:10,} {kind}")
    return 0


def run_try(options: argparse.Namespace) -> int:
    """Print the cards that a checker judges wrongly; fail if there are any."""
    from common.tools.play import card_file, card_trial  # imported only here: --help need not wait

    if not options.command:
        raise Error("a command is missing, as in: c4 cards try python my_checker.py")
    strategy = card_file.read_strategy(card_file.EMBEDDED)
    wrong, total = 0, card_trial.BROKEN + 1
    trial = card_trial.try_checker(options.command, strategy, options.seed, options.seconds)
    for words in track_progress(options.command[-1], trial, total):
        if words:
            wrong += 1
            print(words)
    print(f"right about {total - wrong} of {total} files")
    return 1 if wrong else 0
