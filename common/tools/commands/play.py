"""`c4 play`: a game in the terminal, between any two players."""

import argparse
import os
import signal
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from random import Random
from threading import Thread

from common.position import CELLS, COLUMN_NAMES, WIDTH, parse
from common.tools.commands.review import print_review
from common.tools.play.explaining.review import review_game
from common.tools.play.players.human import Human, Wish
from common.tools.play.players.perfect import Level, build_player_solver, score_columns
from common.tools.play.players.player import Bitboard, Player, make_empty_board
from common.tools.play.players.registry import parse_player
from common.tools.terminal.drawing import draw_board, draw_names, draw_scores
from common.tools.terminal.options import add_board_option
from common.tools.terminal.streams import print_if_slow, require_standard_input

SIDES = (("red", "X"), ("yellow", "O"))
HELP = f"""\
{COLUMN_NAMES[0]} to {COLUMN_NAMES[WIDTH - 1]}   put a stone into that column; four in a row win
undo     take back your last stone, and the answer to it
hint     name a best column
scores   show the score of each column: + wins, 0 draws, - loses, the further from 0 the sooner
help     show this
quit     end the game, and show its moves
The first letter of a word is enough; h is hint."""
EXAMPLES = """
c4 play                                        you are red and begin
c4 play --red mcts:iterations=5000 --yellow human --scores
c4 play --yellow human --moves 4455            two people, from a position
c4 play --red perfect --yellow minimax:depth=6 --seed 1
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 play`."""
    add_board_option(command)
    command.add_argument("--red", default="human", metavar="PLAYER", help="who begins (default: human)")
    command.add_argument("--yellow", default="medium", metavar="PLAYER", help="who answers (default: medium)")
    command.add_argument("--moves", default="", help="go on from this move string (default: the empty board)")
    command.add_argument("--scores", action="store_true", help="show the scores of the columns all the time")
    command.add_argument("--seed", type=int, help="repeat a game, unless a player has mcts:seconds")


class Quit(Exception):
    """End the game before it is over."""


class Session:
    """A game that is going on: its players, its move string, whether a player is thinking."""

    def __init__(self, players: Sequence[Player], moves: str, show_scores: bool, rng: Random) -> None:
        parse(moves, make_empty_board())
        self.players = players
        self.moves = moves
        self.show_scores = show_scores
        self.rng = rng
        self.over = False
        self.thinking = False

    def make_position(self) -> Bitboard:
        """Return the position that the move string leads to."""
        position = make_empty_board()
        for name in self.moves:
            position = position.play(COLUMN_NAMES.index(name))
        return position

    def play(self) -> None:
        """Play until the game is over; raise what interrupts it: Quit, EOFError, KeyboardInterrupt."""
        self.print_position(self.make_position())
        while not self.over:
            position = self.make_position()
            try:
                self.put_stone(position, self.choose_column(position))
            except Wish as wish:
                self.grant_wish(f"{wish}", position)

    def choose_column(self, position: Bitboard) -> int:
        """Return the column that the player to move chooses; an interrupt does not wait for them."""
        player = self.players[position.moves % 2]
        if isinstance(player, Human):
            print("{} ({}) to move".format(*SIDES[position.moves % 2]))
            return player.choose(position, self.rng)
        choice: Future[int] = Future()

        def set_choice() -> None:
            try:
                choice.set_result(player.choose(position, self.rng))
            except BaseException as error:
                choice.set_exception(error)

        self.thinking = True
        with print_if_slow("thinking ..."):
            Thread(target=set_choice, daemon=True).start()
            column = choice.result()
        self.thinking = False
        return column

    def put_stone(self, position: Bitboard, column: int) -> None:
        """Put a stone in a column, show it, and say so if that ends the game."""
        name, letter = SIDES[position.moves % 2]
        self.moves += COLUMN_NAMES[column]
        print(f"{name} ({letter}) plays {COLUMN_NAMES[column]}")
        wins = position.is_winning_move(column)
        self.over = wins or len(self.moves) == CELLS
        self.print_position(self.make_position())
        if self.over:
            print(f"{name} ({letter}) wins" if wins else "the game is drawn")

    def print_position(self, position: Bitboard) -> None:
        """Print the board and the names of its columns, with the scores if these are wanted all the time."""
        draw_board(self.moves)
        draw_names()
        if self.show_scores and not self.over:
            print_scores(position)

    def grant_wish(self, wish: str, position: Bitboard) -> None:
        """Do what a human wants in place of a move."""
        if wish == "quit":
            raise Quit
        if wish == "scores":
            print_scores(position)
        elif wish == "hint":
            print(f"hint: {COLUMN_NAMES[Level().choose(position, self.rng)]}")
        elif wish == "help":
            print(HELP)
        else:
            self.undo_stones()

    def undo_stones(self) -> None:
        """Take back the last stone, and the one before if a human would not be to move."""
        human = [isinstance(player, Human) for player in self.players]
        stones = 1 if human[(len(self.moves) - 1) % 2] else 2
        if len(self.moves) < stones:
            print("there is nothing to take back")
            return
        self.moves = self.moves[:-stones]
        self.print_position(self.make_position())


def print_scores(position: Bitboard) -> None:
    """Print the exact score of each column, seen by the player to move."""
    scores = score_columns(position)
    draw_scores([scores.get(column) for column in range(WIDTH)])


def run(options: argparse.Namespace) -> int:
    """Play a game, and show its move string however it ends."""
    players = [parse_player(options.red), parse_player(options.yellow)]
    if any(isinstance(player, Human) for player in players):
        require_standard_input()
    session = Session(players, options.moves, options.scores, Random(options.seed))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # so that the moves are shown
    with suppress(Quit, EOFError, KeyboardInterrupt):
        session.play()
    if not session.over:
        print("\nthe game is not over")
    print(f"moves: {session.moves}", flush=True)
    if session.thinking:
        os._exit(0)  # a thread in compiled code cannot be ended otherwise
    if session.over and any(isinstance(player, Human) for player in players):
        try:
            offer_review(session.moves)
        except (EOFError, KeyboardInterrupt):
            print()  # after the question
    return 0


def offer_review(moves: str) -> None:
    """Ask whether to go through a game, and do so."""
    if input("review the game? y or n: ").strip().lower().startswith("y"):
        with print_if_slow("thinking ..."):
            review = review_game(moves, build_player_solver())
        print_review(review)
