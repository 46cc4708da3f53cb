"""`c4 learn`: the learner's own solver, stage by stage."""

import argparse
import sys
from pathlib import Path
from time import sleep

from common.errors import UserError
from common.tools.cli import number
from common.tools.diff import unified_files
from common.tools.learn import project as projects
from common.tools.learn import screen, stages
from common.tools.learn.events import Failure
from common.tools.learn.project import Done, Project
from common.tools.learn.runner import Limits, Passed, measured, tried

EXAMPLES = """
c4 learn start my-solver                       make the folder, and say what to build first
cd my-solver
c4 learn                                       the ladder: done, here, ahead
c4 learn check                                 the checks of this stage, up to the first failure
c4 learn check --watch                         again on each save
c4 learn hint                                  a nudge; the next time a clearer one
c4 learn compare                               your way beside ours, of the last stage done
c4 learn catch-up                              take ours for this stage; yours is kept
"""
POLL_SECONDS = 0.3


def add(command: argparse.ArgumentParser) -> None:
    """Add the words after `c4 learn` and their options."""
    command.set_defaults(action="", folder=Path())
    actions = command.add_subparsers(dest="action", metavar="ACTION")
    start = actions.add_parser("start", help="make a folder for your solver")
    start.add_argument("folder", nargs="?", type=Path, default=Path("my-solver"), help="default: my-solver")
    start.add_argument("--stage", default="01", metavar="NN", help="begin at a later stage, such as 05a")
    check = actions.add_parser("check", help="run the checks of the current stage")
    add_check(check)
    hint = actions.add_parser("hint", help="show the next hint")
    compare = actions.add_parser("compare", help="show what you changed in a stage, and what we did")
    compare.add_argument("stage", nargs="?", help="a stage (default: the last one done)")
    catch_up = actions.add_parser("catch-up", help="take our program for the current stage and go on")
    for action in (check, hint, compare, catch_up):
        action.add_argument("--folder", type=Path, default=Path(), help="default: the current one")


def add_check(check: argparse.ArgumentParser) -> None:
    """Add the options of `c4 learn check`."""
    check.add_argument("--watch", action="store_true", help="check again on each save, until Ctrl-C")
    check.add_argument(
        "--compiled", action="store_true", help="run your code compiled by Numba (default: as plain Python)"
    )
    add_limits(check)


def add_limits(command: argparse.ArgumentParser) -> None:
    """Add what a program may take."""
    command.add_argument(
        "--seconds",
        type=number(0.1, 3600, float),
        default=10.0,
        metavar="S",
        help="for an answer (default: 10)",
    )
    command.add_argument(
        "--memory",
        type=number(256, 1 << 20),
        default=2048,
        metavar="MIB",
        help="for a program (default: 2048)",
    )


def run(options: argparse.Namespace) -> int:
    """Do what the word after `learn` says; without one, show the ladder."""
    if options.action == "start":
        return run_start(options.folder, stages.load(options.stage))
    project = projects.opened(options.folder)
    if not options.action:
        return run_ladder(project)
    runs = {"check": run_check, "hint": run_hint, "compare": run_compare, "catch-up": run_catch_up}
    return runs[options.action](project, options)


def run_start(folder: Path, stage: stages.Stage) -> int:
    """Make a project and say what to do first."""
    _, written = projects.start(folder, stage)
    screen.print_line(f"{folder} is yours: {', '.join(written)}")
    screen.print_line()
    screen.print_brief(stage)
    screen.print_line()
    screen.print_line(f"Begin with: cd {folder}; c4 learn check --watch")
    return 0


def run_ladder(project: Project) -> int:
    """Show how far the learner is."""
    screen.print_ladder(project)
    if stage := project.stage:
        screen.print_line()
        screen.print_brief(stage)
        screen.print_line("Check it: c4 learn check. A nudge: c4 learn hint.")
    return 0


def current(project: Project) -> stages.Stage:
    """Return the stage that the learner is at; raise UserError if all are done."""
    if not project.stage:
        raise UserError("all stages are done; `c4 learn` shows the ladder")
    return project.stage


