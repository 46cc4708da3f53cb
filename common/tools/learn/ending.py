"""The end of the eight steps: the learner's own climb, a match against perfect, and what comes next."""

import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from html import escape as escape_html
from itertools import chain
from math import log
from pathlib import Path
from random import Random
from time import sleep

from rich.control import Control
from rich.markup import escape
from rich.segment import ControlType

from c4.drawing import draw_board, draw_names
from common.errors import UserError
from common.position import COLUMN_NAMES, HEIGHT
from common.tools.files import write_file
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import EIGHTH
from common.tools.learn.project import Project
from common.tools.learn.screen import WIDEST, locate_lesson, print_line, print_text
from common.tools.play.arena.games import build_player, play_moves
from common.tools.play.players.own import RUNNING, Forfeit, OwnPlayer
from common.tools.play.players.player import Player
from common.tools.terminal.console import make_console
from common.tools.terminal.streams import print_if_slow

PICTURE = "climb.svg"
NAMES = "your program", "perfect"
ANSWER_SECONDS = 60.0  # however slow the machine is: nobody's time is measured here
PACE_SECONDS = 0.1  # between two stones on a terminal, so that eyes can follow
BEST_MOVES = 41  # stones of a game without a mistake: the player who begins wins with that one
DONE = """
All eight steps are done. With its book, your program finds the exact score of any position, from the empty
board on. It wins every position that can be won.
"""
AHEAD = """
Next comes the second course, "Sharper", steps 09 to 15. It makes the search itself better: the same answers
from far fewer nodes, also where no book helps.
"""
ROW, BARS, LEFT = 24, 250, 172  # pixels of the picture: from bar to bar, the longest bar, where bars begin


def list_climb(project: Project) -> dict[str, int]:
    """Return the nodes of the learner's program after the last stage of each step, where it was measured."""
    lasts = [name for step, name in stages.name_lasts().items() if step <= EIGHTH]
    known = ((name, project.done.get(name)) for name in lasts)
    return {name: done.course_nodes for name, done in known if done and done.course_nodes > 0}


def scale_bars(climb: Mapping[str, int], longest: int) -> dict[str, int]:
    """Return how long the bar of each stage is, at least 1: its nodes on a logarithmic scale."""
    most = log(max([*climb.values(), 2]))
    return {name: max(1, round(longest * log(nodes) / most)) for name, nodes in climb.items()}


def print_ending(project: Project, given: Sequence[str]) -> None:
    """Congratulate: show the climb, keep its picture, let the program play, and say what comes next."""
    print_line("[bold green]Your program plays perfectly.[/]\n")
    print_text(" ".join(DONE.split()))
    print_line()
    if climb := list_climb(project):
        print_climb(climb)
        write_file(project.folder / PICTURE, draw_climb(climb))
        print_text(f"A picture of your climb is in {project.folder / PICTURE}.\n\n")
    show_match(project)
    print_line()
    print_text(" ".join(AHEAD.split()))
    print_line()
    if following := project.stage:
        print_line(f"The lesson: {locate_lesson(following.step)}")
        if given:
            print_line(f"New in your folder: {', '.join(given)}")
        print_line(f"Stage {following.name}, {following.title}, begins with: c4 learn")


def name_step(name: str) -> str:
    """Return the number of the step that a stage ends, and the stage's title."""
    stage = stages.load_stage(name)
    return f"{stage.step} {stage.title}"


def print_climb(climb: Mapping[str, int]) -> None:
    """Print a bar for each stage, as wide as there is room."""
    out = make_console(sys.stdout)
    mark = "█" if out.encoding.startswith("utf") else "#"
    print_text("Your nodes after each step, for the position of lesson 01 (logarithmic bars):")
    print_line()
    titles = {name: name_step(name) for name in climb}
    room, figures = max(map(len, titles.values())), max(len(f"{nodes:,}") for nodes in climb.values())
    bars = scale_bars(climb, max(8, min(WIDEST, out.width) - room - figures - 6))
    for name, nodes in climb.items():
        print_line(f"  {titles[name]:<{room}}  {nodes:>{figures},}  [cyan]{mark * bars[name]}[/]")
    print_line()


