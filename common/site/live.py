"""What runs in a page: a widget, and what stands in its place without JavaScript."""

from html import escape


def live(widget: str, instead: str = "", **attributes: str) -> str:
    """Return a widget of docs/assets/live, with attributes and what the page shows without it."""
    given = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    note = "<noscript><p>This part of the page needs JavaScript.</p></noscript>"
    return f'<div class="live"><c4-{widget}{given}>{instead}{note}</c4-{widget}></div>'
