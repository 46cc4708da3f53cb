"""The question before a step, in the terminal: one key is kept, and shown again with the right answer."""

import signal
from pathlib import Path

import pytest
from learners import FIRST, SECOND, STAGES, run_learn, start_folder
from repository import ROOT
from terminals import start_on_terminal

from common.tools import course
from common.tools.learn import predicting, project
from common.tools.learn.curriculum import stages
from common.tools.learn.predicting import Prediction, read_prediction

INTERRUPT = "\x03"
ASKED = read_prediction("01")
WITH_LESSONS = [step for step in course.numbers() if list((ROOT / "docs" / "lessons").glob(f"{step}_*.md"))]


def answer_question(*words: str, keys: str) -> tuple[str, int]:
    """Return what `c4 learn` shows on a terminal where keys are pressed at its question, and its status."""
    with start_on_terminal("learn", *words) as terminal:
        shown = terminal.read_until("any other key") + "TYPED"
        if keys == INTERRUPT:
            terminal.process.send_signal(signal.SIGINT)
        terminal.type(keys)
        shown += terminal.read_all()
        return shown, terminal.process.wait()


@pytest.mark.parametrize("number", WITH_LESSONS)
def test_each_lesson_has_a_question_that_a_terminal_can_ask(number: str) -> None:
    asked = read_prediction(number)
    assert asked
    assert asked.question.endswith("?")
    assert 3 <= len(asked.answers) <= project.MOST_ANSWERS
    for text in (asked.question, *asked.answers, asked.why):
        assert not {"{{", "**", "](", "  "} & {text[at : at + 2] for at in range(len(text))}


def test_a_key_is_kept_and_shown_again(tmp_path: Path) -> None:
    assert ASKED
    folder, wrong = tmp_path / "mine", (ASKED.right + 1) % len(ASKED.answers)
    shown, status = answer_question("start", f"{folder}", keys=predicting.LETTERS[wrong])
    assert status == 0
    assert shown.index("Before step 01") < shown.index("TYPED") < shown.index("Stage 01")
    assert project.read_project(folder).predictions == {"01": wrong}
    stages.write_files(folder, FIRST.ours())
    said = run_learn("check", "--folder", folder)
    assert said.index("is passed") < said.index("What you predicted") < said.index(ASKED.answers[ASKED.right])
    assert said.index(ASKED.answers[wrong]) < said.index("Stage 02")
    assert "Before step 02" not in said, "a pipe cannot answer"


def test_who_answers_nothing_is_not_asked_again(tmp_path: Path) -> None:
    start_folder(tmp_path, FIRST.ours())
    shown, status = answer_question("check", "--seconds", "120", "--folder", f"{tmp_path}", keys=" ")
    assert status == 0
    assert "Before step 02" in shown
    assert "What you predicted" not in shown
    mine = project.read_project(tmp_path)
    assert mine.predictions == {SECOND.step: project.NO_PREDICTION}


def test_an_interrupt_at_the_question_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shown, status = answer_question("start", f"{folder}", keys=INTERRUPT)
    assert status != 0
    assert "Traceback" not in shown
    assert project.read_project(folder).here == "01"
    assert project.read_project(folder).predictions == {}


def test_a_step_of_several_stages_is_asked_about_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = Prediction("Will it rain?", ["Yes", "No"], 1, "It does not.")
    monkeypatch.setattr(predicting, "read_prediction", lambda _: made)
    mine = project.Project(tmp_path, "05a", predictions={"05": 1})
    for name in ("05a", "05b"):
        predicting.print_outcome(mine, STAGES[name])
    assert not capsys.readouterr().out
    predicting.print_outcome(mine, STAGES["05c"])
    said = capsys.readouterr().out.split("\n\n", 1)[1]
    assert said == "Will it rain?\n\nYou said: No.\nThat is right.\nIt does not.\n\n"
