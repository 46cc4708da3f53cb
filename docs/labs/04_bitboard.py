# %% [markdown]
# # Lab 04: pictures of integers
#
# The bitboards of step 04, drawn bit by bit: the stones, the carry that drops a stone, and the shifts
# that find four in a row. Then what all this is for: the time of a node.

# %%
from time import process_time
from typing import Any

import matplotlib.pyplot as plt

from common.position import HEIGHT, WIDTH, parse
from common.tools import course
from common.tools.searches import count_nodes
from common.tools.sets import load_set
from common.tools.site.figures.pictures import show

step = course.load("04")
bottom = step.module.position.bottom


def pictures(boards: dict[str, int], description: str, *, numbered: bool = False) -> Any:
    """Draw integers, each bit where its cell is, the spare bits above the line; a 1 is dark."""
    figure, several = plt.subplots(1, len(boards), figsize=(2.6 * len(boards), 2.8))
    for axes, (title, bits) in zip(several, boards.items(), strict=True):
        axes.set_title(title, fontsize=10)
        for color, value in (("#eeeeee", 0), ("#0072b2", 1)):
            cells = [bit for bit in range(WIDTH * (HEIGHT + 1)) if bits >> bit & 1 == value]
            columns, rows = [bit // (HEIGHT + 1) for bit in cells], [bit % (HEIGHT + 1) for bit in cells]
            axes.plot(columns, rows, "s", color=color, markersize=16, markeredgewidth=0, clip_on=False)
        for bit in range(WIDTH * (HEIGHT + 1)) if numbered else ():
            (x, y), one = divmod(bit, HEIGHT + 1), bits >> bit & 1
            axes.text(x, y, f"{bit}", ha="center", va="center", fontsize=8, color="w" if one else "#666666")
        axes.axhline(HEIGHT - 0.5, color="#999999", marker="")
        axes.set_axis_off()
    return show(figure, description)


# %% [markdown]
# ## Two integers, one position
#
# X is to move. Which bits are X's stones, which are the stones of both players, and which are O's?

# %%
moves = "44556662"
position = parse(moves, step.Position.start())
pictures(
    {"stones": position.stones, "mask": position.mask, "stones ^ mask": position.stones ^ position.mask},
    f"The position {moves} as step 04 has it. The squares are numbered by their bits.",
    numbered=True,
)

# %% [markdown]
# ## A stone falls by addition
#
# Column 4 has some stones. What does adding its lowest bit do?

# %%
mask = position.mask
pictures(
    {"mask": mask, "bottom(3)": bottom(3), "mask + bottom(3)": mask + bottom(3)},
    "The mask, the lowest bit of column 4 alone, and their sum: the carry stops in the lowest empty cell.",
)

# %% [markdown]
# In the sum, the stones of column 4 turn to 0, and a single 1 stands above them. The mask joined with
# the sum has the old stones again, and the new one.
#
# ## Four in a row by two shifts
#
# The cells of a rising diagonal, and a few others. Each `&` keeps less.

# %%
diagonal = HEIGHT + 2
stones = sum(1 << bit for bit in (7, 15, 23, 31, 21, 36, 44))
pairs = stones & (stones >> diagonal)
pictures(
    {
        "stones": stones,
        "stones >> 8": stones >> diagonal,
        "pairs": pairs,
        "pairs & (pairs >> 16)": pairs & (pairs >> 2 * diagonal),
    },
    "Stones; the same moved by one step along the diagonal; those that have a neighbour there; what is left.",
)

# %% [markdown]
# Whatever is left begins four in a row. Two shifts have looked at all cells at once.
#
# ## The price of a node
#
# Steps 03 and 04 explore the same nodes. How many a second? Times differ between machines, and from run to
# run.

# %%
positions = [moves for moves, _ in load_set("middle-easy", 60) if len(moves) >= 22]
rates, totals = [], []
for number in ("03", "04"):
    course.load(number).prepare()
    start = process_time()
    totals.append(sum(count_nodes(number, positions)))
    rates.append(totals[-1] / (process_time() - start) / 1e6)
assert totals[0] == totals[1]
figure, axes = plt.subplots(figsize=(7, 1.6))
axes.barh(["step 03, cells", "step 04, bits"], rates)
axes.invert_yaxis()
axes.set_xlabel("million nodes a second")
show(figure, f"The speed of both steps on the same {totals[0]:,} nodes.")
