"""What the pages of the site are made of: code, diffs, boards and figures, all taken from the repository.

mkdocs-macros calls `define_env`; a page then says {{ code("05", "negamax") }}. Whatever is not found
raises, and so ends the build.
"""

from typing import Any

from common.site import arena, boards, code, commands, figures, live, traces


def define_env(env: Any) -> None:
    """Hand the pages their macros."""
    for function in (
        arena.accuracy_chart,
        arena.accuracy_table,
        arena.claim,
        arena.command,
        arena.comparison_agreement,
        arena.elo_chart,
        arena.few_games,
        arena.lineage,
        arena.lineage_agreement,
        arena.lineage_notes,
        arena.made,
        arena.matrix,
        arena.published_matrix,
        arena.rank_correlation,
        arena.rating_table,
        arena.slowest,
        code.code,
        code.diff,
        code.docstring,
        code.player,
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
