"""What the page of the Python interface changes of docstrings: examples and tables become blocks of text."""

import re

from griffe import Extension, Object


class Blocks(Extension):
    """Show what a docstring sets in columns as it is written; Markdown would join its lines."""

    def on_instance(self, *, obj: Object, **_: object) -> None:
        """Change the docstring of what has been found."""
        if obj.docstring:
            obj.docstring.value = "\n\n".join(map(fence_paragraph, obj.docstring.value.split("\n\n")))


def fence_paragraph(paragraph: str) -> str:
    """Return a paragraph, in a fence if it is an example or a table.

    >>> print(fence_paragraph("left   right"))
    ```text
    left   right
    ```
    """
    if paragraph.startswith(">>>"):
        return f"```pycon\n{paragraph}\n```"
    if re.search(r"^\S.* {2,}\S", paragraph, re.MULTILINE):
        return f"```text\n{paragraph}\n```"
    return paragraph
