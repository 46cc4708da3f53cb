"""A frame: a picture and what it shows, in words; and shapes to draw it with."""

from collections.abc import Iterable
from html import escape
from typing import NamedTuple


class Frame(NamedTuple):
    """A picture as HTML, and what is going on in it."""

    picture: str
    words: str


def draw_picture(width: int, height: int, label: str, shapes: Iterable[str]) -> str:
    """Return a picture that a screen reader calls by a label."""
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{"".join(shapes)}</svg>'
    )


def draw_label(x: float, y: float, text: str, kind: str = "plain") -> str:
    """Return a text that begins at a place; a kind is a class of its style."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def draw_squares(places: Iterable[tuple[int, int]], size: int, kind: str) -> str:
    """Return squares of one kind as one shape, small in a page, given their upper left corners."""
    path = "".join(f"M{x} {y}h{size}v{size}h-{size}z" for x, y in places)
    return f'<path class="{kind}" d="{path}"/>' if path else ""
