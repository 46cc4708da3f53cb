"""The entrants of a benchmark: the steps, and the peers, asked in the same way."""

from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from c4.engine import Answer, Bitboard, Step, processor_clock
from common.errors import UserError
from common.position import HEIGHT, WIDTH


class BitBully:
    """BitBully, an independent solver in C++, in one of its search modes."""

    MODES = ("mtdf", "null_window")

    @staticmethod
    def check_usable() -> None:
        """Raise UserError if the peer is not installed or does not know the board's size."""
        if not find_spec("bitbully"):
            raise UserError("bitbully is not installed: pip install bitbully")
        if (WIDTH, HEIGHT) != (7, 6):
            raise UserError(f"bitbully only knows the 7x6 board, and this is {WIDTH}x{HEIGHT}")

    def __init__(self, mode: str, *, use_book: bool) -> None:
        self.check_usable()
        self._mode, self._use_book = mode, use_book

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the mode and whether there is a book, without the solver."""
        return partial(BitBully, use_book=self._use_book), (self._mode,)

    @cached_property
    def _solver(self) -> Any:
        """Return the one solver."""
        return import_module("bitbully").BitBully(opening_book="default" if self._use_book else None)

    def prepare(self) -> None:
        """Make the solver and its table."""
        self._solver.reset_transposition_table()

    def ask(self, moves: str) -> Answer:
        """Return the score of a position and its cost, with an empty memory."""
        solver, solve = self._solver, getattr(self._solver, self._mode)
        solver.reset_transposition_table()
        solver.reset_node_counter()
        board = import_module("bitbully").Board([int(name) - 1 for name in moves])
        start, used = perf_counter(), processor_clock()
        score = solve(board)
        used, seconds = processor_clock() - used, perf_counter() - start
        return Answer([score], solver.get_node_counter(), seconds, used)

    def solve(self, position: Bitboard) -> int:
        """Return the score of a position; what was learnt of others helps."""
        return getattr(self._solver, self._mode)(self.make_board(position.stones, position.mask))

    def make_board(self, stones: int, mask: int) -> object:
        """Return the board of a bitboard position, the stones those of the player to move."""
        first = mask.bit_count() % 2 == 0  # whether the mover is the first player
        board = [[0] * WIDTH for _ in range(HEIGHT)]
        for column in range(WIDTH):
            for row in range(HEIGHT):
                cell = 1 << column * (HEIGHT + 1) + row
                if mask & cell:
                    board[HEIGHT - 1 - row][column] = 1 if (stones & cell != 0) == first else 2
        return import_module("bitbully").Board.from_array(board)


PEERS = {"bitbully": BitBully}
"""The peers by the name of their package, as in `--peer` and in the `versions` of benchmarks."""
Entrant = Step | BitBully
"""What a benchmark asks."""
