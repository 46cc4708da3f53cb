"""Widgets in a page, and their substitutes without JavaScript."""

import json
import re
from html import escape

from common.tools import course
from common.tools.learn.curriculum.stages import load_stages
from common.tools.searches import count_nodes
from common.tools.site import traces
from common.tools.site.drawings.boards import board
from common.tools.site.macro import macro

CODE = re.compile(r"`([^`]*)`|\b(\w+\.py)\b")


@macro
def live(
    widget: str, instead: str = "", folded: str = "", *, late: bool = False, **attributes: object
) -> str:
    """Return a widget of docs/assets/live with attributes, and its substitute without JavaScript.

    The first word of its name is that of its script and style sheet. An attribute that is not text is written
    as JSON; underscores in its name become hyphens. With a title, `folded`, the widget is folded away, and
    loaded when the reader opens it. If it is late, it is loaded after the first paint of the page.
    """
    texts = {name: each if isinstance(each, str) else json.dumps(each) for name, each in attributes.items()}
    written = "".join(f' {name.replace("_", "-")}="{escape(text)}"' for name, text in texts.items())
    note = "<noscript><p>This part of the page needs JavaScript.</p></noscript>"
    content = f'<div class="live{" late" * late}"><c4-{widget}{written}>{instead}{note}</c4-{widget}></div>'
    if not folded:
        return content
    return f'<details class="part" data-search-exclude><summary>{folded}</summary>{content}</details>'


@macro
def own_page(html: str, height: str) -> str:
    """Return part of a user's page as code, and run in a frame of our colours; ASSETS is our folder."""
    shown = html.replace("ASSETS", "https://example.org/assets")
    page = f'<meta name="color-scheme" content="light dark">{html.replace("ASSETS", "../../assets")}'
    framed = escape(page).replace("\n", "&#10;")
    style = f"width: 100%; height: {height}; border: 0"
    frame = f'<iframe title="What it does" srcdoc="{framed}" style="{style}"></iframe>'
    return f"```html\n{shown}\n```\n\n{frame}"


@macro
def tabulate_nodes(moves: str = traces.POSITIONS[0]) -> str:
    """Return a position and each step's nodes there, for a page without JavaScript."""
    rows = "".join(
        f"<tr><td>{number} {course.load(number).name}</td><td>{count_nodes(number, [moves])[0]:,}</td></tr>"
        for number in traces.STEPS
    )
    return (
        f"{board(moves)}<table><thead><tr><th>search</th><th>nodes</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


@macro
def first_brief() -> str:
    """Return the brief of the first stage, which "Write it" shows until its script is loaded."""
    brief = next(iter(load_stages().values())).brief
    texts = [escape(" ".join(part.split()), quote=False) for part in brief.strip().split("\n\n")]
    paragraphs = [CODE.sub(r"<code>\1\2</code>", text) for text in texts]
    return "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)


@macro
def write(number: str) -> str:
    """Return the place to write a lesson's step."""
    return (
        "## Stop: write it\n\n"
        "Write the step yourself before you read ours. Here are its brief, an editor, checks and hints; "
        "[`c4 learn`](../learn.md) offers the same in a terminal.\n\n"
        f"{live('write', folded='Write it here', step=number)}\n"
    )


@macro
def race(number: str, moves: str) -> str:
    """Return a race of a step with the one before on a position, which runs when the reader opens it."""
    before = course.previous(course.load(number))
    steps = [before.number, number] if before else [number]
    title = f"Run step{'s' * bool(before)} {' and '.join(steps)} here, on one position"
    return live("race", board(moves), title, steps=" ".join(steps), moves=moves)
