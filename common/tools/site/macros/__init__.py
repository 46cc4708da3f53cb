"""The macros of the pages: code, diffs, boards and figures, all taken from the repository.

mkdocs-macros calls `define_env`; a page then says {{ code("05", "negamax") }}. Anything that is not found
raises an error, and so ends the build.
"""

import pkgutil
from importlib import import_module
from typing import Any

from c4.wording import SENTENCES
from common.tools import course, site
from common.tools.learn.curriculum.stages import load_stages
from common.tools.measured import read_benchmark
from common.tools.play.players.registry import PLAYERS
from common.tools.site.lab_pages import LABS, read_introduction
from common.tools.site.lessons import read_lessons
from common.tools.site.macro import MACROS

LEVELS = ("easy", "medium", "hard", "impossible")


def define_env(env: Any) -> None:
    """Give the pages the macros of all modules of the site, and the data for their tables."""
    for module in pkgutil.walk_packages(site.__path__, f"{site.__name__}."):
        import_module(module.name)
    for function in MACROS.values():
        env.macro(function)
    thinker = course.load(course.ENGINE)
    env.variables.update(
        {
            "steps": [(step, course.read_idea(step)) for step in map(course.load, course.numbers())],
            "lessons": {lesson.name[:2]: lesson for lesson in read_lessons()},
            "labs": {path.stem: read_introduction(path.stem) for path in sorted(LABS.glob("*.ipynb"))},
            "stages": list(load_stages().values()),
            "levels": {name: PLAYERS[name][1]["temperature"] for name in LEVELS},
            # of a step, for the positions of a set
            "time_limit": f"{read_benchmark()['settings']['timeout']['per set']:g} seconds",
            "review_marks": SENTENCES["marks"],
            # for pages in a folder below docs, as the lessons are
            "thinking_step": f"[step {thinker.number}](../lessons/{thinker.folder.name}.md)",
        }
    )
