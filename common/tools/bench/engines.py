"""The engines of a benchmark: the steps, and the peers, behind one interface."""

from importlib.util import find_spec
from typing import Any, cast

from common.errors import UserError
from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.course import name_errors


class StepEngine:
    """A step by its number, or a learner's folder, with options of its solver, such as `threads`."""

    def __init__(self, number: str, *, use_book: bool, book: str | None = None, **options: int) -> None:
        self.step = course.choose(number)
        with name_errors(self.step):
            self.step.warm()
            self.solver = self.step.solver(use_book=use_book, book=book, **options)
            self._start = self.step.Position.start
            self._has_book = hasattr(self.solver, "open_book")
            self.solve = self.solver.solve
            self.reset = self.solver.reset
            clear_memory(self.solver)

    @property
    def nodes(self) -> int:
        """Return the nodes explored since the last reset."""
        return self.solver.nodes

    def prepare(self, moves: str) -> object:
        """Return the position after a move string; open the book, untimed, if the position needs it."""
        position = parse(moves, self._start())
        if self._has_book:
            cast("Any", self.solver).open_book(position.moves)
        return position


def clear_memory(solver: Any) -> None:
    """Write to the arrays of a solver: the system hands out their memory at the first write."""
    from common.jit import Array, clear  # and with them Numba, for which --help need not wait
    from common.solver import list_memory

    memory = list_memory(solver)
    memory.pop("book", None)  # a learner's solver may have read it already
    for value in memory.values():
        arrays = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        for array in arrays:
            if hasattr(array, "nbytes"):  # not a list of plain Python, nor a number
                clear(cast("Array", array))


class BitBully:
    """BitBully, an independent solver in C++, in one of its search modes."""

    MODES = ("mtdf", "null_window")
    step = None

    @staticmethod
    def check_usable() -> None:
        """Raise UserError if the peer is not installed or does not know the board's size."""
        if not find_spec("bitbully"):
            raise UserError("bitbully is not installed: pip install bitbully")
        if (WIDTH, HEIGHT) != (7, 6):
            raise UserError(f"bitbully only knows the 7x6 board, and this is {WIDTH}x{HEIGHT}")

    def __init__(self, mode: str, *, use_book: bool) -> None:
        self.check_usable()
        import bitbully  # pyright: ignore[reportMissingTypeStubs]

        self._board = bitbully.Board
        self._solver = bitbully.BitBully(opening_book="default" if use_book else None)
        self.solve = getattr(self._solver, mode)

    @property
    def nodes(self) -> int:
        """Return the nodes explored since the last reset."""
        return self._solver.get_node_counter()

    def reset(self) -> None:
        """Empty the table, and count nodes from zero again."""
        self._solver.reset_transposition_table()
        self._solver.reset_node_counter()

    def prepare(self, moves: str) -> object:
        """Return the board after a move string."""
        return self._board([int(name) - 1 for name in moves])

    def make_board(self, stones: int, mask: int) -> object:
        """Return the board of a bitboard position, the stones those of the player to move."""
        first = mask.bit_count() % 2 == 0  # whether the mover is the first player
        board = [[0] * WIDTH for _ in range(HEIGHT)]
        for column in range(WIDTH):
            for row in range(HEIGHT):
                cell = 1 << column * (HEIGHT + 1) + row
                if mask & cell:
                    board[HEIGHT - 1 - row][column] = 1 if (stones & cell != 0) == first else 2
        return self._board.from_array(board)


PEERS = {"bitbully": BitBully}
"""The peers by the name of their package, as in `--peer` and in the `versions` of benchmarks."""
Engine = StepEngine | BitBully
"""The interface of a solver in a benchmark: `solve` is timed, `reset` and `prepare` are not."""
