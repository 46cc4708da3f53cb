"""Count the words of a lesson between the things that a reader can do, predict or watch.

    python tests/stretches.py

prints each lesson's longest stretches.

A board, a figure, a race, a question, a fold and "Stop: write it" end a stretch. Code, tables, the text of
folds and the exercises are not prose, so their words do not count. A figure made by a macro is one word.
"""

import re
from pathlib import Path

LESSONS = Path(__file__).resolve().parents[1] / "docs" / "lessons"
LIMIT = 400

SILENT = [
    r"(?s)\A---\n.*?\n---\n",  # the head of the page
    r"(?ms)^( *)```.*?^\1```$",  # code
    r"(?m)^\|.*$",  # tables
    r"(?m)^</?div.*$",
    r"(?m)^///.*$(\n    open: true)?",  # the fold of our code
    r"(?s)\{\{ (code|hunk|diff|step_benchmark|benchmark|made_by)\(.*?\) \}\}",
]
ACTIVE = [
    r"(?ms)^## Exercises\n.*?(?=^## |\Z)",
    r"(?m)^( *)\?\?\? .*\n(?:\1    .*\n|\n)*",  # questions and other folds
    r"(?s)\{\{ (board|stop|race|frames|walk|live)\(.*?\) \}\}",
]


def count_stretches(text: str) -> list[int]:
    """Return the number of words in each stretch of prose of a lesson, the longest first."""
    for pattern in SILENT:
        text = re.sub(pattern, "", text)
    for pattern in ACTIVE:
        text = re.sub(pattern, "\0", text)
    text = re.sub(r"(?s)\{\{.*?\}\}", "figure", text)
    return sorted((len(part.split()) for part in text.split("\0")), reverse=True)


def main() -> None:
    """Print the longest stretches of each lesson."""
    for path in sorted(LESSONS.glob("*.md")):
        print(path.stem[:2], *count_stretches(path.read_text(encoding="utf-8"))[:5])


if __name__ == "__main__":
    main()
