"""Questions about games that end soon: few cells are empty, few stones are left, or the second one wins.

Samples have few of these, as they cost no nodes. But off by one is seldom seen elsewhere.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from common.position import CELLS, COLUMN_NAMES, rows
from common.score import remaining, sign
from common.tools import sets
from common.tools.claims import Program, Question, ask_method
from common.tools.learn.checks.bits import is_quiet, list_safe_cells, make_bits, mark_cells
from common.tools.learn.curriculum.sample import Lines
from common.tools.sets import Line

LAST = 6  # empty cells, with which a game ends soon whoever wins
QUICK = 4  # stones left, with which it does at any time
NEARLY_FULL = 3  # empty cells: few enough positions are known to ask about all
OF_A_KIND = 2


@cache
def list_endings(late: int) -> list[Line]:
    """Return positions with `late` stones or more: won, drawn, lost, by each number of stones, soon over."""
    kinds: dict[Any, list[Line]] = {}
    for line in (line for name in sets.KINDS for line in sets.load_set(name)):
        stones, left = len(line.moves), remaining(line.score, len(line.moves))
        if stones >= CELLS - LAST or (stones >= late and left <= QUICK):
            at = stones if stones >= CELLS - LAST else stones % 2 - 2
            kinds.setdefault((-at, left, sign(line.score)), []).append(line)
    most = {kind: None if -kind[0] >= CELLS - NEARLY_FULL else OF_A_KIND for kind in sorted(kinds)}
    return [line for kind, count in most.items() for line in kinds[kind][:count]]


def ask_soon(program: Program, lines: Lines) -> Iterator[Question]:
    """Ask for the scores of games that end soon, then for their weak scores."""
    for weak in (False, True):
        for moves, score in list_endings(lines.late):
            yield make_score_question(program, moves, sign(score) if weak else score, weak)


def make_score_question(
    program: Program, moves: str, right: int, weak: bool, renewed: bool = True
) -> Question:
    """Return the question for a score, with nothing remembered or with what there is."""

    def ask() -> int:
        solver = program.reset_solver() if renewed else program.solver
        return solver.solve(program.play_moves(moves), *[weak] * weak)

    asked = f"the {'weak ' * weak}score, as solve(position{', weak=True' * weak})"
    return Question(moves, asked, ask, right)


@cache
def is_win_in_two(moves: str) -> bool:
    """Tell whether a safe move leaves no safe reply, by trying."""
    return any(not list_safe_cells(moves + COLUMN_NAMES[x]) for x, _ in list_safe_cells(moves))


@cache
def is_loss_in_two(moves: str) -> bool:
    """Tell whether after every safe move the opponent wins in two, by trying."""
    return all(is_win_in_two(moves + COLUMN_NAMES[x]) for x, _ in list_safe_cells(moves))


def ask_in_two(program: Program, lines: Lines) -> Iterator[Question]:
    """Ask whether the mover, and whether the opponent, wins with the second stone, where a move is safe."""
    games = [line.moves for line in lines] + [line.moves for line in list_endings(lines.late) if line.score]
    for moves in filter(is_quiet, dict.fromkeys(games)):
        if safe := list_safe_cells(moves):
            drawing = mark_cells(rows(moves), safe)
            for name, right in (("wins", is_win_in_two(moves)), ("loses", is_loss_in_two(moves))):
                asked = f"{name}_in_two(safe), given the safe moves, marked *"
                yield ask_method(program, moves, asked, [make_bits(safe)], right, bool, drawn=drawing)
