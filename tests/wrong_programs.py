"""The questions of a stage's checks, and what these say of programs, ours and wrong ones.

    NUMBA_DISABLE_JIT=1 python tests/wrong_programs.py 05b        prints

asked       by check, how many questions there are, and a checksum of their numbers, their boards and the
            answers that are right: so no check can silently ask less, or about other positions
ours        the check that our program fails, "" for none; that of the stage before: `before`
mistakes    the stage's own wrong programs: what has to be said, the check that fails and what is said
changes     the same of the programs in wrong_programs.toml
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zlib import crc32

from c4 import Board
from c4.engine import Answer, Step
from common.score import MAX_SCORE
from common.tools import course
from common.tools.claims import Claim
from common.tools.learn.checks import CHECKS
from common.tools.learn.checks.program import load_program as load_checked_program
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.trying import checking, child, runner
from common.tools.learn.trying.checking import is_right
from common.tools.learn.trying.events import Event
from common.tools.learn.trying.runner import Limits
from common.tools.source import Edit

CHANGED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["changes"]
SEED = "a seed"
SCORES = range(-MAX_SCORE - 1, MAX_SCORE + 2)
ANSWERS: list[Any] = [  # of which the right ones are recorded, of each question
    *SCORES,
    *((score, nodes) for score in SCORES for nodes in (1, 2)),
    *product(range(-2, 3), repeat=2),
    *product((2, 4, 5, 9, 10, 11), repeat=2),
    *product((-2, 1, 2), repeat=4),
    *((2, 2, 2), (1, 2, 2)),
]


class Change(NamedTuple):
    """A change to our program of some stages, and what is to be said of it, "" if it is right."""

    stages: str
    file: str
    old: str
    new: str
    removed: str = ""
    says: str = ""

    def apply(self, files: Files) -> Files:
        """Return our files with the change."""
        if self.removed:
            files = Edit(self.file, self.removed, "").apply(files)
        return Edit(self.file, self.old, self.new).apply(files)


CHANGES = [Change(**about) for about in CHANGED]


@cache
def recall_answers(_: frozenset[tuple[str, str]]) -> dict[str, Answer]:
    """Return the known answers of a program's files, to be extended."""
    return {}


def load_program(folder: str) -> Step:
    """Return the program in a folder, which solves each position only once and repeats its answer."""
    files = frozenset((path.name, path.read_text("utf-8")) for path in Path(folder).glob("*.py"))
    program, answers = load_checked_program(course.at(Path(folder))), recall_answers(files)
    ask = program.ask

    def ask_once(moves: str) -> Answer:
        if moves not in answers:
            answers[moves] = ask(moves)
        return answers[moves]

    vars(program)["ask"] = ask_once
    return program


def make_program(files: Files) -> Step:
    """Return a program of some files."""
    with TemporaryDirectory() as folder:
        stages.write_files(Path(folder), files)
        return load_program(folder)


def check_program(stage: Stage, files: Files) -> Iterator[Event]:
    """Yield the messages of `c4 learn` about a program, all in this process."""
    with TemporaryDirectory() as folder:
        stages.write_files(Path(folder), files)
        yield from runner.check_folder(Path(folder), stage, Limits(here=True, seed=SEED), rounds=1)


def judge_program(stage: Stage, files: Files) -> tuple[str, str]:
    """Return the check that a program fails, and the message; both empty if it passes."""
    *_, last = check_program(stage, files)
    return (last["check"], last["idea"]) if last["event"] == "Explained" else ("", "")


def find_failed_check(stage: Stage, files: Files) -> str:
    """Return the check that a program fails, or ""; without a message, which would take longer."""
    events = check_program(stage, files)
    return next((event["check"] for event in events if event["event"] == "Failure"), "")


def describe_programs(stage: Stage) -> dict[str, Any]:
    """Return the questions of a stage, and what its checks say of its programs."""
    ours, earlier = stage.ours(), stages.find_previous_stage(stage)
    before = (earlier.ours() if earlier else {}) | stage.given_files()
    mistakes = [(mistake.says, wrong) for mistake in list_mistakes(stage) for wrong in mistake.apply(ours)]
    changes = [(change.says, change.apply(ours)) for change in list_changes(stage.name)]
    checking.MORE_SECONDS = float("inf")  # the same answers on every machine
    child.load_program = load_program
    return {
        "asked": {check: describe_check(check, stage) for check in stage.checks},
        "ours": find_failed_check(stage, ours),
        "before": find_failed_check(stage, before),
        "mistakes": [[says, *judge_program(stage, wrong)] for says, wrong in mistakes],
        "changes": [[says, *judge_program(stage, changed)] for says, changed in changes],
    }


def list_mistakes(stage: Stage) -> list[stages.Mistake]:
    """Return the known mistakes of a stage that terminate."""
    return [mistake for mistake in stage.mistakes if not mistake.hangs]


def list_changes(name: str) -> list[Change]:
    """Return the changes to try at a stage."""
    return [change for change in CHANGES if name in change.stages.split()]


def describe_check(check: str, stage: Stage) -> list[int]:
    """Return how many questions a check of a stage asks, and their checksum."""
    program, lines = make_program(stage.ours()), stage.sample.lines(SEED)
    claims = [*CHECKS[check].questions(program, lines)]
    over = [claim.moves for claim in claims if Board(claim.moves).is_game_over()]
    assert check == "random" or not over, f"{check} asks about games that are over: {over}"
    questions = [*map(describe_question, claims)]
    return [len(questions), crc32("\n".join(questions).encode())]


def describe_question(claim: Claim) -> str:
    """Return the subject of a question and its right answers, without its words."""
    numbers = re.findall(r"-?\d+", f"{claim.asked}: {claim.right}")
    right = "".join(f"{int(is_right(claim, answer))}" for answer in (*ANSWERS, claim.right))
    return " ".join([claim.moves or "-", *numbers, *claim.drawn, right])


if __name__ == "__main__":
    json.dump(describe_programs(stages.load_stage(sys.argv[1])), sys.stdout)
