"""The players by name and parameters, as in "minimax:depth=6" or "mcts:iterations=5000,seconds=2"."""

from dataclasses import Field, fields
from math import isfinite
from typing import Any

from common.errors import UserError
from common.players.expectimax import Expectimax
from common.players.forward import Forward
from common.players.human import Human
from common.players.mcts import MonteCarlo
from common.players.minimax import Minimax
from common.players.perfect import Level
from common.players.player import Player
from common.players.random_player import RandomPlayer
from common.players.weights import Weights

PLAYERS: dict[str, tuple[type[Any], dict[str, Any]]] = {
    "human": (Human, {}),
    "random": (RandomPlayer, {}),
    "forward": (Forward, {}),
    "minimax": (Minimax, {}),
    "expectimax": (Expectimax, {}),
    "mcts": (MonteCarlo, {}),
    "weights-v1": (Forward, {}),
    "weights-v2": (Weights, {"version": 2}),
    "weights-v3": (Weights, {"version": 3}),
    "weights-v4": (Weights, {"version": 4}),
    "weights-v5": (Weights, {"version": 5}),
    "weights-v6": (Weights, {"version": 6}),
    "perfect": (Level, {"temperature": 0.0}),
    "level": (Level, {}),
    "easy": (Level, {"temperature": 6.0}),
    "medium": (Level, {"temperature": 2.5}),
    "hard": (Level, {"temperature": 1.0}),
    "impossible": (Level, {"temperature": 0.0}),
}
"""The class of each player, and those of its parameters that the name stands for."""


class BadPlayer(UserError):
    """Say what is wrong with a player's name or parameters, and which there are."""


def create(text: str) -> Player:
    """Return a player; raise BadPlayer if there is none such."""
    name, _, rest = text.partition(":")
    if name not in PLAYERS:
        raise BadPlayer(f"there is no player {name!r}; the players are {', '.join(PLAYERS)}")
    kind, fixed = PLAYERS[name]
    known = parameters(name)
    given: dict[str, Any] = {}
    for part in rest.split(",") if rest else []:
        key, _, value = part.partition("=")
        if key not in known:
            there = f"its parameters are {', '.join(known)}" if known else "it has none"
            raise BadPlayer(f"player {name} has no parameter {key!r}; {there}")
        try:
            given[key] = read(known[key], value)
        except ValueError as error:
            raise BadPlayer(f"player {name}: {key} {value!r} {error}") from None
    return kind(**fixed, **given)


def parameters(name: str) -> dict[str, Field[Any]]:
    """Return what a player can be told, by name."""
    kind, fixed = PLAYERS[name]
    return {field.name: field for field in fields(kind) if field.metadata and field.name not in fixed}


def read(field: Field[Any], text: str) -> Any:
    """Return a parameter's value; raise ValueError if it cannot be that."""
    if choices := field.metadata["choices"]:
        if text not in choices:
            raise ValueError(f"is none of {', '.join(choices)}")
        return text
    try:
        value = int(text) if field.type is int else float(text)
    except ValueError:
        raise ValueError(f"is not a {'whole ' * (field.type is int)}number") from None
    if not isfinite(value):
        raise ValueError("is not finite")
    if value < (least := field.metadata["least"]):
        raise ValueError(f"is less than {least}")
    if value > (most := field.metadata["most"]):
        raise ValueError(f"is more than {most}")
    return value
