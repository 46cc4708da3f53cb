"""Docstrings on the page of the Python interface: examples and tables become blocks of text."""

import re

from griffe import Extension, Object


class Blocks(Extension):
    """Keep the columns of docstrings as they are written; Markdown would join their lines."""

    def on_instance(self, *, obj: Object, **_: object) -> None:
        """Change the docstring of an object."""
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
