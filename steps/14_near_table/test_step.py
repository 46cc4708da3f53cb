"""Tests of step 14."""

from hypothesis import given
from hypothesis import strategies as st

from common.jit import zeros
from common.position import CELLS
from common.tools import course
from common.tools.testing.contract import Contract

step = course.load("14")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 1000,
        "begin-medium": 50,
    }
    late = 20


Stored = st.lists(
    st.tuples(
        st.integers(0, CELLS - 1),
        st.integers(0, 2**63 - 1),
        st.integers(1, 65535),
    )
)


@given(Stored, st.integers(65536, 65600))
def test_no_part_returns_another_keys_value(
    stored: list[tuple[int, int, int]], size: int
) -> None:
    module = step.module.table
    table = module.Table(zeros(size + module.NEAR_ENTRIES + 1), size)
    latest: dict[tuple[bool, int], tuple[int, int]] = {}
    for moves, key, value in stored:
        table.store(moves, key, value)
        assert table.load(moves, key) == value
        latest[moves >= module.NEAR, key] = (moves, value)
    for (_, key), (moves, value) in latest.items():
        assert table.load(moves, key) in (0, value)


def test_the_parts_do_not_overlap() -> None:
    module = step.module.table
    size = 65536
    table = module.Table(zeros(size + module.NEAR_ENTRIES + 1), size)
    for key in range(size):
        table.store(0, key, 1)
    for key in range(module.NEAR_ENTRIES):
        table.store(CELLS, key, 2)
    assert all(table.load(0, key) == 1 for key in range(size))
    assert all(
        table.load(CELLS, key) == 2 for key in range(module.NEAR_ENTRIES)
    )
