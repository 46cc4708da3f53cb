"""What the pages of the site are made of: code, diffs, boards and figures, all taken from the repository.

mkdocs-macros calls `define_env`; a page then says {{ code("05", "negamax") }}. Whatever is not found
raises, and so ends the build.
"""

from typing import Any

from common.site import boards, code, commands, figures, live, traces


def define_env(env: Any) -> None:
    """Hand the pages their macros."""
    for function in (
        code.code,
        code.diff,
        code.docstring,
        code.whole_file,
        boards.board,
        commands.answer,
        commands.book_bytes,
        commands.help_of,
        commands.ternary,
        figures.benchmark,
        figures.beside,
        figures.ladder,
        live.levels,
        live.live,
        traces.first_nodes,
    ):
        env.macro(function)
