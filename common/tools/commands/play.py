"""`c4 play`: a game in the terminal, between any two players."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from random import Random

from c4.board import Board, review_game
from c4.engine import EnginePosition, board_bits
from c4.model import PLAYERS
from c4.notation import read_moves
from c4.reasons import explain_position
from c4.wording import SENTENCES, Explanation, describe_best, describe_reasons, draw_scores
from common.position import CELLS, COLUMN_NAMES, WIDTH, parse
from common.score import explain
from common.tools import course
from common.tools.play.players.own import Forfeit, OwnPlayer, choose_column
from common.tools.play.players.perfect import SOLVER_OPTIONS, make_player_solver, score_columns
from common.tools.play.players.player import Human, Player, Wish
from common.tools.play.players.registry import parse_anyone
from common.tools.terminal.console import make_console
from common.tools.terminal.drawing import print_board, print_in_colour
from common.tools.terminal.options import add_board_option, add_book_option, add_number
from common.tools.terminal.streams import print_if_slow, require_standard_input

THINKING = ThreadPoolExecutor(1)
"""The thread in which players think, so that an interrupt need not wait for them."""
HELP = f"""\
{COLUMN_NAMES[0]} to {COLUMN_NAMES[WIDTH - 1]}   play a stone in that column; four in a row win
undo     take back your last stone, and the reply to it
hint     say how the game ends, then why, then which columns are best
scores   show the score of each column: + wins, 0 draws, - loses,
         the further from 0 the sooner
?, help  show this
quit     end the game and show its moves
The first letter of a word is enough; h is hint."""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 play`."""
    add_board_option(command)
    command.add_argument(
        "--x", default="human", metavar="PLAYER", help="the player who begins (default: human)"
    )
    command.add_argument("--o", default="medium", metavar="PLAYER", help="the other player (default: medium)")
    command.add_argument("--moves", default="", help="go on from this move string (default: the empty board)")
    command.add_argument("--scores", action="store_true", help="always show the columns' scores")
    add_book_option(command)
    add_number(command, "--seed", "repeat a game, unless a player has mcts:seconds", least=0)


@dataclass
class Session:
    """A game in progress: its players and its move string."""

    players: Sequence[Player | OwnPlayer]
    moves: str
    show_scores: bool
    rng: Random
    over: bool = False
    hints: Sequence[str] = ()
    """The remaining hints for this position, the next one first."""

    def play(self) -> None:
        """Play until the game is over or a player quits; EOFError and KeyboardInterrupt end it too."""
        self.print_position()
        while not self.over:
            position = parse(self.moves, board_bits.Position.start())
            try:
                self.put_stone(position, self.choose_column(position))
            except Wish as wish:
                match f"{wish}":
                    case "scores":
                        print_scores(position)
                    case "hint":
                        self.print_hint()
                    case "help":
                        print(HELP)
                    case "undo":
                        self.undo_stones()
                    case _:
                        return

    def choose_column(self, position: EnginePosition) -> int:
        """Return the column that the player to move chooses."""
        player = self.players[position.moves % 2]
        if isinstance(player, Human):
            print(f"{PLAYERS[position.moves % 2]} to move")
            return player.choose(position, self.rng)
        with print_if_slow("thinking ..."):
            return THINKING.submit(choose_column, player, self.moves, position, self.rng).result()

    def put_stone(self, position: EnginePosition, column: int) -> None:
        """Play a stone, show it, and announce the end of the game."""
        side, wins = PLAYERS[position.moves % 2], position.is_winning_move(column)
        self.moves += COLUMN_NAMES[column]
        self.over = wins or len(self.moves) == CELLS
        self.print_position(f"{side} plays {COLUMN_NAMES[column]}")
        if self.over:
            print(f"{side} wins" if wins else "the game is drawn")

    def print_position(self, *news: str) -> None:
        """Print the news and the board, with the scores if they are always shown.

        On a terminal these are always at the top; a pipe gets one board below the other.
        """
        self.hints = ()
        out = make_console(sys.stdout)
        out.clear()
        for line in news:
            print(line)
        print_board(out, self.moves)
        if self.show_scores and not self.over:
            print_scores(parse(self.moves, board_bits.Position.start()))

    def print_hint(self) -> None:
        """Print the next hint; the last one stays."""
        if not self.hints:
            with print_if_slow("thinking ..."):
                self.hints = list_hints(explain_position(self.moves, make_player_solver()))
        print_in_colour(make_console(sys.stdout), f"hint: {self.hints[0]}")
        self.hints = self.hints[1:] or self.hints

    def undo_stones(self) -> None:
        """Take back the last stone, and the one before if no human would be to move."""
        stones = 1 if isinstance(self.players[(len(self.moves) - 1) % 2], Human) else 2
        if len(self.moves) < stones:
            print("there is nothing to take back")
            return
        self.moves = self.moves[:-stones]
        self.print_position()


def print_scores(position: EnginePosition) -> None:
    """Print the exact score of each column, from the mover's point of view."""
    print_in_colour(make_console(sys.stdout), draw_scores(score_columns(position)))


def list_hints(explanation: Explanation) -> list[str]:
    """Return three hints, as play.js of the pages gives them: how the game ends, why, the best columns."""
    end, after = explain(explanation.score, len(explanation.moves)), explanation.shown_after
    kind = explanation.reasons[0].kind if explanation.reasons else ""
    nudge = f"; {SENTENCES['nudges'][kind]}" if kind in SENTENCES["nudges"] else "."
    start = f"After {after} more stone{'s' * (after > 1)}: " if after else ""
    reasons = start + describe_reasons(replace(explanation, shown_after=0))
    return [f"with best play, {end}{nudge}", reasons, describe_best(explanation.scores)]


def run(options: argparse.Namespace) -> int:
    """Play a game, and print its move string at the end."""
    players = [parse_anyone(options.x), parse_anyone(options.o)]
    has_human = any(isinstance(player, Human) for player in players)
    if has_human:
        require_standard_input()
    if options.book is not None:
        SOLVER_OPTIONS["book"] = course.locate_book(options.book)
    moves = read_moves(options.moves)
    parse(moves, board_bits.Position.start())  # or raise InvalidPosition
    session = Session(players, moves, options.scores, Random(options.seed))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # so that the moves are shown
    status, is_interrupted, ending = 0, False, "\nthe game is not over"
    try:
        session.play()
    except (EOFError, KeyboardInterrupt) as end:
        is_interrupted = isinstance(end, KeyboardInterrupt)
    except Forfeit as forfeit:
        status, ending = forfeit.status, f"{PLAYERS[len(session.moves) % 2]} loses. {forfeit}"
    if not session.over:
        print(ending)
    print(f"moves: {session.moves}", flush=True)
    if is_interrupted:
        os._exit(0)  # a player may be thinking, and a thread in compiled code cannot be ended otherwise
    if session.over and has_human:
        offer_review(session.moves)
    return status


def offer_review(moves: str) -> None:
    """Offer a review of a game, and print it."""
    answer = ""
    while answer not in ("y", "n"):  # a column that is typed for a game that is over is not an answer
        try:
            answer = input("review the game? y or n: ").strip().lower()[:1]
        except (EOFError, KeyboardInterrupt):
            print()  # after the question
            return
    if answer == "y":
        with print_if_slow("thinking ..."):
            review = review_game(Board(moves), make_player_solver())
        print_in_colour(make_console(sys.stdout), f"{review}")
