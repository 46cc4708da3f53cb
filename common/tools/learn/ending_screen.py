"""The end of the eight steps on a terminal: scores, boards, the climb, and what comes next."""

import signal
import sys
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any

from rich.markup import escape

from c4.engine import locate_book
from c4.wording import CELL_WIDTH
from common.errors import Error
from common.position import parse
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import EIGHTH
from common.tools.learn.ending import Choose, play_ending, play_games
from common.tools.learn.project import Project, open_project
from common.tools.learn.screen import ERASE_LINE, get_console, locate_lesson, print_line, print_text
from common.tools.learn.trying.events import Event
from common.tools.learn.trying.runner import Limits
from common.tools.play.arena import build_player
from common.tools.play.players.own import RUNNING, Forfeit, OwnPlayer, choose_column
from common.tools.play.players.player import board_bits
from common.tools.terminal.console import format_time, make_table
from common.tools.terminal.drawing import print_board, style_score
from common.tools.terminal.streams import print_if_slow

ANSWER_SECONDS = 60.0  # however slow the machine is: nobody's time is measured here
STARTING = "starting your program; if it is new, it is compiled, which takes a few seconds ..."
MATCH = "[bold]Two games against perfect, the course's own player[/]\n"
DONE = """
All eight steps are done. With its book, your program finds the exact score of any position and wins every one
that can be won. So ask it the first question of all, the empty board: until 1988 nobody knew the answer.
"""
NEXT = """
That was volume one. Volume two, steps 09 to 22, makes the search itself better: the same answers from far
fewer nodes, even where no book helps.
"""


def print_ending(project: Project, given: Sequence[str], limits: Limits) -> None:
    """Let the program score the empty board and play, show the climb, and say what comes next."""
    print_line("[bold green]Your program plays perfectly.[/]\n")
    print_text(" ".join(DONE.split()))
    print_line()
    folder = project.locate_done(stages.load_stage(EIGHTH))
    print_board(get_console(sys.stdout), "")
    with let_play(folder) as (own, perfect):
        for event in show_games(play_ending(folder, project.done, own, perfect, limits, locate_book("8"))):
            match event["event"]:
                case "Scored":
                    print_score(event["score"])
                case "Solved":
                    took = f"{event['nodes']:,} nodes, {format_time(event['seconds'])}"
                    print_line(f"\n\n  [bold]{event['says']}[/]: {took}\n")
                    keep_figures(project.folder, event)
                    print_line(MATCH)
                case "Failure":
                    print_text(f"\nYour program did not score it. {event['came']}\n\n")
                case "Climbed":
                    print_line()
                    print_climb(event["climb"])
                    print_line("\n[bold]You wrote this.[/]")
                case _:
                    pass
    print_line("\n[bold]Now ask yours[/]\n")
    typed = escape(quote_folder(project.folder))
    print_line(f"Any position:           c4 solve --step {typed}")
    print_line(f"Its time, next to ours: c4 bench --steps 08,{typed}")
    print_line(f"A game against it:      c4 play --o {typed}")
    print_line("The match again:        c4 learn match\n")
    print_text(" ".join(NEXT.split()))
    if following := project.stage:
        print_line(f"\nThe lesson: {locate_lesson(following.step)}")
        if given:
            print_line(f"New in your folder: {', '.join(given)}")
        print_line(f"Stage {following.name}, {following.title}, begins with: c4 learn")


def show_match(project: Project) -> None:
    """Show two games of the program that passed the last of the eight steps; Ctrl-C ends them."""
    folder = project.locate_done(stages.load_stage(EIGHTH))
    if EIGHTH not in project.done or not (folder / "solver.py").is_file():
        raise Error(f"the match comes with stage {EIGHTH}, which you have not done yet: see `c4 learn`")
    print_line(MATCH)
    with let_play(folder) as (own, perfect):
        for _ in show_games(play_games(own, perfect)):
            pass


@contextmanager
def let_play(folder: Path) -> Generator[tuple[Choose, Choose]]:
    """Yield the program in a folder and perfect as players; Ctrl-C or a move that does not come ends this."""
    own = OwnPlayer(f"{folder.absolute()}", seconds=ANSWER_SECONDS)

    def choose_own(moves: str) -> int:
        with nullcontext() if own in RUNNING else print_if_slow(STARTING):
            return own.choose_after(moves)

    def choose_perfectly(moves: str) -> int:
        position = parse(moves, board_bits.Position.start())
        return choose_column(build_player("perfect"), moves, position, Random(0))

    handled = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield choose_own, choose_perfectly
    except KeyboardInterrupt:
        print_line("\nStopped. Everything else is kept.\n")
    except Forfeit as error:
        print_text(f"Your program gave no move. {error}")
    finally:
        signal.signal(signal.SIGINT, handled)
        if own in RUNNING:
            RUNNING.pop(own).end()


def show_games(events: Iterable[Event]) -> Generator[Event]:
    """Yield events, and show those of games: the moves as they come, then the board and the result."""
    out = get_console(sys.stdout)
    for event in events:
        match event["event"]:
            case "Game":
                print_line(f"Game {event['number']}: {event['names'][0]} is X, {event['names'][1]} is O")
                sys.stdout.flush()
            case "Played" if out.is_terminal:
                out.control(ERASE_LINE)
                out.print(f"  {event['moves']}", end="\r")
            case "Ended":
                if out.is_terminal:
                    out.control(ERASE_LINE)
                print_board(out, event["moves"])
                print_line(f"  {event['moves']}\n  {event['result']}\n")
            case "Compared":
                print_text(event["says"])
            case _:
                pass
        yield event


def print_score(score: int) -> None:
    """Print the score of the next column, beside those before."""
    out = get_console(sys.stdout)
    out.print(f"[{style_score(score)}]{score:{CELL_WIDTH}}[/]", end="")
    sys.stdout.flush()


def keep_figures(folder: Path, solved: Event) -> None:
    """Keep the nodes and the time of the empty board in a project."""
    with open_project(folder) as now:
        figures = {"board_nodes": solved["nodes"], "board_seconds": solved["seconds"]}
        now.done[EIGHTH] = replace(now.done[EIGHTH], **figures)


def print_climb(climb: Sequence[Mapping[str, Any]]) -> None:
    """Print the nodes after each step as a table."""
    table = make_table("step", "", "position", figures=("nodes",))
    for row in climb:
        table.add_row(row["step"], row["title"], row["position"], f"{row['nodes']:,}")
    get_console(sys.stdout).print(table)


def quote_folder(folder: Path) -> str:
    """Return a folder as it is typed as a step or a player, where a name alone could be one of ours."""
    return "./" if folder == Path() else quote(f"{folder}" if folder.is_absolute() else f"./{folder}")
