"""Tests of the contract itself: a step with a defect fails the test that is about it.

Each defect is an edit of a step in a copy of the repository. All tests run as plain Python: each answers few
questions, and compiling would take longer.
"""

import sys
from pathlib import Path

import pytest
from repository import PLAIN, Done, copy_parts, read_output, run

from common.tools import course

SCORES = "scores_of_random_positions_agree_with_each_other"
BITS = "bitboards_are_what_their_names_say"
ROOM = "an_entry_has_room_for_all_its_parts"
RESET = "a_table_is_new_after_each_reset"
MIDDLE = "scores_of_set[middle-easy]"
FIRST_FAILURE = """
from hypothesis import Phase, settings
settings.register_profile("first", settings(), phases=[Phase.generate])
settings.load_profile("first")
"""  # it matters whether a test fails, not on which smallest example: finding that takes most of the time
AS_SIGN = "return sign(score) if weak else score"
DEFECTS = [  # of a step, in a file: its text, what takes its place, and the test of the step that fails
    ("06", "solver.py", AS_SIGN, "return score + 1", "scores_of_set[end-easy]"),
    ("06", "solver.py", AS_SIGN, "return score + position.mask % 5", f"{SCORES}[best_of_children]"),
    ("06", "solver.py", AS_SIGN, "return score + position.mask % 5", f"{SCORES}[mirror_image]"),
    ("06", "solver.py", AS_SIGN, "return score", f"{SCORES}[weak_score]"),
    ("06", "solver.py", AS_SIGN, "return score + 1", "agrees_with_step_before"),
    ("04", "position.py", "(1, HEIGHT, HEIGHT + 1, HEIGHT + 2)", "(1, HEIGHT)",
     "position_knows_winning_moves"),
    ("04", "position.py", "& top(column)) == 0", "& 0) == 0",
     "invalid_moves_say_why[1111111-6-column 1 is full]"),
    ("04", "solver.py", "return 0  # nobody can win any more", "return 1", "full_board_is_refused"),
    ("05", "solver.py", "        self._nodes[0] = 0\n", "", "nodes_add_up_until_reset"),
    ("07", "position.py", "BOARD = BOTTOMS", "BOARD = 1 + BOTTOMS", BITS),
    ("08", "solver.py", "moves <= self._plies", "moves < self._plies",
     "a_position_with_the_books_stones_is_looked_up"),
    ("09", "book.py", "3 * number + (1 if", "3 * number + (2 if", "books_are_read_by_the_code_of_08"),
    ("09", "position.py", "winning_squares(self.stones | move", "winning_squares(self.stones ^ self.mask",
     "test_threats_are_the_winning_squares_after_a_move"),
    ("09", "solver.py", ">> 5) < order", ">> 5) <= order",
     "test_moves_sorted_by_threats_keep_equals_in_order"),
    ("10", "solver.py", "win_score(position.moves + 4)", "win_score(position.moves + 6)", MIDDLE),
    ("10", "solver.py", "first = last = 2 * position.moves", "first = last = position.moves", MIDDLE),
    ("11", "solver.py", "pair(lowest, best)", "pair(best, best)", MIDDLE),
    ("11", "solver.py", "pair(best, highest)", "pair(best, best)", MIDDLE),
    ("12", "position.py", "COLUMN = (2 << HEIGHT)", "COLUMN = (1 << HEIGHT)", BITS),
    ("12", "position.py", "mirrored << (HEIGHT + 1)", "mirrored << HEIGHT",
     "only_in_the_opening_do_mirror_images_share_a_key"),
    ("13", "solver.py", "OFFSET - (value & 255)", "OFFSET - (value >> 8)", MIDDLE),
    ("14", "table.py", "MIN_ENTRIES = 65536", "MIN_ENTRIES = 1", "a_table_too_small_for_keys_is_refused"),
    ("14", "table.py", ") // MIN_ENTRIES", ") // MIN_ENTRIES - 1", ROOM),
    ("14", "table.py", "self.size + NEAR_ENTRIES] = age", "self.size + NEAR_ENTRIES] = 0", RESET),
    ("14", "table.py", "entry = self.entries[self.size + key % NEAR_ENTRIES]",
     "entry = self.entries[key % NEAR_ENTRIES]", "test_no_part_returns_another_keys_value"),
    ("15", "position.py", "range(HEIGHT - 1, -1, -2)", "range(HEIGHT - 2, -1, -2)", BITS),
    ("15", "position.py", "if (CELLS - self.moves) % 2:", "if self.moves < 0:",
     "test_many_who_cannot_win_know_at_once"),
    ("16", "position.py", "threats & followed & ~lowest", "threats & followed", MIDDLE),
    ("16", "position.py", "followed = FOLLOWED ^ cells(column)", "followed = FOLLOWED",
     "test_all_bounds_are_right_and_many_are_exact"),
    ("17", "position.py", "mask = self.mask | move", "mask = self.stones | move",
     "a_cells_stone_is_one_in_its_column"),
    ("17", "solver.py", "alpha == highest - 1", "alpha == highest - 2", MIDDLE),
    ("17", "solver.py", "beta == lowest + 1", "beta == lowest + 2", MIDDLE),
    ("18", "position.py", "HEIGHT + 1, HEIGHT + 2)", "HEIGHT + 1, HEIGHT + 3)",
     "position_knows_winning_moves"),
    ("19", "solver.py", "replies, 1 - beta", "replies, -beta", MIDDLE),
    ("19", "position.py", "if score < least or", "if score < least and", MIDDLE),
    ("20", "position.py", "weigh_lines(theirs, mine) - weigh_lines(mine, theirs)",
     "weigh_lines(mine, theirs) - weigh_lines(theirs, mine)", "test_the_centre_promises_most"),
    ("20", "solver.py", "if beta > highest:", "if beta >= highest:", MIDDLE),
    ("21", "solver.py", "16 * tried - (tried * scratch[at] >> FADE)", "16 * tried",
     "test_numbers_stay_small_however_often_a_cell_cuts_off"),
    ("21", "solver.py", "scratch[index] = 0  # each", "pass  # each",
     "test_a_search_begins_with_nothing_remembered"),
    ("22", "table.py", "beta, turn = 1 - beta, -turn", "beta = 1 - beta",
     "test_a_thread_goes_back_to_what_is_answered"),
    ("22", "table.py", "self.entries[self.place(position)] = 0", "pass",
     "test_a_position_is_taken_until_it_is_left"),
]  # fmt: skip


