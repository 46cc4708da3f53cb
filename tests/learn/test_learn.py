"""Tests of the learner's course: its stages, its loop, and what broken programs do to it."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from learners import COMPILED, FIRST, LAST, STAGES, STATES, find_failure
from repository import PLAIN, read_output, run, run_python, start_c4, try_programs

from common.errors import UserError
from common.tools import course
from common.tools.files import ROOT
from common.tools.learn import project, screen
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Stage
from common.tools.learn.trying import runner
from common.tools.learn.trying.runner import Limits
from common.tools.source import Edit, StaleStage, insert_definition, remove_body

CHECKED = [name for name, stage in STAGES.items() if stage.checks]
PATIENCE = 60.0  # seconds for a process that will do something soon


@pytest.fixture(scope="module")
def tried() -> list[list[str]]:
    """Try the programs of all stages in a process that starts once and draws each board once."""
    return try_programs("learn_stages.py", *CHECKED)


@pytest.mark.parametrize("name", CHECKED)
def test_ours_passes_and_every_wrong_solution_is_told_what_is_wrong(
    name: str, tried: list[list[str]]
) -> None:
    (ours, before, *wrong) = [row for stage, *row in tried if stage == name]
    assert ours == ["ours", "", ""]
    assert before[1], "a stage begins with something to do"
    assert len(wrong) + sum(mistake.hangs for mistake in STAGES[name].mistakes) >= 3
    for says, check, said in wrong:
        assert check, f"not caught: {says}"
        assert said == says


@pytest.mark.parametrize("name", [name for name in CHECKED if any(m.hangs for m in STAGES[name].mistakes)])
def test_a_loop_that_never_ends_is_ended_and_named(name: str, tmp_path: Path) -> None:
    stage = STAGES[name]
    for mistake in stage.mistakes:
        if mistake.hangs:
            (files,) = mistake.apply(stage.ours())
            failure = find_failure(tmp_path, files, Limits(seconds=0.5, quiet=True), stage)
            assert failure.kind == "hung"
            assert mistake.says in failure.idea
            assert failure.moves


@pytest.mark.parametrize("stage", STAGES.values(), ids=lambda stage: stage.name)
def test_a_stage_can_be_read(stage: Stage) -> None:
    assert course.load(stage.step).folder.name in screen.locate_lesson(stage.step)
    assert (ROOT / "docs" / "lessons" / f"{course.load(stage.step).folder.name}.md").exists()
    assert stage.brief
    assert len(stage.hints) == (3 if stage.checks else 0)
    assert len(stage.brief.split()) < 200
    assert set(stage.given_files()) <= set(stage.ours())


def test_stages_are_the_steps_in_order_and_end_where_each_step_ends() -> None:
    steps = [stage.step for stage in STAGES.values()]
    assert steps == sorted(steps)
    assert list(dict.fromkeys(steps)) == course.numbers()[: len(set(steps))]
    for number in set(steps):
        last = [stage for stage in STAGES.values() if stage.step == number][-1]
        assert last.ours() == stages.load_sources(number)


def test_the_same_program_passes_compiled(tmp_path: Path) -> None:
    stages.write_files(tmp_path, FIRST.ours())
    *_, last = runner.check_folder(tmp_path, FIRST, COMPILED)
    assert isinstance(last, runner.Passed)
    assert list(last.theirs.nodes) == list(last.ours.nodes)


def test_all_scores_turned_around_are_recognised_wherever_the_sign_is_wrong(tmp_path: Path) -> None:
    wrong = Edit("solver.py", "else score", "else -score").apply(FIRST.ours())
    assert "wrong sign" in find_failure(tmp_path, wrong).idea


def test_the_loop_from_start_to_catch_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learn: Callable[..., str]
) -> None:
    folder = tmp_path / "mine"
    assert "Stage 01, minimax" in learn("start", folder)
    monkeypatch.chdir(folder)
    assert "not written yet" in learn("check", status=1)
    assert "Hint 3 of 3" in "".join(learn("hint") for _ in range(4))
    assert "no stage is done yet" in learn("compare", status=2)
    stages.write_files(folder, FIRST.ours())
    passed = learn("check")
    assert "Stage 01 is passed" in passed
    assert "Stage 02, alpha-beta" in passed
    state = project.read_project(folder)
    assert state.here == "02"
    done = state.done["01"]
    assert done.nodes == done.our_nodes > 0
    assert project.read_program(state.kept_folder(FIRST)) == FIRST.ours()
    mine = state.program() | {"solver.py": "# mine, all of it\n"}
    stages.write_files(folder, mine)
    assert "kept/02" in learn("catch-up")
    assert project.read_program(folder / "kept" / "02") == mine
    assert project.read_project(folder).program() == STAGES["02"].ours()
    assert project.read_project(folder).here == "03"
    signature = "+def negamax(position: Position, alpha: int, beta: int, nodes: Array) -> int:"
    assert learn("compare").count(signature) == 2
    ladder = learn()
    assert "»  02     alpha-beta" in ladder
    assert "→  03     move order" in ladder


def test_given_files_are_brought_and_those_of_the_learner_stay(tmp_path: Path) -> None:
    given = STAGES["05b"].given_files()["table.py"]
    for own, kept in ({"table.py": "mine = 1\n"}, "mine = 1\n"), ({}, given):
        folder = tmp_path / f"{len(own)}"
        project.start_project(folder, STAGES["05a"])
        stages.write_files(folder, own)
        with project.open_project(folder) as mine:
            mine.finish(STAGES["05a"], project.Done("passed"), mine.program())
        assert (folder / "table.py").read_text(encoding="utf-8") == kept


def test_a_project_starts_at_any_stage_and_never_over_another(tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text("# mine\n", encoding="utf-8")
    _, names = project.start_project(tmp_path, STAGES["05c"])
    assert "solver.py" not in names
    assert (tmp_path / "solver.py").read_text(encoding="utf-8") == "# mine\n"
    with pytest.raises(UserError, match="is a project already"):
        project.start_project(tmp_path, FIRST)
    fresh, _ = project.start_project(tmp_path / "fresh", STAGES["05c"])
    assert fresh.program() == STAGES["05b"].ours()
    assert fresh.done["04b"].how == "skipped"


DAMAGES: list[tuple[Callable[[str], str], str]] = [
    (lambda _: "", "line 1"),
    (lambda text: text[:-10], "line"),
    (lambda text: text.replace('"format": 1', '"format": 2'), "its format is 2"),
    (lambda text: text.replace('"here": "01"', '"here": "77"'), "there is no stage"),
    (lambda text: text.replace('"done": {}', '"done": []'), "list"),
    (lambda text: text.replace('"done": {}', '"done": {"01": {"how": "bribed"}}'), "bribed"),
    (lambda _: "[]", "indices"),
    *((lambda _, state=state: state, "") for state in STATES if "ud800" not in state),
]


@pytest.mark.parametrize(("damage", "reason"), DAMAGES)
@pytest.mark.parametrize("action", [[], ["check"], ["hint"], ["catch-up"], ["start", "."]])
def test_a_broken_state_is_told_and_left_as_it_is(
    damage: Callable[[str], str],
    reason: str,
    action: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    learn: Callable[..., str],
) -> None:
    project.start_project(tmp_path, FIRST)
    path = project.name_state_file(tmp_path)
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    monkeypatch.chdir(tmp_path)
    message = learn(*action, status=2)
    assert "is a project already" in message if action[:1] == ["start"] else "It was left as it is" in message
    assert reason in message or action[:1] == ["start"]
    assert len(message) < 1000
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before


def test_a_folder_that_is_no_project_says_how_to_make_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learn: Callable[..., str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "`c4 learn start FOLDER` makes one" in learn("check", status=2)
    assert "there is no stage '99'" in learn("start", "x", "--stage", "99", status=2)


def test_watching_checks_on_each_save_and_ends_after_the_last_stage_which_can_be_checked_again(
    tmp_path: Path, learn: Callable[..., str]
) -> None:
    project.start_project(tmp_path, LAST)
    with start_c4("learn", "check", "--watch", "--folder", str(tmp_path)) as watching:
        shown = ""
        for waits in (1, 2):
            while shown.count("Waiting for you to save") < waits:
                line = watching.stdout.readline()
                assert line, shown
                shown += line
            sleep(0.5)  # nothing is saved, so nothing is checked again
            if waits == 1:
                (tmp_path / "solver.py").write_bytes(b"\xff")
        assert "solver.py is not text in UTF-8" in " ".join(shown.split())
        stages.write_files(tmp_path, LAST.ours())
        shown += watching.communicate(timeout=PATIENCE)[0]
    assert watching.returncode == 0
    assert shown.count("Waiting for you to save") == 2
    assert shown.count(f"Stage {LAST.name}, {LAST.title}") == 2
    assert "That was the last stage" in shown
    state = project.name_state_file(tmp_path).read_bytes()
    assert f"Stage {LAST.name} is passed" in learn("check", "--folder", tmp_path)
    assert project.name_state_file(tmp_path).read_bytes() == state


def test_source_is_taken_apart_and_put_together() -> None:
    text = (
        'A = 1\n\n\n@b\nclass Position:\n    x: int\n\n    def f(self):\n        """F."""\n        return 1\n'
    )
    source = (
        '@c\ndef g():\n    """G."""\n    return 2\n\n\nclass Position:\n    def h(self):\n        return 3\n'
    )
    assert insert_definition(text, source, "g") == text.replace("@b", source.partition("class")[0] + "@b")
    assert insert_definition(text, source, "Position.h").endswith(
        "return 1\n\n    def h(self):\n        return 3\n"
    )
    assert remove_body(text, "Position.f").endswith(
        '"""F."""\n        raise NotImplementedError("your turn")\n'
    )
    with pytest.raises(StaleStage, match="there is no i"):
        insert_definition(text, source, "i")
    with pytest.raises(StaleStage, match="0 times"):
        Edit("x.py", "a", "b").apply({"x.py": "c"})
    with pytest.raises(StaleStage, match="2 times"):
        Edit("x.py", "a", "b").apply({"x.py": "aa"})


def test_the_core_of_the_checks_can_run_in_a_page() -> None:
    program = "import sys; from common.tools.learn.trying import checking, diagnosis; print(*sys.modules)"
    imported = set(run_python(program, **PLAIN).split())
    assert not imported & {"subprocess", "multiprocessing", "numba", "rich", "resource"}


def test_the_tests_that_a_learner_is_given_run(tmp_path: Path) -> None:
    project.start_project(tmp_path / "mine", STAGES["02"])
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    assert "1 passed" in read_output(run(tests, tmp_path / "mine", **PLAIN))
