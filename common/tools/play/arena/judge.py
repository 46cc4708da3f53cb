"""Judge moves by perfect play: a best move is one with the highest score."""

from c4.model import list_best
from common.position import COLUMN_NAMES
from common.tools.play.arena.games import Game
from common.tools.play.players.perfect import score_columns
from common.tools.play.players.player import bitboard


def count_best_moves(game: Game) -> tuple[int, int]:
    """Return how many best moves each side played in a game."""
    position, counts = bitboard.Position.start(), [0, 0]
    for number, name in enumerate(game.moves):
        column = COLUMN_NAMES.index(name)
        side = (number + game.red) % 2
        counts[side] += column in list_best(score_columns(position))
        position = position.play(column)
    return counts[0], counts[1]
