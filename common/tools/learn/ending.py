"""The end of the eight steps: the empty board, a match against perfect, the learner's own climb."""

import signal
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from shlex import quote

from rich.markup import escape

from common.errors import Error
from common.position import COLUMN_NAMES
from common.score import remaining
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import EIGHTH
from common.tools.learn.project import Project, open_project
from common.tools.learn.screen import ERASE_LINE, get_console, locate_lesson, print_line, print_text
from common.tools.learn.trying.events import make_failure
from common.tools.learn.trying.runner import Limits, solve_position
from common.tools.play.arena import build_player, play_moves
from common.tools.play.players.own import RUNNING, Forfeit, OwnPlayer
from common.tools.terminal.console import format_time, make_table
from common.tools.terminal.drawing import print_board
from common.tools.terminal.streams import print_if_slow

NAMES = "your program", "perfect"
ANSWER_SECONDS = 60.0  # however slow the machine is: nobody's time is measured here
BEST_MOVES = 41  # stones of a game without a mistake: the player who begins wins with that one
BOTH_PERFECT = "So your program played both games perfectly: it won as soon, and lost as late, as it could."
DONE = """
All eight steps are done. With its book, your program finds the exact score of any position and wins every one
that can be won. So ask it the first question of all, the empty board: until 1988 nobody knew the answer.
"""
NEXT = """
Next comes the second part, "Sharper", steps 09 to 14. It makes the search itself better: the same answers
from far fewer nodes, even where no book helps.
"""


def print_ending(project: Project, given: Sequence[str], limits: Limits) -> None:
    """Let the program solve the empty board and play, show the climb, and say what comes next."""
    print_line("[bold green]Your program plays perfectly.[/]\n")
    print_text(" ".join(DONE.split()))
    print_line()
    with leave_on_interrupt():
        project = solve_empty_board(project, limits)
    show_match(project)
    print_line()
    print_climb(project)
    print_line("\n[bold]Now ask yours[/]\n")
    folder = escape(quote_folder(project.folder))
    print_line(f"Any position:           c4 solve --step {folder}")
    print_line(f"Its time, next to ours: c4 bench --steps 08,{folder}")
    print_line(f"A game against it:      c4 play --o {folder}")
    print_line("The match again:        c4 learn match\n")
    print_text(" ".join(NEXT.split()))
    if following := project.stage:
        print_line(f"\nThe lesson: {locate_lesson(following.step)}")
        if given:
            print_line(f"New in your folder: {', '.join(given)}")
        print_line(f"Stage {following.name}, {following.title}, begins with: c4 learn")


@contextmanager
def leave_on_interrupt() -> Generator[None]:
    """Let Ctrl-C end the output, and nothing else."""
    handled = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        print_line("\nStopped. Everything else is kept.\n")
    finally:
        signal.signal(signal.SIGINT, handled)


def solve_empty_board(project: Project, limits: Limits) -> Project:
    """Show how the program that passed solves the empty board; return the project with its nodes and time."""
    out, last = get_console(sys.stdout), make_failure("hung", "")
    for last in solve_position(project.locate_done(stages.load_stage(EIGHTH)), "", limits):
        if out.is_terminal:
            out.control(ERASE_LINE)
            if last["event"] == "Counted":
                out.print(f"  [dim]… {last['nodes']:,} nodes[/]", end="\r")
    if last["event"] != "Solved":
        print_text(f"Your program did not solve it. {last['came']}\n\n")
        return project
    nodes, seconds = last["nodes"], last["seconds"]
    winner = "X" if (score := last["score"]) > 0 else "O"
    result = f"{winner} wins with stone {remaining(score, 0)}" if score else "a draw"
    print_line(f"  [bold]{result}[/]: {nodes:,} nodes, {format_time(seconds)}\n")
    with open_project(project.folder) as now:
        now.done[EIGHTH] = replace(now.done[EIGHTH], board_nodes=nodes, board_seconds=seconds)
    return now


def list_climb(project: Project) -> dict[str, int]:
    """Return the nodes of the learner's program after the last stage of each step, where it was measured.

    They are for the position of lesson 01, in the end for the empty board.
    """
    lasts = [name for step, name in stages.name_lasts().items() if step <= EIGHTH]
    known = ((name, done) for name in lasts if (done := project.done.get(name)))
    nodes = {name: done.board_nodes if name == EIGHTH else done.course_nodes for name, done in known}
    return {name: count for name, count in nodes.items() if count > 0}


def print_climb(project: Project) -> None:
    """Print the nodes after each step as a table."""
    table = make_table("step", "", "solved", figures=("nodes",))
    for name, nodes in list_climb(project).items():
        stage = stages.load_stage(name)
        solved = "the position of lesson 01" if name != EIGHTH else "[bold]the empty board[/]"
        table.add_row(stage.step, stage.title, solved, f"{nodes:,}")
    get_console(sys.stdout).print(table)


def show_match(project: Project) -> None:
    """Show two games of the program that passed the last of the eight steps; Ctrl-C ends them."""
    folder = project.locate_done(stages.load_stage(EIGHTH))
    if EIGHTH not in project.done or not (folder / "solver.py").is_file():
        raise Error(f"the match comes with stage {EIGHTH}, which you have not done yet: see `c4 learn`")
    own = OwnPlayer(f"{folder.absolute()}", seconds=ANSWER_SECONDS)
    print_line("[bold]Two games against perfect, the course's own player[/]\n")
    with leave_on_interrupt():
        try:
            games = [show_game(own, side) for side in (0, 1)]
            says = f"Without a mistake, whoever begins wins with stone {BEST_MOVES}."
            if all(is_won and len(moves) == BEST_MOVES for moves, is_won in games):
                says += f" {BOTH_PERFECT}"
            print_text(says)
        except Forfeit as error:
            print_text(f"Your program gave no move. {error}")
        finally:
            if own in RUNNING:
                RUNNING.pop(own).end()


def quote_folder(folder: Path) -> str:
    """Return a folder as it is typed as a step or a player, where a name alone could be one of ours."""
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
