"""The end of the eight steps: the learner's own climb, a match against perfect, and what comes next."""

import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from shlex import quote

from rich.markup import escape

from common.errors import UserError
from common.position import COLUMN_NAMES
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import EIGHTH
from common.tools.learn.project import Project
from common.tools.learn.screen import get_console, locate_lesson, print_line, print_text
from common.tools.play.arena.games import build_player, play_moves
from common.tools.play.players.own import RUNNING, Forfeit, OwnPlayer
from common.tools.terminal.console import make_table
from common.tools.terminal.drawing import print_board
from common.tools.terminal.streams import print_if_slow

NAMES = "your program", "perfect"
ANSWER_SECONDS = 60.0  # however slow the machine is: nobody's time is measured here
BEST_MOVES = 41  # stones of a game without a mistake: the player who begins wins with that one
DONE = """
All eight steps are done. With its book, your program finds the exact score of any position, from the empty
board on, and wins every position that can be won. Next comes the second course, "Sharper", steps 09 to 15. It
makes the search itself better: the same answers from far fewer nodes, also where no book helps.
"""


def print_ending(project: Project, given: Sequence[str]) -> None:
    """Congratulate: show the climb, let the program play, and say what comes next."""
    print_line("[bold green]Your program plays perfectly.[/]\n")
    print_text(" ".join(DONE.split()))
    print_line()
    if climb := list_climb(project):
        print_climb(climb)
    show_match(project)
    if following := project.stage:
        print_line(f"\nThe lesson: {locate_lesson(following.step)}")
        if given:
            print_line(f"New in your folder: {', '.join(given)}")
        print_line(f"Stage {following.name}, {following.title}, begins with: c4 learn")


def list_climb(project: Project) -> dict[str, int]:
    """Return the nodes of the learner's program after the last stage of each step, where it was measured."""
    lasts = [name for step, name in stages.name_lasts().items() if step <= EIGHTH]
    known = ((name, project.done.get(name)) for name in lasts)
    return {name: done.course_nodes for name, done in known if done and done.course_nodes > 0}


def print_climb(climb: Mapping[str, int]) -> None:
    """Print the nodes after each step as a table."""
    table = make_table("step", "", figures=("nodes for the position of lesson 01",))
    for name, nodes in climb.items():
        stage = stages.load_stage(name)
        table.add_row(stage.step, stage.title, f"{nodes:,}")
    get_console(sys.stdout).print(table)
    print_line()


def show_match(project: Project) -> None:
    """Show two games of the program that passed the last of the eight steps; Ctrl-C ends them."""
    kept = project.kept_folder(stages.load_stage(EIGHTH))
    if EIGHTH not in project.done or not (kept / "solver.py").is_file():
        raise UserError(f"the match comes with stage {EIGHTH}, which you have not done yet: see `c4 learn`")
    own = OwnPlayer(f"{kept.absolute()}", seconds=ANSWER_SECONDS)
    print_line("[bold]Two games against perfect, the course's own player[/]\n")
    handled = signal.signal(signal.SIGINT, signal.default_int_handler)  # so that what follows is shown
    try:
        games = [show_game(own, side) for side in (0, 1)]
        print_text(describe_games(games))
    except Forfeit as error:
        print_text(f"Your program gave no move. {error}")
    except KeyboardInterrupt:
        print_line("\nThe match was stopped. Everything else is kept.")
    finally:
        signal.signal(signal.SIGINT, handled)
        if own in RUNNING:
            RUNNING.pop(own).end()
    print_line("The match again:         c4 learn match")
    print_line(f"A game of yours with it: c4 play --yellow {escape(quote_folder(project.folder))}")


def quote_folder(folder: Path) -> str:
    """Return a folder as it is typed after `--yellow`, where a name alone could be a player's."""
    return "./" if folder == Path() else quote(f"{folder}" if folder.is_absolute() else f"./{folder}")


def show_game(own: OwnPlayer, side: int) -> tuple[str, bool]:
    """Show a game of the program, as X at side 0 and O at side 1; return its moves and whether it was won."""
    players, names = (own, build_player("perfect"))[:: 1 - 2 * side], NAMES[:: 1 - 2 * side]
    print_line(f"Game {side + 1}: {names[0]} is X, {names[1]} is O")
    sys.stdout.flush()
    moves, is_won = "", False
    with print_if_slow("starting your program; if it is new, it is compiled, which takes a few seconds ..."):
        for position, column, _ in play_moves(players, Random(0)):
            moves += COLUMN_NAMES[column]
            is_won = position.is_winning_move(column)
    out = get_console(sys.stdout)
    print_board(out, moves)
    result = f"{names[(len(moves) - 1) % 2]} wins with stone {len(moves)}" if is_won else "a draw"
    print_line(f"  {moves}\n  {result}\n")
    return moves, is_won


def describe_games(games: Sequence[tuple[str, bool]]) -> str:
    """Say what the two games show."""
    says = f"Without a mistake, whoever begins wins with stone {BEST_MOVES}."
    if all(is_won and len(moves) == BEST_MOVES for moves, is_won in games):
        says += " So your program played both games perfectly: it won as soon, and lost as late, as it could."
    return f"{says}\n\n"
