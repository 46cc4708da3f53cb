"""What a learner sees in the terminal: briefs, what a check found, the stages, diffs."""

import sys
from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from typing import TextIO

from rich.console import Console
from rich.control import Control
from rich.markup import escape
from rich.padding import Padding
from rich.segment import ControlType

from common.tools import course
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Stage
from common.tools.learn.project import Project
from common.tools.learn.trying.events import Event
from common.tools.terminal.console import format_time, make_console, make_table

MARKS = {"passed": "✓", "caught up": "»", "skipped": "-"}
WIDEST = 100
STOPPED = {
    "crashed": "Your program stopped with an error.",
    "uncompiled": "Numba cannot compile your program.",
    "hung": "Your program did not answer in time.",
}
ERASE_LINE = Control((ControlType.ERASE_IN_LINE, 2))


@lru_cache(1)
def get_console(file: TextIO) -> Console:
    """Return the one console of a file: making one for each line would take longer than printing it."""
    return make_console(file)


def print_line(text: str = "") -> None:
    """Print a line, which may have markup."""
    get_console(sys.stdout).print(text)


def print_text(text: str, indent: int = 0) -> None:
    """Print paragraphs, wrapped; indented lines stay as they are."""
    width = min(WIDEST, get_console(sys.stdout).width) - indent
    for line in text.splitlines():
        parts = [line] if line.startswith(" ") else wrap(line, width) or [""]
        print_line("\n".join(" " * indent + escape(part) for part in parts))


def locate_lesson(number: str) -> str:
    """Return where the lesson of a step can be read."""
    lesson = course.load(number).folder.name
    page = f"http://localhost:{course.SITE_PORT}/lessons/{lesson}/"
    return f"{page} while `c4 serve` runs, or at the port that it names"


def print_brief(stage: Stage | None, given: Sequence[str] = ()) -> None:
    """Print what to build and where to read more; after the last stage, what comes next."""
    if not stage:
        print_line("[bold green]That was the last stage: the solver is all yours.[/]")
        last = stages.load_stage(stages.name_last())
        if ahead := [number for number in course.numbers() if number > last.step]:
            step = course.load(ahead[0])
            print_line(
                f"The lessons go on with step {step.number}, {step.name}: {locate_lesson(step.number)}"
            )
        return
    print_line(f"[bold]Stage {stage.name}, {stage.title}[/]\n")
    print_text(f"{stage.brief}\n\n")
    if given:
        print_line(f"New in your folder: {', '.join(given)}")
    print_line(f"The lesson: {locate_lesson(stage.step)}")
    earlier = stages.find_previous_stage(stage)
    if not earlier or earlier.step != stage.step:
        print_line('What will the step bring? Guess first, there under "Predict".')


def print_event(event: Event, title: str) -> str:
    """Show what happens while a program is checked; return the title of the check that is going on."""
    if event["event"] not in ("Begun", "Held", "Explained", "Passed"):
        return title
    out = get_console(sys.stdout)
    if out.is_terminal:
        out.control(ERASE_LINE)
    match event["event"]:
        case "Begun":
            title = escape(event["title"])
            if out.is_terminal:
                out.print(f"  [dim]… {title}[/]", end="\r")
        case "Held":
            out.print(f"  [green]✓[/] {title} [dim]({event['questions']})[/]")
        case "Explained":
            named = {"nodes": "nodes", "missing": escape(event["came"])}  # no check is to blame for these
            out.print(f"  [red]✗[/] {named.get(event['kind'], named.get(event['check'], title))}")
            print_failure(event)
        case _:
            pass
    return title


