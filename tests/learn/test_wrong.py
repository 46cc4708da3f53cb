"""Tests of the checks: no wrong program passes that once did, each is named, and no right one is refused."""

import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from learn_wrong import CHANGES, list_changes
from repository import try_programs

from common.position import CELLS
from common.score import remaining
from common.tools.claims import Program
from common.tools.learn.checks.drawn import ask_random, load_ours
from common.tools.learn.checks.entries import ask_closed
from common.tools.learn.checks.soon import LAST, list_endings
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.sample import make_seed
from common.tools.learn.trying import runner
from common.tools.learn.trying.events import Begun
from common.tools.learn.trying.runner import Limits, Passed
from common.tools.source import Edit

STAGE = stages.load_stage("07c")
NAMES = [name for name in stages.load_stages() if list_changes(name, is_full=True)]


@pytest.fixture(scope="module")
def is_full(pytestconfig: pytest.Config) -> bool:
    """Tell whether each change is tried at all of its stages, not only at the first and the last."""
    return bool(pytestconfig.getoption("--full"))


@pytest.fixture(scope="module")
def tried(is_full: bool) -> list[list[str]]:
    """Try the changed programs in a process that starts once and draws each board once."""
    return try_programs("learn_wrong.py", *["--full"] * is_full, *NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_program_is_caught_and_named_and_a_right_one_passes(
    name: str, tried: list[list[str]], is_full: bool
) -> None:
    changes = list_changes(name, is_full=is_full)
    if not changes:
        pytest.skip("N/A: only with --full: its changes are tried at their first and their last stage")
    rows = [row for stage, *row in tried if stage == name]
    assert len(rows) == len(changes)
    for says, check, said in rows:
        if says:
            assert check, f"not caught: {says}"
            assert says in said
        else:
            assert not check, f"a right program is refused: {said}"


def test_who_leaves_out_a_cut_is_told_which_words_of_which_brief_ask_for_it() -> None:
    for question in ask_closed(Program(ModuleType("unasked")), STAGE.sample.lines()):
        assert (question.is_right(1), question.is_right(2)) == (True, False)
        asks = re.fullmatch('1, as the brief of stage (.*) asks: "(.*)"', question.right)
        assert asks
        assert asks[2] in stages.load_stage(asks[1]).brief


def list_asked(seed: str) -> list[tuple[str, str]]:
    return [
        (question.moves, question.asked) for question in ask_random(load_ours(), STAGE.sample.lines(seed))
    ]


def test_random_positions_differ_from_run_to_run_and_come_again_by_their_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert list_asked("1") == list_asked("1")
    assert len(set(list_asked("1")) & set(list_asked("2"))) < len(list_asked("1")) / 10
    assert make_seed() != make_seed()
    monkeypatch.setenv("C4_SEED", "as I say")
    assert make_seed() == Limits().seed == "as I say"


def test_random_positions_are_early_and_late_strong_and_weak() -> None:
    stones = Counter(len(moves) for moves, _ in list_asked("1"))
    assert min(stones) == STAGE.sample.late
    assert all(stones[number] >= 10 for number in range(CELLS - LAST, CELLS))
    assert sum("weak" in text for _, text in list_asked("1")) > 300


def test_the_title_of_a_check_has_the_seed_and_a_failure_its_questions(tmp_path: Path) -> None:
    right = "aligned(self.stones | stone)"
    wrong = Edit("position.py", f"return {right}", f"return self.moves < 41 and {right}")
    stages.write_files(tmp_path, wrong.apply(STAGE.ours()))
    events = list(runner.check_folder(tmp_path, STAGE, Limits(quiet=True, seed="4711")))
    assert not isinstance(events[-1], Passed)
    stages.write_files(tmp_path, STAGE.ours())
    events = list(runner.check_folder(tmp_path, STAGE, Limits(quiet=True, seed="4711")))
    titles = [event.title for event in events if isinstance(event, Begun)]
    assert titles[-1] == "random positions, by C4_SEED=4711"


def test_games_that_end_soon_have_every_number_of_stones_and_quick_wins_and_losses() -> None:
    kinds = {(len(moves), remaining(score, len(moves))) for moves, score in list_endings(STAGE.sample.late)}
    assert {stones for stones, _ in kinds} >= set(range(CELLS - LAST, CELLS))
    for left in (1, 2, 3, 4):
        assert {stones % 2 for stones, at in kinds if at == left} == {0, 1}


def test_every_stage_that_asks_for_scores_asks_about_ends_and_random_positions() -> None:
    """And many are tried with right programs that are written in other ways."""
    assert len({name for change in CHANGES if not change.says for name in change.stages.split()}) >= 8
    for stage in stages.load_stages().values():
        if stage.checks:
            assert {"soon", "scores", "random"} <= set(stage.checks)
            assert stage.checks[-1] == "random"
