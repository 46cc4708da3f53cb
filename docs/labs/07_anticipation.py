# %% [markdown]
# # Lab 07: blunders that need no search
#
# What step 06 spends its nodes on, the winning squares that step 07 looks at instead, and how
# many moves are left.

# %%
import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # a compiled search cannot be watched

from collections import Counter
from typing import Any

import matplotlib.pyplot as plt

from common.position import HEIGHT, WIDTH, parse, rows
from common.tools import course
from common.tools.searches import count_nodes, record_calls, walk_calls
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

step, SIZE = course.load("07"), 65_537  # entries of the table


def wins_at_once(position: Any) -> bool:
    """Return whether the player to move has a winning move."""
    return any(position.can_play(column) and position.is_winning_move(column) for column in range(WIDTH))


# %% [markdown]
# ## What step 06 visits
#
# The nodes of step 06 for some positions, by the number of stones. In how many of them does a move win
# at once, so that the move before it lost the game?

# %%
visits, over = Counter(), Counter()
for moves in ("612413621766764755351", "4214764247176136251355177", "724225746724174342377663"):
    for call in walk_calls(record_calls("06", moves, size=SIZE)):
        visits[call.position.moves] += 1
        over[call.position.moves] += wins_at_once(call.position)
figure, axes = plt.subplots()
axes.bar(list(visits), list(visits.values()), color="#bbbbbb", label="all nodes")
axes.bar(list(over), list(over.values()), color="#d55e00", label="a move wins at once")
axes.xaxis.get_major_locator().set_params(integer=True)
axes.set_xlabel("stones on the board")
axes.set_ylabel("nodes")
axes.legend()
share = sum(over.values()) / sum(visits.values())
show(figure, f"Nodes of step 06 for three positions. In {share:.0%} of them a move wins at once.")

# %% [markdown]
# Step 07 does not visit the coloured ones at all.
#
# ## What it looks at
#
# The opponent's winning squares, and the moves that are safe from them, in three positions.

# %%
boards = {"6774436": "one square is taboo", "414372334": "one must be blocked", "714371746": "two: lost"}
figure, several = plt.subplots(1, 3, figsize=(9, 3))
for axes, (moves, title) in zip(several, boards.items(), strict=True):
    position = parse(moves, step.Position.start())
    theirs = step.module.position.winning_squares(position.stones ^ position.mask, position.mask)
    for y, row in enumerate(reversed(rows(moves))):
        for x, stone in enumerate(row.split()):
            cell = 1 << x * (HEIGHT + 1) + y
            danger, safe = theirs & cell, position.safe_moves() & cell
            colour = "#d55e00" if danger else "#009e73" if safe else "#eeeeee"
            axes.plot(x, y, "s", color=colour, markersize=18, clip_on=False)
            sign = stone.strip(".") + "!" * bool(danger) + "+" * bool(safe)
            axes.text(x, y, sign, ha="center", va="center", color="k" if stone != "." else "w")
    axes.set_aspect("equal")
    axes.set_title(f"{title}; {'XO'[len(moves) % 2]} to move", fontsize=10)
    axes.set_axis_off()
show(figure, "A ! marks a winning square of the opponent, a + a safe move, !+ one that must be blocked.")

# %% [markdown]
# On the left, the cell below the winning square is not a safe move; all others are. In the middle, the
# square itself is the only safe move. On the right, no move saves the game.
#
# ## How many moves are safe?
#
# Take the positions of the test sets in which no move wins at once, by the number of stones. How many safe
# moves do they have?

# %%
tallies: dict[int, Counter[int]] = {}
for name in ("begin-hard", "begin-medium", "begin-easy", "middle-medium", "middle-easy", "end-easy"):
    for moves, _ in load_set(name, 400):
        position = parse(moves, step.Position.start())
        if not wins_at_once(position):
            tallies.setdefault(len(moves) // 6, Counter())[position.safe_moves().bit_count()] += 1
figure, axes = plt.subplots()
for group, counts in sorted(tallies.items()):
    left = 0.0
    for number in range(WIDTH + 1):
        width = 100 * counts[number] / counts.total()
        axes.barh(group, width, left=left, color=plt.get_cmap("viridis")(number / WIDTH), edgecolor="w")
        if width > 4:
            colour = "w" if number < 5 else "k"
            axes.text(left + width / 2, group, f"{number}", ha="center", va="center", color=colour)
        left += width
axes.set_yticks(sorted(tallies), [f"{6 * group} to {6 * group + 5} stones" for group in sorted(tallies)])
axes.set_xlabel("percent of the positions")
show(figure, "How many safe moves a position has, from 0 to 7, by the number of stones on the board.")

# %% [markdown]
# With few stones, most positions leave all columns. Later there is often a single safe move: nothing to
# choose, and only one branch to search. Late in the game, more positions have none than early on: they
# are lost without any search.
#
# ## What it saves
#
# The nodes of steps 06 and 07 for positions of middle-easy.

# %%
positions = [moves for moves, _ in load_set("middle-easy", 200) if len(moves) >= 24]
before, after = count_nodes("06", positions, size=SIZE), count_nodes("07", positions, size=SIZE)
pairs = [(old, new) for old, new in zip(before, after, strict=True) if new > 1]
figure, axes = plt.subplots()
axes.loglog(*zip(*pairs, strict=True), linestyle="", alpha=0.5)
axes.plot([1, max(before)], [1, max(before)], color="#999999", marker="")
axes.set_xlabel("nodes of step 06")
axes.set_ylabel("nodes of step 07")
show(figure, f"Nodes for {len(pairs)} positions. On the grey line both steps would explore the same number.")

# %% [markdown]
# All points lie below the line, for small trees and for large ones: everywhere, part of the nodes was
# visited in vain.