def run_check(project: Project, options: argparse.Namespace) -> int:
    """Check the current stage, again on each save if asked to; return 1 if it is not passed."""
    limits = Limits(options.seconds, memory=options.memory, compiled=options.compiled)
    if not options.watch:
        return check(project, current(project), limits)
    while project.stage:
        seen = project.saved()
        check(project, project.stage, limits)
        if project.stage:
            wait(project, seen)
    return 0


def wait(project: Project, seen: dict[str, bytes]) -> None:
    """Wait until a file of the program has changed."""
    screen.print_line()
    screen.print_line(
        f"[dim]Waiting for you to save a file in {project.folder.absolute()}; Ctrl-C ends this.[/]"
    )
    sys.stdout.flush()
    while project.saved() == seen:
        sleep(POLL_SECONDS)


def check(project: Project, stage: stages.Stage, limits: Limits) -> int:
    """Check a stage; if it is passed, say what it bought, and go on to the next."""
    if not stage.checks:
        screen.print_line(
            f"Stage {stage.name}, {stage.title}, is there to be read: {screen.page(stage.step)}"
        )
        go_on(project, stage, Done("read"))
        return 0
    screen.print_line(f"[bold]Stage {stage.name}, {stage.title}[/]")
    title = ""
    for event in tried(project.folder, stage, limits):
        title = screen.show(event, title)
        if isinstance(event, Failure):
            screen.print_line()
            screen.print_line("[dim]A nudge: c4 learn hint[/]")
            return 1
        if isinstance(event, Passed):
            passed(project, stage, event, limits)
    return 0


def passed(project: Project, stage: stages.Stage, found: Passed, limits: Limits) -> None:
    """Say what a stage bought, and go on."""
    earlier = stages.before(stage)
    kept = earlier and project.kept_of(earlier)
    before = measured(kept, stage, limits) if kept and kept.exists() else None
    screen.print_bought(stage, found, before)
    go_on(project, stage, Done.passed(found.theirs, found.ours))


def go_on(project: Project, stage: stages.Stage, done: Done) -> None:
    """Finish a stage, and say what the next one is about."""
    given = project.finish(stage, done)
    if project.stage:
        screen.print_brief(project.stage, given)
    else:
        screen.print_end()


def run_hint(project: Project, _: argparse.Namespace) -> int:
    """Show one hint more than last time."""
    stage = current(project)
    count = min(project.hints.get(stage.name, 0) + 1, len(stage.hints))
    if not stage.hints:
        raise UserError(f"stage {stage.name} has no hints: it is there to be read, {screen.page(stage.step)}")
    screen.print_hints(stage, count)
    left = len(stage.hints) - count
    screen.print_line(
        "The next: c4 learn hint" if left else "That was the last. To go on with ours: c4 learn catch-up"
    )
    project.hints[stage.name] = count
    project.save()
    return 0


def run_compare(project: Project, options: argparse.Namespace) -> int:
    """Show what the learner changed in a stage, and what we did."""
    mine = [name for name, done in project.done.items() if done.how != "skipped"]
    if not options.stage and not mine:
        raise UserError("no stage is done yet; `c4 learn compare 01` shows ours all the same")
    stage = stages.load(options.stage or mine[-1])
    kept = project.kept_of(stage)
    theirs = projects.read_files(kept) if kept.exists() else project.program()
    earlier = stages.before(stage)
    ours_before = (earlier.ours() if earlier else {}) | stage.handed_over()
    screen.print_diff(f"Stage {stage.name}: what you did", unified_files(project.before(stage), theirs))
    screen.print_diff(f"Stage {stage.name}: what we did", unified_files(ours_before, stage.ours()))
    return 0


def run_catch_up(project: Project, _: argparse.Namespace) -> int:
    """Put our program in place of the learner's, and go on."""
    stage = current(project)
    kept = project.take_ours(stage)
    screen.print_line(f"Our program of stage {stage.name} is in place. What you had is in {kept}.")
    screen.print_line()
    go_on(project, stage, Done("caught up"))
    return 0
