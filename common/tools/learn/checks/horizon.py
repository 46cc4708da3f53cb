"""Questions about the horizon: who wins with the second stone from now."""

from collections.abc import Iterator
from functools import cache

from common.position import COLUMN_NAMES, rows
from common.tools.claims import Program, Question, ask_method
from common.tools.learn.checks.bits import is_quiet, list_safe_cells, make_bits, mark_cells
from common.tools.learn.checks.soon import list_endings
from common.tools.learn.curriculum.sample import Lines


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
