"""The cost of each move in lesson 09's position, so that readers can order the moves."""

from common.position import WIDTH, parse
from common.solver import list_memory
from common.tools import course

MOVES = "144772165447"
BETA = 8  # the question: is the score at least this?
SIZE = 65_537


def record_order() -> dict[str, object]:
    """Return the question, each move with its nodes and its answer, and the orders of steps 08 and 09.

    Each move is searched by step 09 from an empty table, so that its nodes do not depend on the others.
    """
    step = course.load("09")
    negamax, centre = step.module.solver.negamax, [*step.module.solver.COLUMN_ORDER]
    position = parse(MOVES, step.Position.start())
    costs: list[dict[str, int]] = []
    for column in range(WIDTH):
        made = step.solver(size=SIZE, use_book=False)
        score = -negamax(position.play(column), -BETA, 1 - BETA, *list_memory(made).values())
        move = (position.mask + step.module.position.bottom(column)) & step.module.position.cells(column)
        squares = step.module.position.count(position.threats(move))
        costs.append({"squares": squares, "nodes": made.nodes, "reaches": score >= BETA})
    by_squares = sorted(centre, key=lambda column: -costs[column]["squares"])
    return {"beta": BETA, "moves": costs, "orders": {"08": centre, "09": by_squares}}


def count_order_nodes(order: list[int], moves: list[dict[str, int]]) -> int:
    """Return the nodes of a search that tries the moves in an order until one reaches the score."""
    nodes = 1
    for column in order:
        nodes += moves[column]["nodes"]
        if moves[column]["reaches"]:
            break
    return nodes
