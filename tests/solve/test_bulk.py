"""Tests of many positions at once: read in one loop, solved in another, returned as arrays."""

from io import BytesIO
from itertools import chain
from time import monotonic_ns
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from repository import PLAIN, run_python

from c4.engine import FEW, board_bits
from c4.loop import read_clock
from c4.notation import read_position
from c4.questions import BatchSolver, read_batch, read_entry, solve_many
from common.errors import Error
from common.position import CELLS, parse
from common.tools import course, sets
from common.tools.solve.answering import Question, answer_line, answer_lines, answer_many, load_loop
from common.tools.testing.contract import Moves, play_choices

LINES = [line for name in ("end-easy", "middle-easy") for line in sets.load_set(name, 100)]
TEXTS = [line.moves for line in LINES]
START = board_bits.Position.start()

Damaged = st.one_of(
    st.text(max_size=2 * CELLS),
    st.text("123456789a0 \r\n\ud800", max_size=2 * CELLS),
    st.tuples(Moves, st.integers(0, CELLS), st.text(max_size=2)).map(
        lambda drawn: play_choices(drawn[0], drawn[1]) + drawn[2]
    ),
)


@given(st.lists(Damaged, max_size=8))
@example([chr(code) for code in range(256)])
@example(["", "44\n55", "4455", "1212121", "737167457417142561265443556473322216621335", "1111111"])
def test_lines_are_read_as_by_the_rules(texts: list[str]) -> None:
    batch = read_batch(texts, 1)
    for index, text in enumerate(texts):
        try:
            expected = parse(read_position(text), START)
        except Error:
            assert batch.moves[index] == -1
            with pytest.raises(Error, match=r"positions\[0\]: ."):
                read_entry([text], 0)
        else:
            assert (batch.stones[index], batch.masks[index], batch.moves[index]) == expected


READ = """
from common.position import COLUMN_NAMES, parse
from c4.questions import make_position, read_batch
batch = read_batch([*COLUMN_NAMES, "d", "`", ":", "0"], 1)
read = list(zip(batch.stones.tolist(), batch.masks.tolist(), batch.moves.tolist()))
assert read[:12] == [tuple(parse(name, make_position.start())) for name in COLUMN_NAMES]
print(COLUMN_NAMES, [moves for _, _, moves in read[12:16]])
"""


def test_columns_from_ten_on_are_letters() -> None:
    printed = run_python(READ, **PLAIN, C4_BOARD="12x4")
    assert printed == "123456789abc [-1, -1, -1, -1]\n"


@pytest.mark.parametrize("number", ["14", course.numbers()[-1]])
@pytest.mark.parametrize(("columns", "weak"), [(False, False), (True, False), (True, True), (False, True)])
def test_the_loop_answers_as_calls_do(number: str, columns: bool, weak: bool) -> None:
    texts = [*TEXTS[::5], "2222221111114455", "448"]
    question = Question(course.load(number).with_options(use_book=False), weak, columns)
    loop = load_loop(question)
    assert loop
    by_loop = [*chain.from_iterable(answer_many(loop, question, texts))]
    by_calls = [answer_line(question, text) for text in texts]
    assert [one._replace(microseconds=0) for one in by_loop] == [
        one._replace(microseconds=0) for one in by_calls
    ]
    assert by_loop[-1].complaint
    assert (None in by_loop[-2].scores) == columns


def test_the_loops_clock_is_that_of_python() -> None:
    array = np.zeros(2, np.int64)
    read_clock(array)  # which compiles it
    before = monotonic_ns()
    assert before <= read_clock(array) <= monotonic_ns()


@pytest.mark.parametrize(("number", "copies"), [("03", 1), (course.ENGINE, 1), (course.ENGINE, 30)])
def test_each_position_has_its_time_and_nodes(number: str, copies: int) -> None:
    """Many go through the loop."""
    before = monotonic_ns()
    answers = answer_lines(Question(course.load(number)), TEXTS[:20] * copies)
    assert all(answer.nodes > 0 for answer in answers if number == "03")
    assert 0 < 1000 * sum(answer.microseconds for answer in answers) <= monotonic_ns() - before


FIRST = """
import sys
import psutil
from common.tools import course, sets
from common.tools.solve.answering import Question, answer_line, prepare
question = prepare(Question(course.load(course.ENGINE).with_options(use_book=False), analyze=True))
files, process = [], psutil.Process()
before = process.memory_info().rss
sys.setprofile(lambda frame, *_: files.append(frame.f_code.co_filename))
answer_line(question, sets.load_set("begin-medium", 1)[0].moves)
sys.setprofile(None)
print(any(file.endswith("cache.py") for file in files), process.memory_info().rss - before < 1 << 21)
"""


def test_a_first_answer_loads_nothing_and_takes_no_memory() -> None:
    """It is timed, and the system hands out the memory of a table at the first write."""
    assert run_python(FIRST) == "False True\n"


def test_a_long_batch_is_answered_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """One whose time is over as it begins has one position."""
    monkeypatch.setattr("c4.questions.PIECE_NANOSECONDS", -1)
    step = course.load(course.ENGINE).with_options()
    solver, batch = BatchSolver(step, columns=False, weak=False), read_batch(TEXTS[:9], 1)
    assert [*solver.solve(batch)] == [*range(1, 10)]
    assert batch.scores.tolist() == [line.score for line in LINES[:9]]


def test_a_loop_forgets_at_the_last_age_too() -> None:
    step = course.load(course.ENGINE).with_options(use_book=False)
    solver = BatchSolver(step, columns=False, weak=False)
    expected = solve_many(TEXTS, book=None)
    step.memory["table"].entries[-1] = step.module.table.AGE * (step.module.table.AGES - 2)
    batch = read_batch(TEXTS, 1)
    assert [*solver.solve(batch)][-1] == len(TEXTS)
    assert np.array_equal(batch.scores, expected.scores)
    assert np.array_equal(batch.nodes, expected.nodes)


def test_programs_get_scores_of_few_and_of_many() -> None:
    scores, nodes = solve_many(TEXTS)
    assert scores.tolist() == [line.score for line in LINES]
    many = solve_many(TEXTS * 3)
    assert len(many.scores) > FEW
    assert np.array_equal(many.scores, np.tile(scores, 3))
    assert np.array_equal(many.nodes, np.tile(nodes, 3))
    for copies in (1, 30):
        best: Any = solve_many(["2222221111114455", *TEXTS[:20]] * copies, columns=True).scores
        assert best.max(axis=1).tolist()[1:21] == scores[:20].tolist()
        assert np.ma.getmaskarray(best)[0].tolist() == [True, True, *[False] * 5]
        np.save(file := BytesIO(), best)
        saved = np.load(BytesIO(file.getvalue()))
        for bare in (best.filled(), np.asarray(best), np.concatenate([best]), np.stack([best])[0], saved):
            assert np.array_equal(np.asarray(bare).argmax(axis=1), best.argmax(axis=1))
    assert solve_many(TEXTS, weak=True).scores.tolist() == np.sign(scores).tolist()
    assert solve_many([]).scores.shape == (0,)
    assert solve_many([], columns=True).scores.shape == (0, 7)
    for texts in (tuple(TEXTS[:3]), (text for text in TEXTS[:3]), np.array(TEXTS[:3])):
        assert solve_many(texts).scores.tolist() == scores[:3].tolist()


def test_programs_are_told_which_line_is_no_position() -> None:
    for more in ([], TEXTS * 3):
        with pytest.raises(Error, match=r"\[1\]: move 3, '8'"):
            solve_many(["4455", "448", "0", *more])
