"""The window evaluation: the value of a board to a player, by its lines of four.

Each line of four counts: 100 for four own stones, 5 for three and an empty cell, 2 for two and two empty
cells, -4 for three of the opponent's and an empty cell. Each own stone in the centre column adds 3.

Source: Ravindran, Ramamurthy, Narsapur, Arambakam: Performance evaluation of Connect-Four game using AI
algorithms, Trinity College Dublin, 2020.
"""

from common.jit import compiled
from common.position import HEIGHT, WIDTH
from common.tools.play.players.player import bitboard, list_central_columns

BOARD = bitboard.BOARD
CENTRE = sum(bitboard.cells(column) for column in list_central_columns(list(range(WIDTH))))

count = bitboard.count


@compiled
def find_fours(own: int, step: int) -> int:
    """Return the first cell of each line in a direction that is all own stones."""
    pairs = own & own >> step
    return pairs & pairs >> 2 * step


@compiled
def find_threes(own: int, empty: int, step: int) -> int:
    """Return the first cell of each line in a direction with three own stones and an empty cell.

    A line has its empty cell in one place only, so it is found once.
    """
    a, b, c, d = own, own >> step, own >> 2 * step, own >> 3 * step
    w, x, y, z = empty, empty >> step, empty >> 2 * step, empty >> 3 * step
    return (w & b & c & d) | (a & x & c & d) | (a & b & y & d) | (a & b & c & z)


@compiled
def find_twos(own: int, empty: int, step: int) -> int:
    """Return the first cell of each line in a direction with two own stones and two empty cells."""
    a, b, c, d = own, own >> step, own >> 2 * step, own >> 3 * step
    w, x, y, z = empty, empty >> step, empty >> 2 * step, empty >> 3 * step
    inner = (w & b & c & z) | (w & b & y & d) | (a & x & c & z)
    return inner | (a & b & y & z) | (w & x & c & d) | (a & x & y & d)


@compiled
def evaluate_board(own: int, mask: int) -> int:
    """Return the value of a board to the player with the stones `own`; the mask has all stones."""
    other, empty = own ^ mask, BOARD ^ mask
    worth = 3 * count(own & CENTRE)
    for step in (1, HEIGHT, HEIGHT + 1, HEIGHT + 2):
        worth += 100 * count(find_fours(own, step)) + 5 * count(find_threes(own, empty, step))
        worth += 2 * count(find_twos(own, empty, step)) - 4 * count(find_threes(other, empty, step))
    return worth
