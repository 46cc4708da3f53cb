"""What the pages of the site are made of: code, diffs, boards and figures, all taken from the repository.

mkdocs-macros calls `define_env`; a page then says {{ code("05", "negamax") }}. Whatever is not found
raises, and so ends the build.
"""

from typing import Any

from common.site import (
    accuracy,
    boards,
    code,
    commands,
    comparison,
    experiments,
    figures,
    lineage,
    live,
    traces,
)


def define_env(env: Any) -> None:
    """Hand the pages their macros."""
    for function in (
        accuracy.accuracy_chart,
        accuracy.accuracy_table,
        comparison.claim,
        experiments.command,
        comparison.comparison_agreement,
        accuracy.elo_chart,
        comparison.few_games,
        lineage.lineage,
        lineage.lineage_agreement,
        lineage.lineage_notes,
        experiments.made,
        comparison.matrix,
        comparison.published_matrix,
        accuracy.rank_correlation,
        experiments.rating_table,
        experiments.slowest,
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