def print_failure(failure: Event) -> None:
    """Print the picture of a failure: the board, the question, both answers, and what it points to."""
    from c4.wording import draw_board, draw_rows  # and with it Numba: a hint need not wait for it
    from common.tools.terminal.drawing import NAMES, print_in_colour

    kind, moves, drawn = failure["kind"], failure["moves"], failure["drawn"]
    print_line()
    if kind == "missing":
        for line in failure["trace"][-1:]:
            print_line(f"    [dim]{escape(line)}[/]")
        return
    if kind in STOPPED:
        print_line(f"  [bold]{STOPPED[kind]}[/]\n")
    if drawn:
        print_in_colour(get_console(sys.stdout), "\n".join(draw_rows(row.split() for row in drawn)))
    elif moves:
        print_in_colour(get_console(sys.stdout), "\n".join(draw_board(moves)))
    if drawn or moves:
        print_line(f"[dim]{NAMES}[/]\n")
    if moves:
        print_line(f"  position  {moves}, {'XO'[len(moves) % 2]} to move")
    if failure["asked"]:
        print_line(f"  asked     {escape(failure['asked'])}")
    print_line(f"  got       [bold]{escape(failure['came'])}[/]")
    if failure["right"]:
        print_line(f"  expected  {escape(failure['right'])}")
    for line in failure["trace"]:
        print_line(f"    [dim]{escape(line)}[/]")
    if failure["idea"]:
        print_line()
        print_text(failure["idea"], 2)


def print_gain(stage: Stage, gain: Event, *, is_compiled: bool = False) -> None:
    """Print the learner's figures for a stage, next to ours and to those of their stage before."""
    table = make_table("", figures=("nodes", "time"))
    earlier = stages.find_previous_stage(stage)
    before = f"yours after stage {earlier.name}" if earlier else ""
    for name, nodes, seconds in (
        ("your program", gain["nodes"], gain["seconds"]),
        ("ours", gain["our_nodes"], gain["our_seconds"]),
        (before, gain["nodes_before"], gain["seconds_before"]),
    ):
        if nodes:
            table.add_row(name, f"{nodes:,}", format_time(seconds))
    took = f"{gain['positions']} positions took:"
    if is_compiled:
        print_line(f"Compiled by Numba, the same {took}\n")
    else:
        print_line(f"\n[bold green]Stage {stage.name} is passed.[/] The scores are exact. {took}\n")
    get_console(sys.stdout).print(Padding(table, (0, 2), expand=False))
    print_line()
    if 0 < gain["nodes"] != gain["our_nodes"]:
        print_text(
            "Your program explores different nodes, so something differs: c4 learn compare shows both."
        )
        print_line()


def print_stages(project: Project) -> None:
    """Print all stages: done, here, ahead; and the figures of those done next to ours."""
    table = make_table("", "stage", "", figures=("nodes", "ours", "time", "ours", "lesson 01"))
    for name, stage in stages.load_stages().items():
        done = project.done.get(name)
        here = name == project.here
        mark = "[bold cyan]→[/]" if here else MARKS[done.how] if done else ""
        note = "here" if here else done.how if done and done.how != "passed" else ""
        style = "bold" if here else "" if done else "dim"
        figures = [""] * 5
        if done and done.nodes:
            nodes = [
                f"{count:,}" if count else "" for count in (done.nodes, done.our_nodes, done.course_nodes)
            ]
            figures = [*nodes[:2], format_time(done.seconds), format_time(done.our_seconds), nodes[2]]
        table.add_row(mark, name, stage.title, *figures, f"[dim]{note}[/]", style=style)
    get_console(sys.stdout).print(table)
    if (eighth := project.done.get(stages.EIGHTH)) and eighth.board_nodes:
        print_line()
        took = f"{eighth.board_nodes:,} nodes, {format_time(eighth.board_seconds)}"
        print_text(f"Your program of stage {stages.EIGHTH} solved the empty board: {took}.")
    if any(done.course_nodes for done in project.done.values()):
        print_line()
        print_text(
            "Each stage has positions of its own, so compare its nodes and time only with ours. The last "
            "column has the nodes for the position of lesson 01: compare your own programs there."
        )
