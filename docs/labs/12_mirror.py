# %% [markdown]
# # Lab 12: where mirror images meet
#
# On a 5x5 board the search can begin with no stones at all. From there every lopsided position has its
# mirror image in the same tree. If the search begins with a lopsided position, hardly any has.

# %%
import os

os.environ["C4_BOARD"] = "5x5"

import matplotlib.pyplot as plt

from common.position import children, parse
from common.tools import course
from common.tools.searches import count_nodes
from common.tools.site.figures.pictures import show

# %% [markdown]
# ## Positions and pairs
#
# Take all positions that are so many moves after a beginning. Divide their number by what it is when a
# position and its image count once. The result is at most two.

# %%
start = course.load("12").Position.start()
figure, axes = plt.subplots()
for moves in ("", "2", "15"):
    layer, ratios = {0: parse(moves, start)}, []
    for _ in range(7):
        ratios.append(len(layer) / len({position.symmetric_key() for position in layer.values()}))
        layer = {child.key(): child for position in layer.values() for _, child in children(position)}
    axes.plot(ratios, label=f"after {moves}" if moves else "empty board")
axes.set_xlabel("plies later")
axes.set_ylabel("positions, divided by pairs")
axes.legend()
show(figure, "How many times fewer positions there are if images count once, by plies since the beginning.")

# %% [markdown]
# The empty board is its own image, so each position that it leads to has an image in the same tree. After
# column 2 an image needs a stone in column 4 as well, and that takes moves. After columns 1 and 5, X has
# the cell that is O's in the image. So no two positions of that tree are images of each other.
#
# ## Nodes saved
#
# How many of step 11's nodes does step 12 still need from these and other beginnings?

# %%
beginnings = ["", "3", "33", "333", "2", "22", "1", "14", "15"]
before = count_nodes("11", beginnings, size=1_000_003)
after = count_nodes("12", beginnings, size=1_000_003)
figure, axes = plt.subplots()
parts = [new / old for new, old in zip(after, before, strict=True)]
symmetric = ["#0072b2" if set(moves) <= {"3"} else "#d55e00" for moves in beginnings]
axes.bar([moves or "empty" for moves in beginnings], parts, color=symmetric)
axes.axhline(1, color="#999999", marker="")
axes.set_xlabel("moves played")
axes.set_ylabel("nodes of step 12 / step 11")
show(
    figure,
    "The nodes of step 12, divided by those of step 11. Blue beginnings are their own image.",
)

# %% [markdown]
# The bars agree with the lines above. Much is saved where a beginning is its own image, and hardly anything
# elsewhere.
#
# ## Two keys, one entry
#
# The key of a position is made of one group of bits for each column. In the key of its image, the groups
# stand the other way round. The smaller of the two numbers is the key of both.

# %%
for moves in ("12", "54"):
    position = parse(moves, start)
    bits = f"{position.key():030b}"
    groups = " ".join(bits[left : left + 6] for left in range(0, 30, 6))
    print(f"after {moves}: {groups} is {position.key()}, and the key of both is {position.symmetric_key()}")
