"""The macros of the pages: code, diffs, boards and figures, all taken from the repository.

mkdocs-macros calls `define_env`; a page then says {{ code("05", "negamax") }}. Whatever is not found
raises, and so ends the build.
"""

from typing import Any

from common.tools.site.building import lessons
from common.tools.site.figures import boards, comparison, experiments, figures, lineage, strength
from common.tools.site.macros import code, commands, house, learn, live
from common.tools.site.searches import traces


def define_env(env: Any) -> None:
    """Hand the pages their macros."""
    for function in (
        strength.accuracy_chart,
        strength.accuracy_table,
        experiments.command,
        comparison.comparison_agreement,
        strength.elo_chart,
        comparison.few_games,
        lineage.lineage,
        lineage.lineage_agreement,
        lineage.lineage_notes,
        lineage.lineage_one_sided,
        comparison.matrix,
        comparison.published_matrix,
        experiments.provenance,
        strength.rank_correlation,
        experiments.rating_table,
        experiments.slowest,
        comparison.standings,
        code.code,
        code.diff,
        code.docstring,
        code.tool,
        code.whole_file,
        boards.board,
        boards.cell_numbers,
        commands.book_bytes,
        commands.help_of,
        commands.player_table,
        commands.ternary,
        commands.transcript,
        figures.benchmark,
        figures.beside,
        figures.climb_chart,
        figures.compare_nodes,
        figures.compare_time,
        figures.fewer_nodes,
        figures.finished,
        figures.finished_sets,
        figures.ideas,
        figures.ladder,
        figures.made,
        figures.mean_nodes,
        figures.mean_time,
        figures.most_changed_lines,
        figures.positions,
        figures.time_limit,
        figures.unfinished_sets,
        house.house,
        learn.stages,
        lessons.lesson_table,
        lessons.reading,
        lessons.reading_since,
        lessons.words_a_minute,
        live.folded,
        live.levels,
        live.live,
        live.race,
        live.thinker,
        traces.tabulate_nodes,
    ):
        env.macro(function)
