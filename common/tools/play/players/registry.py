"""Players by name and parameters, as in "minimax:depth=6" or "mcts:iterations=5000,seconds=2"."""

from argparse import ArgumentTypeError
from collections.abc import Iterable
from dataclasses import Field, fields
from typing import Any

from common.errors import UserError
from common.tools.play.players.cards import CardPlayer
from common.tools.play.players.forward import Forward, RandomPlayer
from common.tools.play.players.human import Human
from common.tools.play.players.mcts import MonteCarlo
from common.tools.play.players.minimax import Expectimax, Minimax
from common.tools.play.players.perfect import Level
from common.tools.play.players.player import Player
from common.tools.play.players.weights import Weights

PLAYERS: dict[str, tuple[type[Any], dict[str, Any]]] = {
    "human": (Human, {}),
    "random": (RandomPlayer, {}),
    "forward": (Forward, {}),
    "minimax": (Minimax, {}),
    "expectimax": (Expectimax, {}),
    "mcts": (MonteCarlo, {}),
    "weights-v1": (Forward, {}),
    **{f"weights-v{version}": (Weights, {"version": version}) for version in range(2, 7)},
    "perfect": (Level, {"temperature": 0.0}),
    "level": (Level, {}),
    "easy": (Level, {"temperature": 6.0}),
    "medium": (Level, {"temperature": 2.5}),
    "hard": (Level, {"temperature": 1.0}),
    "impossible": (Level, {"temperature": 0.0}),
    "cards": (CardPlayer, {}),
}
"""The class of each player, and the parameters that the name stands for."""


def parse_player(text: str) -> Player:
    """Return a player; raise UserError if there is no such player."""
    name, colon, rest = text.partition(":")
    if name not in PLAYERS:
        raise UserError(f"there is no player {name!r}; the players are {', '.join(PLAYERS)}")
    kind, fixed = PLAYERS[name]
    parameters = list_parameters(name)
    values: dict[str, Any] = {}
    for part in rest.split(",") if colon else []:
        key, _, value = part.partition("=")
        if key in values:
            raise UserError(f"player {name}: {key} is given twice")
        if key not in parameters:
            hint = f"its parameters are {', '.join(parameters)}" if parameters else "it has none"
            raise UserError(f"player {name} has no parameter {key!r}; {hint}")
        try:
            values[key] = parameters[key].metadata["parse"](value)
        except ArgumentTypeError as error:
            raise UserError(f"player {name}: {key} {error}") from None
    return kind(**fixed, **values)


def list_parameters(name: str) -> dict[str, Field[Any]]:
    """Return the parameters that can be set for a player, by name."""
    kind, fixed = PLAYERS[name]
    return {field.name: field for field in fields(kind) if field.metadata and field.name not in fixed}


def list_clocked_players(players: Iterable[str]) -> list[str]:
    """Return the players who look at the clock: with them, the same seed may give other games."""
    named = [(text, parse_player(text)) for text in dict.fromkeys(players)]
    return [text for text, player in named if isinstance(player, MonteCarlo) and player.seconds > 0]
