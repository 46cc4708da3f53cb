"""Tests of step 02."""

from common.jit import zeros
from common.position import parse
from common.score import MAX_SCORE
from common.tools import course, sets
from common.tools.testing.contract import Contract, count_line_nodes

step = course.load("02")


class TestContract(Contract):
    """The contract that every step must keep."""

    step = step
    sets = {"end-easy": 1000, "middle-easy": 50}
    late = 27


def test_never_explores_more_nodes_than_step_01() -> None:
    counts = [
        (count_line_nodes("01", [line]), count_line_nodes("02", [line]))
        for line in sets.load_set("end-easy", 300)
    ]
    assert all(after <= before for before, after in counts)
    assert sum(after for _, after in counts) * 10 < sum(
        before for before, _ in counts
    )


def test_windows_give_scores_inside_and_bounds_outside() -> None:
    negamax = step.module.solver.negamax
    for line in sets.load_set("end-easy", 30):
        position = parse(line.moves, step.Position.start())
        for alpha in range(-MAX_SCORE, MAX_SCORE):
            for beta in (alpha + 1, alpha + 5):
                score = negamax(position, alpha, beta, zeros(1))
                if score <= alpha:
                    assert line.score <= score
                elif score >= beta:
                    assert line.score >= score
                else:
                    assert line.score == score
