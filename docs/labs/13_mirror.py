# %% [markdown]
# # Lab 13: where mirror images meet
#
# On a board of 5x5 cells the search can begin with the empty board. From there every lopsided position has
# its mirror image in the same tree. From a lopsided position hardly any has.

# %%
import os

os.environ["C4_BOARD"] = "5x5"

import matplotlib.pyplot as plt

from common import course
from common.position import children, parse
from common.site.lab import nodes, show

# %% [markdown]
# ## Positions and pairs
#
# All positions so many moves after a beginning, divided by their number when images count once. Two is the
# most that can come out.

# %%
start = course.load("13").Position.start()
figure, axes = plt.subplots()
for moves in ("", "2", "15"):
    layer, ratios = {0: parse(moves, start)}, []
    for _ in range(7):
        ratios.append(len(layer) / len({position.symmetric_key() for position in layer.values()}))
        layer = {child.key(): child for position in layer.values() for _, child in children(position)}
    axes.plot(ratios, label=f"after {moves}" if moves else "empty board")
axes.set_xlabel("moves later")
axes.set_ylabel("positions, divided by pairs")
axes.legend()
show(figure, "How many times fewer positions there are if images count once, by the moves since a beginning.")

# %% [markdown]
# The empty board is its own image, so each position that it leads to has an image in the same tree. After
# column 2 an image needs a stone in column 4 as well, and that takes moves. After columns 1 and 5, X has
# the cell that is O's in the image: no two positions of that tree are images of each other.
#
# ## Nodes saved
#
# What part of the nodes of step 12 does step 13 need from these and other beginnings?

# %%
beginnings = ["", "3", "33", "333", "2", "22", "1", "14", "15"]
before = nodes("12", beginnings, size=1_000_003)
after = nodes("13", beginnings, size=1_000_003)
figure, axes = plt.subplots()
parts = [new / old for new, old in zip(after, before, strict=True)]
symmetric = ["#0072b2" if set(moves) <= {"3"} else "#d55e00" for moves in beginnings]
axes.bar([moves or "empty" for moves in beginnings], parts, color=symmetric)
axes.axhline(1, color="#999999", marker="")
axes.set_xlabel("moves played")
axes.set_ylabel("nodes, as a part of step 12's")
show(
    figure,
    "The nodes of step 13, divided by those of step 12. Left, in blue: beginnings that are their own image.",
)

# %% [markdown]
# The bars say the same as the lines above: much is saved where a beginning is its own image, hardly anything
# elsewhere.
#
# ## Two keys, one entry
#
# The key of a position is made of one group of bits for each column. In that of the image they stand the
# other way round, and the smaller of the two numbers is the key of both.

# %%
for moves in ("12", "54"):
    position = parse(moves, start)
    bits = f"{position.key():030b}"
    groups = " ".join(bits[left : left + 6] for left in range(0, 30, 6))
    print(f"after {moves}: {groups} is {position.key()}, and the key of both is {position.symmetric_key()}")
