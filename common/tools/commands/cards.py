"""`c4 cards`: make and check cards, a whole strategy that anybody can check."""

import argparse
from pathlib import Path

from common.errors import UserError
from common.position import HEIGHT, WIDTH
from common.tools.terminal.console import show_progress, track_progress
from common.tools.terminal.options import add_board_option, add_number, add_seed, parse_new_file


def add(command: argparse.ArgumentParser) -> None:
    """Add the words after `c4 cards` and their options."""
    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser("check", help="play all lines against cards, without a search")
    check.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the cards (default: the course's)")
    check.add_argument("--play-out", action="store_true", help="go on where a reason shows the result")
    trial = actions.add_parser("try", help="try a checker of your own, on good cards and on broken ones")
    add_seed(trial, "another seed breaks other cards")
    add_number(trial, "--seconds", "that it may take for a file", 1200)
    trial.add_argument(
        "command", nargs=argparse.REMAINDER, metavar="COMMAND", help="runs it; a file is added"
    )
    make = actions.add_parser("make", help="make cards, or fewer of them; can be ended and continued")
    make.add_argument("file", type=parse_new_file, metavar="FILE", help="the cards")
    make.add_argument("--player", choices="XO", default="X", help="who gets the cards (default: X)")
    make.add_argument("--draw", action="store_true", help="a draw is enough")
    add_number(make, "--look", "cards to look ahead for at first", 6)
    add_number(make, "--rounds", "how often to try to take each card away", 10, least=0)
    add_seed(make, "another seed makes other cards")
    for action in (check, trial, make):
        add_board_option(action)


def run(options: argparse.Namespace) -> int:
    """Do what the word after `cards` says."""
    return {"check": run_check, "try": run_try, "make": run_make}[options.action](options)


def run_check(options: argparse.Namespace) -> int:
    """Say what all lines come to, or fail with one that comes to nothing."""
    from common.tools.play import card_file  # not sooner: --help need not wait

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
    """Say which cards a checker takes for what they are not; fail if there are any."""
    from common.tools.play import card_file, card_trial  # not sooner: --help need not wait

    if not options.command:
        raise UserError("which command? Such as: c4 cards try python my_checker.py")
    strategy = card_file.read_strategy(card_file.EMBEDDED)
    wrong, total = 0, card_trial.BROKEN + 1
    trial = card_trial.try_checker(options.command, strategy, options.seed, options.seconds)
    for words in track_progress(options.command[-1], trial, total):
        if words:
            wrong += 1
            print(words)
    print(f"right about {total - wrong} of {total} files")
    return 1 if wrong else 0


def run_make(options: argparse.Namespace) -> int:
    """Make the file if it is not there yet, and then take cards away."""
    from common.tools.make import cards  # not sooner: --help need not wait
    from common.tools.play import card_file

    def keep(strategy: card_file.Strategy) -> None:
        card_file.write_strategy(options.file, strategy)
        card_file.check_strategy(card_file.read_strategy(options.file))

    if not options.file.exists():
        keep(cards.grow_strategy("XO".index(options.player), options.draw, options.look, options.seed))
    strategy = card_file.read_strategy(options.file)
    card_file.check_strategy(strategy)
    with show_progress(options.file.name) as on_progress:
        for done, total in cards.improve_strategy(strategy, options.seed, options.rounds, keep):
            on_progress(done, total)
    print(options.file)
    return 0
