"""A frame: a picture with a description, and the shapes to draw it."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

HALF, MIDDLE = 150, 170  # pixels: half an axis of scores, and its middle


class Frame(NamedTuple):
    """A picture as HTML, and its description."""

    picture: str
    words: str


def draw_picture(width: int, height: int, label: str, shapes: Iterable[str]) -> str:
    """Return a picture with a label for screen readers."""
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{"".join(shapes)}</svg>'
    )


def draw_label(x: float, y: float, text: str, kind: str = "plain") -> str:
    """Return text that begins at a point; its kind is a class for its style."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def draw_letters(centres: Sequence[tuple[float, float]], letters: str, kind: str) -> str:
    """Return letters as one text, one at each point; "" without letters."""
    xs, ys = (" ".join(f"{centre[axis]:g}" for centre in centres) for axis in (0, 1))
    return f'<text class="{kind}" x="{xs}" y="{ys}">{letters}</text>' if letters else ""


def draw_path(way: str, kind: str) -> str:
    """Return a path of a kind; "" if it is empty."""
    return f'<path class="{kind}" d="{way}"/>' if way else ""


def draw_dots(centres: Iterable[tuple[float, float]], kind: str) -> str:
    """Return round dots of one kind as one path, which is small in a page."""
    return draw_path("".join(f"M{x:g} {y:g}h0" for x, y in centres), kind)


def draw_squares(places: Iterable[tuple[int, int]], size: int, kind: str) -> str:
    """Return squares of one kind as one path, given their upper left corners."""
    return draw_path("".join(f"M{x} {y}h{size}v{size}h-{size}z" for x, y in places), kind)


def find_x(score: int, limit: int) -> int:
    """Return the place of a score on an axis that ends at a limit."""
    return MIDDLE + HALF // limit * score


def draw_axis(y: int, limit: int) -> list[str]:
    """Return the axis of scores at some height."""
    places = {score: find_x(score, limit) for score in range(-limit, limit + 1)}
    ticks = "".join(f"M{x} {y - 3}v6" for x in places.values())
    return [
        f'<path class="edge" d="M{places[-limit]} {y}H{places[limit]}{ticks}"/>',
        *(draw_label(x, y + 20, f"{score}", "tick") for score, x in places.items()),
    ]
