"""Batches: many positions, and arrays for their results.

texts       moves or boards, or invalid texts
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from c4.engine import bitboard
from c4.notation import read_position
from common.errors import UserError
from common.jit import Array, compiled
from common.position import CELLS, WIDTH, parse

Bitboard, BOARD, BOTTOMS = bitboard.Position, bitboard.BOARD, bitboard.BOTTOMS
aligned, count = bitboard.aligned, bitboard.count

Integers = NDArray[np.int64]
LINE_END = 10
FEW = 500  # positions, for which it takes longer to load compiled code than to do without
FULL = 127
"""Stands for the score of a full column."""


class Batch(NamedTuple):
    """Positions and their results.

    stones, masks, moves    as in the positions of steps from 04 on; of an invalid text, `moves` is -1
    scores                  one of each position, or WIDTH of each, FULL where a column is
    progress                how many positions are solved, and whether to stop there
    time                    where the system writes the time
    """

    stones: Integers
    masks: Integers
    moves: Integers
    scores: Integers
    nodes: Integers
    nanoseconds: Integers
    progress: Integers
    time: Integers

    def stop(self) -> None:
        """Ask the solver of the batch to stop after the current position."""
        self.progress[1] = 1


def make_batch(size: int, scores: int) -> Batch:
    """Return a batch of `size` positions, with that many scores for each."""
    sizes = size, size, size, size * scores, size, size, 2, 2
    return Batch(*(np.zeros(length, np.int64) for length in sizes))


def read_batch(texts: Sequence[str], scores: int) -> Batch:
    """Return texts as a batch of positions; compiled code reads many move strings."""
    batch = make_batch(len(texts), scores)
    batch.moves[:] = -1
    if len(texts) > FEW:
        characters = "\n".join([*texts, ""])
        if characters.count("\n") > len(texts):  # texts that were not read from lines may hold line ends
            characters = "".join(text.replace("\n", "?") + "\n" for text in texts)
        encoded = np.frombuffer(characters.encode(errors="surrogatepass"), np.uint8)
        read_positions(encoded, len(encoded), batch.stones, batch.masks, batch.moves)
    for index in np.flatnonzero(batch.moves < 0).tolist():
        with suppress(UserError):
            position = parse(read_position(texts[index]), Bitboard.start())
            batch.stones[index], batch.masks[index], batch.moves[index] = position
    return batch


@compiled
def read_positions(characters: Array, length: int, stones: Array, masks: Array, moves: Array) -> None:
    """Read a position from each line of so many characters; set its moves to -1 if it is not one."""
    line = 0
    position = Bitboard(0, 0, 0)
    is_right = True
    for at in range(length):
        character = characters[at]
        if character == LINE_END:
            stones[line], masks[line] = position.stones, position.mask
            moves[line] = position.moves if is_right and position.moves < CELLS else -1
            line += 1
            position = Bitboard(0, 0, 0)
            is_right = True
        elif is_right:
            letter = int(character) - 97  # columns are 1 to 9, then a, b and so on
            column = letter + 9 if letter >= 0 else int(character) - 49 if character < 58 else -1
            is_right = (
                0 <= column < WIDTH and position.can_play(column) and not position.is_winning_move(column)
            )
            if is_right:
                position = position.play(column)


def read_bitboards(bitboards: Integers, scores: int) -> Batch:
    """Return positions as a batch, given rows of the mover's stones and all stones."""
    batch = make_batch(len(bitboards), scores)
    batch.stones[:], batch.masks[:] = bitboards.T
    count_stones(len(batch.moves), batch.stones, batch.masks, batch.moves)
    return batch


@compiled
def count_stones(positions: int, stones: Array, masks: Array, moves: Array) -> None:
    """Count the stones of so many positions; write -1 for those in which no player can move."""
    for index in range(positions):
        own, mask = stones[index], masks[index]
        moves[index] = count(mask)
        is_wrong = (
            mask & ~BOARD != 0
            or mask == BOARD
            or (mask + BOTTOMS) & mask != 0
            or own & ~mask != 0
            or count(own) != count(mask) // 2
            or aligned(own)
            or aligned(own ^ mask)
        )
        if is_wrong:
            moves[index] = -1
