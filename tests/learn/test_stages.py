"""The stages as data: their order, their texts, what each brings."""

import pytest
from learners import LAST, STAGES
from repository import PLAIN, run_python

from common.tools import course
from common.tools.files import ROOT
from common.tools.learn import screen
from common.tools.learn.checks.games import ask_random
from common.tools.learn.checks.program import load_ours
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.sample import make_seed
from common.tools.learn.curriculum.stages import Stage

SAMPLE = STAGES["07c"].sample


@pytest.mark.parametrize("stage", STAGES.values(), ids=lambda stage: stage.name)
def test_a_stage_can_be_read(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = course.load(stage.step).folder.name
    screen.print_brief(stage)
    assert f"/lessons/{lesson}/" in capsys.readouterr().out
    assert (ROOT / "docs" / "lessons" / f"{lesson}.md").exists()
    assert stage.brief
    assert stage.checks
    assert len(stage.hints) == 3
    assert len(stage.brief.split()) < 200
    assert set(stage.given_files()) <= set(stage.ours())


def test_stages_end_where_each_step_ends() -> None:
    steps = [stage.step for stage in STAGES.values()]
    assert steps == sorted(steps)
    assert list(dict.fromkeys(steps)) == course.numbers()[: len(set(steps))]
    for number in set(steps):
        last = [stage for stage in STAGES.values() if stage.step == number][-1]
        assert last.ours() == stages.load_sources(number)


def test_stages_are_found_by_name() -> None:
    assert stages.load_stage("1").name == "01"
    assert stages.load_stage("5b").name == "05b"
    with pytest.raises(stages.UnknownStage, match=f"'99'.*{LAST.name}"):
        stages.load_stage("99")


def list_asked(seed: str) -> list[tuple[str, str]]:
    return [(question.moves, question.asked) for question in ask_random(load_ours(), SAMPLE.lines(seed))]


def test_random_positions_come_again_by_their_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    first = list_asked("1")
    assert first == list_asked("1")
    assert len(set(first) & set(list_asked("2"))) < len(first) / 10
    assert make_seed() != make_seed()
    monkeypatch.setenv("C4_SEED", "as I say")
    assert make_seed() == "as I say"


def test_checks_can_run_in_a_page() -> None:
    program = "import sys; from common.tools.learn.trying import child; print(*sys.modules)"
    imported = set(run_python(program, **PLAIN).split())
    assert not imported & {"multiprocessing", "numba", "rich", "resource"}
