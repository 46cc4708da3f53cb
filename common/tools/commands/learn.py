"""`c4 learn`: the learner's own solver, stage by stage."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from shlex import quote
from time import sleep

from rich.markup import escape

from common.errors import Error
from common.tools.diff import diff_texts
from common.tools.learn import project as projects
from common.tools.learn import screen
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.project import Done, Project, read_program
from common.tools.learn.trying.runner import Limits, check_folder, open_program_folder
from common.tools.terminal.console import print_diff
from common.tools.terminal.options import add_limit_options
from common.tools.terminal.streams import describe_os_error, print_if_slow

POLL_SECONDS = 0.3


def add(command: argparse.ArgumentParser) -> None:
    """Add the actions of `c4 learn` and their options."""
    command.set_defaults(folder=Path())
    actions = command.add_subparsers(dest="action", metavar="ACTION")
    start = actions.add_parser("start", help="make a folder for your solver")
    start.add_argument(
        "folder", nargs="?", type=Path, default=Path("my-solver"), help="folder to make (default: my-solver)"
    )
    start.add_argument("--stage", default="01", metavar="NN", help="begin at a later stage, such as 05a")
    check = actions.add_parser("check", help="run the checks of the current stage")
    check.add_argument(
        "stage",
        nargs="?",
        help="check the current program for this stage, recording nothing "
        "(default: your current stage, or the last once all are done)",
    )
    check.add_argument("--watch", action="store_true", help="check again on each save, until Ctrl-C")
    check.add_argument(
        "--compiled", action="store_true", help="run your code compiled by Numba (default: as plain Python)"
    )
    add_limit_options(check)
    hint = actions.add_parser("hint", help="show the next hint")
    compare = actions.add_parser("compare", help="show what you changed in a stage, and what we changed")
    compare.add_argument("stage", nargs="?", help="a stage (default: the last one done)")
    catch_up = actions.add_parser("catch-up", help="take our program for the current stage and go on")
    match = actions.add_parser("match", help="let your program of stage 08 play against the perfect player")
    for action in (check, hint, compare, catch_up, match):
        action.add_argument(
            "--folder", type=Path, default=Path(), help="your folder (default: the current one)"
        )


def run(options: argparse.Namespace) -> int:
    """Run the action of `c4 learn`; without one, show the stages."""
    if options.action == "start":
        project, written = projects.start_project(options.folder, stages.load_stage(options.stage))
        screen.print_line(f"{escape(f'{options.folder}')} is yours: {', '.join(written)}\n")
        screen.print_brief(project.stage)
        screen.print_line(f"\nBegin with: cd {escape(quote(f'{options.folder}'))}; c4 learn check --watch")
        return 0
    project = projects.read_project(options.folder)
    if options.action == "check":
        return run_check(project, options)
    match options.action:
        case "compare":
            compare_with_us(project, options.stage)
        case "hint":
            show_hint(project)
        case "catch-up":
            catch_up(project)
        case "match":
            from common.tools.learn import ending_screen

            ending_screen.show_match(project)
        case _:
            screen.print_stages(project)
            screen.print_line()
            screen.print_brief(project.stage)
            if project.stage:
                screen.print_line("Check it: c4 learn check. A nudge: c4 learn hint.")
    return 0


def require_stage(project: Project) -> Stage:
    """Return the learner's current stage; raise Error if all are done."""
    if not project.stage:
        raise Error("all stages are done; `c4 learn` shows the stages")
    return project.stage


def run_check(project: Project, options: argparse.Namespace) -> int:
    """Check the current stage, again on each save if asked to, or another stage; return 1 if it fails."""
    limits = Limits(options.seconds, memory=options.memory, compiled=options.compiled)
    if options.stage or not project.stage:  # nothing is recorded
        return check_another(project, stages.load_stage(options.stage or stages.name_last()), limits)
    return watch_project(project, limits) if options.watch else check_current(project, project.stage, limits)


def check_another(project: Project, stage: Stage, limits: Limits) -> int:
    """Check the current program for any stage."""
    if judge_program(project, stage, limits):
        return 0
    if stage.name < (project.here or stages.name_last()):
        screen.print_line(
            f"\n[dim]Your program may still be right: stages after {stage.name} replace some of "
            "what it checks.[/]"
        )
    return 1