def run_tests(copy: Path, defects: list[tuple[str, ...]]) -> Done:
    """Run the tests that are about some defects."""
    tests = [
        f"steps/{step}/test_step.py::{test if test.startswith('test_') else f'TestContract::test_{test}'}"
        for step, *_, test in defects
    ]
    command = [sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "--positions", "9"]
    return run([*command, *tests], copy, **PLAIN)


def run_with_defect(copy: Path, defect: tuple[str, ...]) -> int:
    """Return the exit status of a defect's test in a copy that has the defect meanwhile."""
    step, file, old, new, _ = defect
    path = copy / "steps" / course.load(step).folder.name / file
    text = path.read_text(encoding="utf-8")
    assert old in text, defect
    path.write_text(text.replace(old, new), encoding="utf-8")
    done = run_tests(copy, [defect])
    path.write_text(text, encoding="utf-8")
    return done.returncode


@pytest.mark.full("a minute for tests that seldom change")
def test_a_defect_fails_its_test(tmp_path: Path) -> None:
    copy = copy_parts(["common", "steps", "test-data", "pyproject.toml"], tmp_path / "wrong")
    (copy / "conftest.py").write_text(FIRST_FAILURE, encoding="utf-8")
    read_output(run_tests(copy, DEFECTS))
    statuses = {defect: run_with_defect(copy, defect) for defect in DEFECTS}
    assert {*statuses.values()} == {pytest.ExitCode.TESTS_FAILED}, statuses
