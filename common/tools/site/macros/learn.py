"""What the page on the learner's own solver shows of the stages."""

from common.tools import course
from common.tools.learn.curriculum.stages import load_stages
from common.tools.site.macro import macro


@macro
def stages() -> str:
    """Return the stages as a table, each with its lesson."""
    rows = [
        f"| {stage.name} | {stage.title} | [{stage.step}](lessons/{course.load(stage.step).folder.name}.md) |"
        for stage in load_stages().values()
    ]
    return "\n".join(["| stage | what you build | lesson |", "|---|---|---|", *rows])
