"""Players by name and parameters, as in "minimax:depth=6" or "mcts:iterations=5000,seconds=2".

A path in place of a name, as in "./bot.py:seconds=2", is a user's own player.
"""

import os
import re
from argparse import ArgumentTypeError
from collections.abc import Collection, Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from common.errors import Error
from common.tools.play.players.cards import CardPlayer
from common.tools.play.players.mcts import MonteCarlo
from common.tools.play.players.minimax import Expectimax, Minimax
from common.tools.play.players.own import OwnPlayer
from common.tools.play.players.perfect import Level
from common.tools.play.players.player import Forward, Human, Player, RandomPlayer
from common.tools.play.players.weights import Weights

PLAYERS: dict[str, tuple[type[Any], dict[str, object]]] = {
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
"""The class of each player, and the parameters that its name fixes."""
OWN = re.compile(r"(.*?)(?::([^:/\\]*=[^:/\\]*))?", re.DOTALL)
"""A path and parameters; a path may have colons too."""


def parse_anyone(text: str) -> Player | OwnPlayer:
    """Return a player of the course or a user's own; raise Error if there is no such player."""
    match = OWN.fullmatch(text)
    assert match  # any text does
    path, given = match.groups()
    if text.partition(":")[0] not in PLAYERS and ("/" in path or os.sep in path or Path(path).exists()):
        return OwnPlayer(path, **parse_parameters(path, given, OwnPlayer))
    return parse_player(text)


def parse_player(text: str) -> Player:
    """Return a player of the course; raise Error if there is no such player."""
    name, colon, given = text.partition(":")
    if name not in PLAYERS:
        raise Error(
            f"there is no player {name!r}; the players are {', '.join(PLAYERS)}, or a path such as ./bot.py"
        )
    kind, fixed = PLAYERS[name]
    return kind(**fixed, **parse_parameters(name, given if colon else None, kind, fixed))


def parse_parameters(
    name: str, given: str | None, kind: type[Any], fixed: Collection[str] = ()
) -> dict[str, Any]:
    """Return the values given for a player's parameters; raise Error for invalid ones."""
    parameters = {field.name: field for field in fields(kind) if field.metadata and field.name not in fixed}
    values: dict[str, object] = {}
    for part in given.split(",") if given is not None else []:
        key, _, value = part.partition("=")
        if key in values:
            raise Error(f"player {name}: {key} is given twice")
        if key not in parameters:
            hint = f"its parameters are {', '.join(parameters)}" if parameters else "it has none"
            raise Error(f"player {name} has no parameter {key!r}; {hint}")
        try:
            values[key] = parameters[key].metadata["parse"](value)
        except ArgumentTypeError as error:
            raise Error(f"player {name}: {key} {error}") from None
    return values


def list_clocked_players(players: Iterable[str]) -> list[str]:
    """Return the players who may look at the clock: with them, the same seed may give different games."""
    named = [(text, parse_anyone(text)) for text in dict.fromkeys(players)]
    return [
        text
        for text, player in named
        if isinstance(player, OwnPlayer) or (isinstance(player, MonteCarlo) and player.seconds > 0)
    ]
