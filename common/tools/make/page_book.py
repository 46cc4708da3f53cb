"""Make the book of the pages from that of 12 plies, which is too large to load."""

from c4.engine import load_step
from common.book_file import write_book
from common.tools.files import ROOT

PLIES = 9  # a ply more doubles the file; one fewer makes some searches take a second

if __name__ == "__main__":
    step = load_step().with_options(book="12")
    scores = {key: step.solve(position) for key, position in step.module.book.openings(PLIES).items()}
    write_book(ROOT / "docs" / "assets" / "7x6.book", PLIES, scores)
