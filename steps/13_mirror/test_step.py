"""Tests of step 13."""

from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, mirror, parse
from common.tools import course, sets
from common.tools.testing.contract import Contract, Moves, count_line_nodes, play_choices

step = course.load("13")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 500,
        "begin-medium": 30,
    }
    late = 20


@given(Moves, st.integers(0, CELLS - 1))
def test_only_in_the_opening_do_mirror_images_share(choices: list[int], length: int) -> None:
    moves = play_choices(choices, length)
    position = parse(moves, step.Position.start())
    image = parse(mirror(moves), step.Position.start())
    if position.moves < step.module.position.SYMMETRIC:
        assert position.symmetric_key() == image.symmetric_key() == min(position.key(), image.key())
    else:
        assert position.symmetric_key() == position.key()


def test_explores_fewer_nodes_than_step_12() -> None:
    lines = sets.load_set("begin-medium", 10)
    before = count_line_nodes("12", lines, False)
    after = count_line_nodes("13", lines, False)
    assert after < before
