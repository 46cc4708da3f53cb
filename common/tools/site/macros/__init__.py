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
    for macro in (
        strength.accuracy_chart,
        strength.accuracy_table,
        experiments.experiment_command,
        comparison.comparison_agreement,
        strength.elo_chart,
        comparison.few_games,
        lineage.lineage,
        lineage.lineage_agreement,
        lineage.lineage_notes,
        lineage.lineage_one_sided,
        comparison.matrix,
        comparison.published_matrix,
        experiments.experiment_provenance,
        strength.rank_correlation,
        experiments.rating_table,
        experiments.longest_move_time,
        comparison.standings,
        code.code,
        code.diff,
        code.docstring,
        code.tool,
        code.whole_file,
        boards.board,
        boards.cell_numbers,
        commands.book_bytes,
        commands.command_help,
        commands.player_table,
        commands.ternary_key,
        commands.transcript,
        figures.benchmark,
        figures.step_benchmark,
        figures.climb_chart,
        figures.compare_nodes,
        figures.compare_time,
        figures.fewer_nodes,
        figures.finished_positions,
        figures.finished_sets,
        figures.ideas,
        figures.ladder,
        figures.benchmark_provenance,
        figures.mean_nodes,
        figures.mean_time,
        figures.most_changed_lines,
        figures.positions,
        figures.time_limit,
        figures.unfinished_sets,
        house.house,
        learn.stages,
        lessons.lesson_table,
        lessons.reading_time,
        lessons.reading_time_since,
        lessons.words_a_minute,
        live.folded_widget,
        live.levels,
        live.live,
        live.race,
        live.thinking_step,
        traces.tabulate_nodes,
    ):
        env.macro(macro)
