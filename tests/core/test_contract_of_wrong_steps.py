"""Tests of the contract itself: a step with a defect fails the test that is about it.

Each defect is an edit of a step in a copy of the repository, with the unchanged step before it. All run in
one pytest, as plain Python: each answers few questions, and compiling would take longer.
"""

import re
import shutil
import sys
from pathlib import Path

import pytest
from repository import PLAIN, copy_parts, run

from common.tools import course

SCORES = "scores_of_random_positions_agree_with_each_other"
BITS = "bitboards_are_what_their_names_say"
ROOM = "an_entry_has_room_for_all_its_parts"
RESET = "a_table_is_new_after_each_reset"
FIRST_FAILURE = """
from hypothesis import Phase, settings
settings.register_profile("first", settings(), phases=[Phase.generate])
settings.load_profile("first")
"""  # it matters whether a test fails, not on which smallest example: finding that takes most of the time
BOOK = "books_are_read_by_the_code_of_08"
LAST = "return 0  # nobody can win any more"
AS_SIGN = "return sign(score) if weak else score"
DEFECTS = [  # of a step, in a file: its text, what takes its place, and the test of the contract that fails
    ("06", "solver.py", AS_SIGN, "return score + 1", "scores_of_set[end-easy]"),
    ("06", "solver.py", AS_SIGN, "return score + position.mask % 5", f"{SCORES}[best_of_children]"),
    ("06", "solver.py", AS_SIGN, "return score + position.mask % 5", f"{SCORES}[mirror_image]"),
    ("06", "solver.py", AS_SIGN, "return score", f"{SCORES}[weak_score]"),
    ("06", "solver.py", AS_SIGN, "return score + 1", "agrees_with_step_before"),
    ("04", "position.py", "(1, HEIGHT, HEIGHT + 1, HEIGHT + 2)", "(1, HEIGHT)",
     "position_knows_winning_moves"),
    ("04", "position.py", "& top(column) == 0", "& 0 == 0",
     "invalid_moves_say_why[1111111-6-column 1 is full]"),
    ("04", "solver.py", LAST, "return 1", "full_board_is_refused"),
    ("05", "solver.py", "        self._nodes[0] = 0\n", "", "nodes_add_up_until_reset"),
    ("07", "position.py", "BOARD = sum(", "BOARD = 1 + sum(", BITS),
    ("18", "position.py", "self.mask | move, self.moves + 1)", "self.mask | move, self.moves)",
     "a_cells_stone_is_one_in_its_column"),
    ("15", "table.py", "MIN_ENTRIES = 65536", "MIN_ENTRIES = 1",
     "a_table_too_small_for_keys_is_refused"),
    ("15", "table.py", ") // MIN_ENTRIES", ") // MIN_ENTRIES - 1", ROOM),
    ("15", "table.py", "NEAR_ENTRIES] += AGE", "NEAR_ENTRIES] += 0", RESET),
    ("08", "position.py", "3 * number + (1 if", "3 * number + (2 if", BOOK),
    ("08", "solver.py", "moves <= self._plies", "moves < self._plies",
     "a_position_with_the_books_stones_is_looked_up"),
]  # fmt: skip


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """Return the result of each defect's test, by its step's odd number, after that of the intact step."""
    copy = copy_parts(["common", "steps", "test-data", "pyproject.toml"], tmp_path_factory.mktemp("wrong"))
    (copy / "conftest.py").write_text(FIRST_FAILURE, encoding="utf-8")
    tests: list[str] = []
    for number, (step, file, old, new, test) in enumerate(DEFECTS, 15):
        for twin in (2 * number, 2 * number + 1):
            folder = shutil.copytree(course.load(step).folder, copy / "steps" / f"{twin}_twin")
            replace(folder / "test_step.py", f'"{step}"', f'"{twin}"')
            if twin % 2:
                replace(folder / file, old, new)
            tests.append(f"steps/{twin}_twin/test_step.py::TestContract::test_{test}")
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "--positions", "9"]
    printed = run([*command, *tests], copy, **PLAIN).stdout
    return {int(twin): word for twin, word in re.findall(r"steps/(\d+)_twin/.* (PASSED|FAILED)", printed)}


def replace(path: Path, old: str, new: str) -> None:
    """Replace a text in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.full("half a minute for tests that seldom change")
@pytest.mark.parametrize(("number", "defect"), list(enumerate(DEFECTS, 15)))
def test_a_defect_fails_its_test(number: int, defect: tuple[str, ...], outcomes: dict[int, str]) -> None:
    assert outcomes[2 * number] == "PASSED"
    assert outcomes[2 * number + 1] == "FAILED", defect
