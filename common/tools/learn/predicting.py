"""The question before a step: what will it bring? One key answers it, and the answer is shown after the step.

The questions are those of the lessons, under "Predict". Without the lessons, nothing is asked: only a clone
has them.
"""

import os
import re
import signal
import sys
from contextlib import suppress
from typing import NamedTuple

from common.tools import course
from common.tools.files import ROOT
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Stage
from common.tools.learn.project import NO_PREDICTION, Project, open_project
from common.tools.learn.screen import print_line, print_text
from common.tools.measured import NODES, describe_share, gain, index_rows, read_record
from common.tools.terminal.console import make_console

ANSWER = re.compile(r'^\?\?\? (right|wrong) "(.*)"\n\n((?:    .*\n|\n)+)', re.MULTILINE)
MACRO = re.compile(r'{{ (\w+)\("(\d\d)", "([\w-]+)"\) }}')
LETTERS = "abcdefgh"


class Prediction(NamedTuple):
    """A question and its answers: which of them is right, and why."""

    question: str
    answers: list[str]
    right: int
    why: str


def read_prediction(number: str) -> Prediction | None:
    """Return what the lesson of a step asks to predict, None if there is no such question."""
    path = ROOT / "docs" / "lessons" / f"{course.load(number).folder.name}.md"
    if not path.is_file():
        return None
    text = path.read_text(encoding="utf-8").partition("\n## Predict\n")[2].partition("\n## ")[0] + "\n"
    found = ANSWER.findall(text)
    rights = [index for index, (verdict, _, _) in enumerate(found) if verdict == "right"]
    question = simplify(text.partition("\n??? ")[0])
    if not question or len(rights) != 1:
        return None
    why = re.sub(r"^(Yes[.:] *)?(But .*)?", "", simplify(found[rights[0]][2]))
    return Prediction(question, [simplify(answer) for _, answer, _ in found], rights[0], why)


def simplify(text: str) -> str:
    """Return a lesson's text as plain text; sentences whose figures are not known here are left out."""
    text = MACRO.sub(lambda macro: fill_in(*macro.groups()) or macro[0], " ".join(text.split()))
    text = re.sub(r"\[([^]]*)\]\([^)]*\)|\*\*(.*?)\*\*|(?<!\w)\*(.*?)\*(?!\w)", r"\1\2\3", text)
    return " ".join(part for part in re.split(r"(?<=[.?!:]) +(?=[A-Z{])", text) if "{{" not in part)


def fill_in(macro: str, number: str, kind: str) -> str:
    """Return the figure that a macro of the lessons stands for, "" if it is not known."""
    before = course.previous(course.load(number))
    with suppress(OSError, KeyError):
        rows = index_rows(read_record())
        if macro == "mean_nodes":
            return f"{rows[number, kind][NODES]:,.0f}"
        less = before and gain(rows, before.number, number, kind, NODES)
        if less and macro == "compare_nodes":
            return describe_share(1 / less, "nodes")
        if less and macro == "fewer_nodes":
            return f"{less:.3g}"
    return ""


def ask_prediction(project: Project) -> None:
    """Before the first stage of a step, ask what it will bring, once; only a terminal can answer."""
    stage, out = project.stage, make_console(sys.stdout)
    earlier = stage and stages.find_previous_stage(stage)
    if not stage or (earlier and earlier.step == stage.step) or stage.step in project.predictions:
        return
    if not (sys.stdin and sys.stdin.isatty() and out.is_terminal and (asked := read_prediction(stage.step))):
        return
    letters = LETTERS[: len(asked.answers)]
    print_line(f"[bold]Before step {stage.step}: what do you think?[/]\n")
    print_text(f"{asked.question}\n\n")
    for letter, answer in zip(letters, asked.answers, strict=True):
        print_text(f"{letter}  {answer}", 2)
    keys = f"{', '.join(letters[:-1])} or {letters[-1]}"
    chosen = letters.find(read_key(f"\n[dim]Press {keys}; any other key goes on without.[/]") or " ")
    if chosen != NO_PREDICTION:
        print_line(f"You chose {letters[chosen]}. The answer comes after the step.")
    print_line()
    with open_project(project.folder) as now:
        now.predictions[stage.step] = chosen


def print_outcome(project: Project, stage: Stage) -> None:
    """After the last stage of a step, show what the learner predicted, and the right answer."""
    following, chosen = stages.find_next_stage(stage), project.predictions.get(stage.step, NO_PREDICTION)
    asked = read_prediction(stage.step)
    if (following and following.step == stage.step) or not asked or not 0 <= chosen < len(asked.answers):
        return
    print_line(f"[bold]What you predicted before step {stage.step}[/]\n")
    print_text(f"{asked.question}\n\n")
    print_text(f"You said: {asked.answers[chosen]}.")
    is_right = chosen == asked.right
    print_text("That is right." if is_right else f"The answer: {asked.answers[asked.right]}.")
    print_text(f"{asked.why}\n\n" if asked.why else "\n")


def read_key(prompt: str) -> str:
    """Return the key that is pressed after a prompt; Ctrl-C ends the command, not the terminal's echo."""
    if sys.platform == "win32":
        import msvcrt

        print_line(prompt)
        return msvcrt.getwch().lower()
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before, handled = termios.tcgetattr(terminal), signal.signal(signal.SIGINT, signal.default_int_handler)
    is_interrupted, key = False, b""
    try:
        tty.setcbreak(terminal)  # anything typed before is not an answer
        print_line(prompt)
        sys.stdout.flush()
        key = os.read(terminal, 8)
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        signal.signal(signal.SIGINT, handled)
    if is_interrupted:
        signal.raise_signal(signal.SIGINT)
    return key.decode(errors="replace")[:1].lower()
