"""Tests of drawings for the terminal: the shades of shares go evenly from none to half, and on to all."""

from itertools import pairwise

from common.tools.terminal.drawing import draw_share


def test_shades_go_evenly_from_half_to_either_end() -> None:
    shades = [f"{draw_share(eighths / 8).style}".removeprefix("black on #") for eighths in range(9)]
    assert shades[4] == "ffffff"
    assert len({*shades}) == 9
    assert shades[0][:2] > shades[0][4:]  # orange
    assert shades[8][:2] < shades[8][4:]  # blue
    channels = [[int(shade[at : at + 2], 16) for shade in shades] for at in (0, 2, 4)]
    for half in [values[side] for values in channels for side in (slice(5), slice(4, None))]:
        steps = [after - before for before, after in pairwise(half)]
        assert max(steps) - min(steps) <= 1
