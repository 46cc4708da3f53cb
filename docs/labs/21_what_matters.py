# %% [markdown]
# # Lab 21: how few stones still matter
#
# Step 21 leaves stones without influence out of the key. This lab draws two positions that share one, counts
# the stones that matter in the course of a game, and measures what is saved.

# %%
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from common.position import HEIGHT, WIDTH, children, parse
from common.tools import course
from common.tools.searches import count_nodes
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

step = course.load("21")
module = step.module.position


def live_key(position: Any) -> tuple[int, int]:
    """Return the key of what matters."""
    others = position.stones ^ position.mask
    squares = (module.winning_squares(stones, position.mask) for stones in (position.stones, others))
    return position.live_key(*squares)


def live_stones(position: Any) -> tuple[int, int]:
    """Return the stones that matter, the mover's and the opponent's: what a key has below the heights."""
    one, two = live_key(position)
    below = 0
    for column in range(WIDTH):
        both = (one & two) >> column * (HEIGHT + 1) & module.COLUMN
        below |= ((both & -both) - 1) << column * (HEIGHT + 1)
    return one & below, two & below


# %% [markdown]
# ## Two positions, one key
#
# Stones that matter to nobody are grey. Columns 1, 3, 4 and 5 are dead: nothing in them is left to decide.

# %%
COLORS = np.array([[255, 255, 255], [190, 190, 190], [204, 51, 17], [238, 187, 51]])
pair = [parse(f"352261555147431456473363342141{end}", step.Position.start()) for end in ("1", "5")]
figure, boards = plt.subplots(1, 2, figsize=(8, 3.4))
for axes, position in zip(boards, pair, strict=True):
    mine, theirs = live_stones(position)
    first, second = (mine, theirs) if position.moves % 2 == 0 else (theirs, mine)
    kinds = [
        [
            max(position.mask >> bit & 1, 2 * (first >> bit & 1), 3 * (second >> bit & 1))
            for bit in range(row, WIDTH * (HEIGHT + 1), HEIGHT + 1)
        ]
        for row in range(HEIGHT)
    ]
    axes.imshow(COLORS[kinds], origin="lower")
    axes.set(xticks=range(WIDTH), xticklabels=range(1, WIDTH + 1), yticks=range(HEIGHT))
    axes.set(yticklabels=range(1, HEIGHT + 1), title=f"key {live_key(position)[0]:x}...")
show(figure, "Two positions with one key. Live stones of X are red, of O yellow; grey ones matter to nobody.")
assert live_key(pair[0]) == live_key(pair[1])

# %% [markdown]
# ## How many stones matter
#
# Games are taken from the lines of end-easy and cut off at each number of stones from `LIVE` on.

# %%
games = [moves for moves, _ in load_set("end-easy", 300)]
live: dict[int, list[int]] = {}
for moves in games:
    for stones in range(module.LIVE, len(moves) + 1):
        kept = live_stones(parse(moves[:stones], step.Position.start()))
        live.setdefault(stones, []).append(sum(cells.bit_count() for cells in kept))
plies = [stones for stones in sorted(live) if len(live[stones]) > 30]
figure, axes = plt.subplots()
axes.plot(plies, plies, color="#999999", marker="", label="all stones")
axes.plot(plies, [np.mean(live[stones]) for stones in plies], label="stones that matter")
axes.set_ylim(0)
axes.set_xlabel("stones on the board")
axes.set_ylabel("stones, on average")
axes.legend()
show(figure, "How many stones still matter, on average over the games of end-easy.")

# %% [markdown]
# ## How many positions share a key
#
# From the first 26 stones of some games all moves are played, except into positions where the mover wins at
# once: those are not in the table. How many different keys do the positions of each ply have?


# %%
def is_quiet(position: Any) -> bool:
    """Return whether the mover cannot win at once."""
    return not any(position.can_play(x) and position.is_winning_move(x) for x in range(WIDTH))


layers = [{parse(moves[:26], step.Position.start())} for moves, _ in load_set("end-easy", 5)]
counts: list[tuple[int, int]] = []
for _ in range(8):
    layers = [
        {child for position in layer for _, child in children(position) if is_quiet(child)}
        for layer in layers
    ]
    counts.append((sum(map(len, layers)), sum(len(set(map(live_key, layer))) for layer in layers)))
figure, axes = plt.subplots()
axes.plot(range(1, 9), [keys / positions for positions, keys in counts])
axes.axhline(1, color="#999999", marker="", zorder=0)
axes.set_xlabel("plies after 26 stones")
axes.set_ylabel("keys / positions")
show(
    figure,
    "How many keys the positions of a ply have, as a part of their number. On the grey line each has one.",
)

# %% [markdown]
# ## Nodes saved
#
# The positions are sorted by what part of step 20's nodes step 21 explores.

# %%
positions = [moves for moves, _ in load_set("middle-medium", 60)]
before, after = count_nodes("20", positions), count_nodes("21", positions)
parts = sorted(np.divide(now, then) for now, then in zip(after, before, strict=True) if then)
figure, axes = plt.subplots()
axes.plot(np.linspace(0, 1, len(parts)), parts, marker="")
axes.axhline(1, color="#999999", marker="", zorder=0)
axes.set_xlabel("part of the positions, sorted")
axes.set_ylabel("nodes of step 21 / step 20")
show(figure, "The nodes of step 21, divided by those of step 20. On the grey line both explore equally many.")
