"""Helpers for tests of `c4 learn`: learners' folders and programs."""

import re
from pathlib import Path

from common.tools.learn import project
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.trying import runner
from common.tools.learn.trying.events import Event
from common.tools.learn.trying.runner import Limits
from common.tools.source import MISSING

STAGES = stages.load_stages()
FIRST, SECOND, LAST = STAGES["01"], STAGES["02"], list(STAGES.values())[-1]
PATIENT = Limits(seconds=120.0, memory=512, quiet=True)
TIME = re.compile(r"[\d,.]+ (ms|µs|s)\b")


def scrub_text(text: str, folder: Path) -> str:
    """Return output without the parts that differ from run to run: the folder, times, their columns."""
    return re.sub(r" +(?=TIME|time\b)", " ", TIME.sub("TIME", text.replace(f"{folder}", "FOLDER")))


def make_program(body: str = "", top: str = "") -> Files:
    """Return our first program, with another body for its search, or with lines on top."""
    files = FIRST.given_files() if body else FIRST.ours()
    assert files["solver.py"].count(MISSING) == bool(body)
    return FIRST.ours() | {"solver.py": top + files["solver.py"].replace(MISSING, body)}


def start_folder(folder: Path, files: Files) -> Path:
    """Return a folder that is a project at the first stage, with a program in it."""
    project.start_project(folder, FIRST)
    stages.write_files(folder, files)
    return folder


def find_failure(folder: Path, files: Files, limits: Limits = PATIENT, stage: Stage = FIRST) -> Event:
    """Return how a program fails a stage."""
    folder.mkdir(exist_ok=True)
    stages.write_files(folder, files)
    *_, last = runner.check_folder(folder, stage, limits)
    assert last["event"] == "Explained", last
    return last
