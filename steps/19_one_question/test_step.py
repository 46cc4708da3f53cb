"""Tests of step 19."""

from hypothesis import given
from hypothesis import strategies as st

from common.position import CELLS, WIDTH, parse
from common.score import MAX_SCORE
from common.tools import course, sets
from common.tools.testing.contract import (
    Contract,
    Moves,
    count_line_nodes,
    play_choices,
    reset_step_solver,
)

step = course.load("19")
before = course.load("18")
winning_squares = step.module.position.winning_squares


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {
        "end-easy": 1000,
        "middle-easy": 1000,
        "middle-medium": 200,
        "begin-easy": 1000,
        "begin-medium": 50,
        "begin-hard": 2,
    }
    late = 20


@given(Moves, st.integers(0, CELLS - 1), st.integers(1 - MAX_SCORE, MAX_SCORE))
def test_who_follows_gets_what_the_bound_promised(
    choices: list[int], length: int, least: int
) -> None:
    moves = play_choices(choices, length)
    position, old = (
        parse(moves, module.Position.start()) for module in (step, before)
    )
    threats = winning_squares(position.stones ^ position.mask, position.mask)
    score, most = (
        position.score_by_following(threats, least),
        -old.follow_up_bound(threats),
    )
    assert (score >= least) == (most >= least)
    assert score <= most


@given(
    Moves,
    st.integers(CELLS - 16, CELLS),
    st.integers(1 - MAX_SCORE, MAX_SCORE),
)
def test_an_answer_bounds_the_score_on_its_side(
    choices: list[int], length: int, beta: int
) -> None:
    position = parse(play_choices(choices, length), step.Position.start())
    if any(
        position.can_play(x) and position.is_winning_move(x)
        for x in range(WIDTH)
    ):
        return
    if position.moves > CELLS - 1 or not position.safe_moves():
        return
    oracle = course.load("07")
    score = reset_step_solver(oracle).solve(oracle.Position(*position))
    memory = step.with_options(size=65_537, use_book=False).memory
    answer = step.module.solver.search(
        position, beta - 1, beta, *memory.values()
    )
    assert (answer >= beta) == (score >= beta)


def test_explores_fewer_nodes_than_step_18() -> None:
    lines = sets.load_set("begin-medium", 50)
    assert count_line_nodes("19", lines, False) < 0.95 * count_line_nodes(
        "18", lines, False
    )
