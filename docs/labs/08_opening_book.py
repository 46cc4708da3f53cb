# %% [markdown]
# # Lab 08: what a book knows, and what it costs
#
# Step 08 makes books of a small board and uses them. Then you look into the book of the 7x6
# board.

# %%
import os

os.environ["C4_BOARD"] = "4x4"
os.environ["NUMBA_DISABLE_JIT"] = "1"  # on so small a board plain Python starts sooner

import zlib
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt

from common.book_file import HEADER, ZERO, write_book
from common.tools import course
from common.tools.files import ROOT
from common.tools.site.figures.pictures import show

step = course.load("08")
book, SIZE = step.module.book, 65_537  # entries of the table

# %% [markdown]
# ## The deeper the book
#
# Books of 0 to 6 plies for the 4x4 board. How many nodes does it take to score all the positions of such
# a book, and how many does the empty board take with it?

# %%
making, using, held = [], [], []
with TemporaryDirectory() as folder:
    for plies in range(7):
        maker, path = step.solver(use_book=False, size=SIZE), Path(folder) / f"{plies}.book"
        scores = {key: maker.solve(position) for key, position in book.openings(plies).items()}
        write_book(path, plies, scores)
        user = step.solver(size=SIZE, book=path)
        user.solve(step.Position.start())
        making, using, held = [*making, maker.nodes], [*using, user.nodes], [*held, len(scores)]
figure, axes = plt.subplots()
axes.semilogy(making, label="nodes to make the book")
axes.semilogy(using, label="nodes to solve the empty board with it")
axes.semilogy(held, label="positions in the book")
axes.set_xlabel("plies of the book")
axes.legend()
show(figure, "Cost, use and size of the books of 0 to 6 plies, on a logarithmic scale.")

# %% [markdown]
# Asking the deeper book costs more nodes, not fewer: the search has to walk down to its layer first.
# And making it takes longer. What is a deeper book good for, then?
#
# ## What it covers
#
# Some positions of each number of stones: the mean of their nodes with the book of 6 plies, and without a
# book.

# %%
with TemporaryDirectory() as folder:
    path = Path(folder) / "6.book"
    write_book(path, 6, scores)  # those of the last book above
    solvers = {
        "without a book": step.solver(use_book=False, size=SIZE),
        "with 6 plies": step.solver(size=SIZE, book=path),
    }
    solvers["with 6 plies"].open_book(0)  # now, while the file is there
figure, axes = plt.subplots()
for name, solver in solvers.items():
    means = []
    for stones in range(10):
        layer = list(book.openings(stones).values())
        some = layer[:: max(1, len(layer) // 12)]
        counts = []
        for position in some:
            solver.reset()
            solver.solve(position)
            counts.append(solver.nodes)
        means.append(sum(counts) / len(counts))
    axes.semilogy(means, label=name)
axes.set_xlabel("stones on the board")
axes.set_ylabel("nodes, mean")
axes.legend()
show(figure, "Nodes for positions of the 4x4 board with 0 to 9 stones, on a logarithmic scale.")

# %% [markdown]
# Up to its layer, the book keeps the search short. Beyond it, both curves are one: the book is never
# asked again. A deeper book moves that border to the right.
#
# ## Who wins?
#
# The scores are the first plane of the file. Here is how those of the embedded book are distributed. The
# mover is X in all of its positions.

# %%
content = (ROOT / "common" / "data" / "7x6-8.book").read_bytes()
*_, plies, size, _ = HEADER.unpack_from(content)
scores = Counter(byte - ZERO for byte in zlib.decompress(content[HEADER.size :])[:size])
signs = [("wins", "#0072b2", 1), ("draws", "#999999", 0), ("losses", "#d55e00", -1)]
figure, axes = plt.subplots()
for name, colour, sign in signs:
    part = {score: count for score, count in scores.items() if (score > 0) - (score < 0) == sign}
    share = sum(part.values()) / size
    axes.bar(list(part), list(part.values()), color=colour, label=f"{name}, {share:.0%}")
axes.set_xlabel("score of the player to move")
axes.set_ylabel("positions")
axes.legend()
show(
    figure,
    f"The scores of the {size:,} positions with {plies} stones in the book of the 7x6 board.",
)

# %% [markdown]
# Having the move is worth a lot, whatever has been played so far. The tall bar on the right stands for the
# positions in which the mover wins with their second stone from now.