def watch_project(project: Project, limits: Limits) -> int:
    """Check the current stage on each save, until all stages are done."""
    while project.stage:
        saved = project.read_saved()
        try:
            check_current(project, project.stage, limits)
        except (Error, OSError) as error:  # the next save may correct it
            screen.print_text(describe_os_error(error) if isinstance(error, OSError) else f"{error}")
        project = projects.read_project(project.folder)
        if project.stage:
            folder = escape(f"{project.folder.absolute()}")
            screen.print_line(f"\n[dim]Waiting for you to save a file in {folder}; Ctrl-C ends this.[/]")
            sys.stdout.flush()
            while project.read_saved() == saved:
                sleep(POLL_SECONDS)
            project = projects.read_project(project.folder)  # another command may have gone on
    return 0


def check_current(project: Project, stage: Stage, limits: Limits) -> int:
    """Check a stage; if it passes, go on to the next, unless another command already did."""
    if not (judged := judge_program(project, stage, limits)):
        screen.print_line("\n[dim]A nudge: c4 learn hint[/]")
        return 1
    with projects.open_project(project.folder) as now:
        if now.here != stage.name:
            screen.print_line(
                f"Another command has meanwhile gone on from stage {stage.name}, so nothing was changed here."
            )
            return 0
        given = now.finish(stage, *judged)
    if stage.name == stages.EIGHTH:
        from common.tools.learn import ending_screen  # imported only here: a hint need not wait for Numba

        ending_screen.print_ending(now, given, limits)
    else:
        screen.print_brief(now.stage, given)
    return 0


def judge_program(project: Project, stage: Stage, limits: Limits) -> tuple[Done, Files] | None:
    """Check the current program, show the result, and return the passed stage, or None if it fails.

    A copy is checked: changes saved meanwhile are for the next check.
    """
    program, title, before = read_program(project.folder), "", project.find_done_before(stage)
    screen.print_line(f"[bold]Stage {stage.name}, {stage.title}[/]")
    with open_program_folder(program) as folder:
        for event in check_folder(folder, stage, limits, before):
            title = screen.print_event(event, title)
            if event["event"] == "Passed":
                screen.print_gain(stage, event)
                if stage.compiled and not limits.compiled:
                    show_compiled_gain(folder, stage, replace(limits, compiled=True, quiet=True), before)
                return Done.make_passed(event), program
    return None


def show_compiled_gain(folder: Path, stage: Stage, limits: Limits, before: Path | None) -> None:
    """Show once more, compiled, the gain of a stage that was passed in plain Python."""
    with print_if_slow("compiling your program, and the one before, to time both ...", after=0):
        *_, last = check_folder(folder, stage, limits, before, job="measure")
    if last["event"] == "Passed":
        screen.print_gain(stage, last, is_compiled=True)


def show_hint(project: Project) -> None:
    """Show one more hint than last time."""
    stage = require_stage(project)
    with projects.open_project(project.folder) as now:
        count = min(now.hints.get(stage.name, 0) + 1, len(stage.hints))
        now.hints[stage.name] = count
    for number, hint in enumerate(stage.hints[:count], 1):
        screen.print_line(f"[bold]Hint {number} of {len(stage.hints)}[/]\n")
        screen.print_text(f"{hint}\n\n")
    match len(stage.hints) - count:
        case 0:
            screen.print_line("That was the last hint. To go on with our program: c4 learn catch-up")
        case 1:
            screen.print_line("The last hint shows our code: c4 learn hint")
        case _:
            screen.print_line("The next hint: c4 learn hint")


def compare_with_us(project: Project, name: str | None) -> None:
    """Show the learner's changes in a stage, and ours."""
    mine = [name for name, done in project.done.items() if done.how != "skipped"]
    if not name and not mine:
        raise Error("no stage is done yet; `c4 learn compare 01` shows ours anyway")
    stage = stages.load_stage(name or mine[-1])
    folder = project.locate_done(stage)
    theirs = read_program(folder if folder.exists() else project.folder)
    for who, before, after in (
        ("you", project.read_program_before(stage), theirs),
        ("we", stage.begun(), stage.ours()),
    ):
        screen.print_line(f"[bold]Stage {stage.name}: what {who} did[/]")
        print_diff(diff_texts(before, after) or "no difference\n")
        screen.print_line()


def catch_up(project: Project) -> None:
    """Replace the learner's program with ours, and go on."""
    with projects.open_project(project.folder) as now:
        stage = require_stage(now)
        kept = now.replace_program(stage, stage.ours())
        given = now.finish(stage, Done("caught up"), read_program(now.folder))
    yours = f" Yours is in {escape(f'{kept}')}." if kept else ""
    screen.print_line(f"Our program of stage {stage.name} is in place.{yours}\n")
    screen.print_brief(now.stage, given)