def draw_bars(climb: Mapping[str, int], longest: int) -> list[str]:
    """Return rows of a picture as SVG: a name, a bar, and its nodes."""
    bars = scale_bars(climb, longest)
    return [
        f'<text y="{13 + ROW * row}">{escape_html(name)}</text>'
        f'<rect x="{LEFT}" y="{3 + ROW * row}" width="{bars[name]}" height="12" rx="2" fill="#0072b2"/>'
        f'<text x="{LEFT + bars[name] + 8}" y="{13 + ROW * row}">{nodes:,}</text>'
        for row, (name, nodes) in enumerate(climb.items())
    ]


def draw_climb(climb: Mapping[str, int]) -> str:
    """Return a picture of the climb as SVG: a bar for each stage, with its nodes."""
    title = "My Connect 4 solver: eight steps to perfect play"
    about = "Nodes for one position after each step, logarithmic"
    figures = "; ".join(f"{name_step(name)} {nodes:,}" for name, nodes in climb.items())
    says = f"{title}. {about}: {figures}."
    bars = draw_bars({name_step(name): nodes for name, nodes in climb.items()}, BARS)
    height = 100 + ROW * len(climb)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 {height}" role="img" '
            f'aria-label="{escape_html(says)}" font-family="sans-serif" font-size="13" fill="#1f2933">',
            f'<rect width="560" height="{height}" rx="12" fill="#ffffff" stroke="#d5dbe0"/>',
            f'<text x="24" y="38" font-size="17" font-weight="bold">{title}</text>',
            f'<text x="24" y="62" fill="#52606d">{about}</text>',
            f'<g transform="translate(24 82)">{"".join(bars)}</g>',
            "</svg>\n",
        ]
    )


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
        print_text(judge_games(games))
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
    from shlex import quote

    return "./" if folder == Path() else quote(f"{folder}" if folder.is_absolute() else f"./{folder}")


def show_game(own: OwnPlayer, side: int) -> tuple[str, bool]:
    """Show a game, in which the program is X at side 0 and O at side 1; return its moves and if somebody won.

    On a terminal the board is drawn again with each stone; a pipe gets the last one.
    """
    out = make_console(sys.stdout)
    players = (own, build_player("perfect"))[:: 1 - 2 * side]
    names = NAMES[:: 1 - 2 * side]
    print_line(f"Game {side + 1}: {names[0]} is X, {names[1]} is O")
    sys.stdout.flush()
    moves, is_won, drawn = "", False, 0
    for column, is_won in play_slowly(players, PACE_SECONDS if out.is_terminal else 0.0):  # noqa: B007 (the last)
        moves += COLUMN_NAMES[column]
        if out.is_terminal:
            if drawn:
                out.control(Control((ControlType.CURSOR_UP, drawn)))
            drawn = draw_game(moves)
    if not out.is_terminal:
        draw_game(moves)
    result = f"{names[(len(moves) - 1) % 2]} wins with stone {len(moves)}" if is_won else "a draw"
    print_line(f"  {result}\n")
    return moves, is_won


def play_slowly(players: Sequence[Player | OwnPlayer], seconds: float) -> Iterator[tuple[int, bool]]:
    """Yield the columns of a game and whether each wins, no faster than one in that many seconds."""
    game = play_moves(players, Random(0))
    with print_if_slow("starting your program; if it is new, it is compiled, which takes a few seconds ..."):
        first = next(game)
    for position, column, taken in chain([first], game):
        sleep(max(0.0, seconds - taken))
        yield column, position.is_winning_move(column)


def draw_game(moves: str) -> int:
    """Draw the board and the moves so far; return how many lines that takes."""
    out = make_console(sys.stdout)
    draw_board(out, moves)
    draw_names(out)
    out.print(f"  {moves}")
    sys.stdout.flush()
    return HEIGHT + 2


def judge_games(games: Sequence[tuple[str, bool]]) -> str:
    """Say what the two games show."""
    says = f"Without a mistake, whoever begins wins with stone {BEST_MOVES}."
    if all(is_won and len(moves) == BEST_MOVES for moves, is_won in games):
        says += " So your program played both games perfectly: it won as soon, and lost as late, as it could."
    return f"{says}\n\n"
