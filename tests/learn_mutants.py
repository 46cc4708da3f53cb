"""Change our programs of the stages a little, and see whether the checks notice.

    NUMBA_DISABLE_JIT=1 python tests/learn_mutants.py [STAGE ...]

A mutant is ours with an operator, a constant, a condition, a statement or two statements exchanged, or
with lines left as they were in the stage before. What comes of each is kept in `learn_mutants.json`: the
check that fails; if all pass, what random positions say. Why a mutant is right all the same is written
there by hand, after "equivalent: "; what is wrong with one that only passes, after what random positions
say. Both stay there as long as the mutant passes.
"""

import json
import signal
import sys
from collections import Counter
from collections.abc import Collection
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

from learn_stages import make_program
from mutants import list_file_mutants

from common.score import sign
from common.tools.claims import Program
from common.tools.files import write_file
from common.tools.learn.checks import drawn
from common.tools.learn.checks.soon import make_score_question
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.trying.checking import ask_question, find_node_excess, measure_sample, run_checks
from common.tools.learn.trying.events import Failure, Measured
from common.tools.sets import Line

RESULTS = Path(__file__).with_suffix(".json")
COUNT = 20  # of a stage
ELSEWHERE = 5  # of these, in lines that are as they were in the stage before
POSITIONS = 2000  # at random, asked of what passes
SECONDS = 10.0  # of processor time for a question
EQUIVALENT = "equivalent: "
HOLDS = f"passes: not refuted by {POSITIONS:,} random positions, each for its score and its weak score"


def list_mutants(stage: Stage) -> tuple[dict[str, Files], dict[str, Files]]:
    """Return all mutants of a stage by name: those in lines that it is about, and the others."""
    ours, earlier = stage.ours(), stages.find_previous_stage(stage)
    before = earlier.ours() if earlier else {}
    mutants: dict[bool, dict[str, Files]] = {True: {}, False: {}}
    counts = Counter[str]()
    for file in sorted(ours.keys() - {"book.py"}):  # that is given, to stay as it is
        for is_new, what, text in list_file_mutants(ours[file], before.get(file, "")):
            name = " ".join(f"{file} {what}".split())
            counts[name] += 1
            mutants[is_new][f"{name} ({counts[name]})" if counts[name] > 1 else name] = ours | {file: text}
    return mutants[True], mutants[False]


def choose_mutants(stage: Stage, known: Collection[str]) -> dict[str, Files]:
    """Return the mutants of a stage to try: those known that are still there, then others up to COUNT."""
    new, elsewhere = list_mutants(stage)
    there, random = new | elsewhere, Random(stage.name)
    first, last = (random.sample(list(mutants), len(mutants)) for mutants in (new, elsewhere))
    names = [name for name in known if name in there] + first[: COUNT - ELSEWHERE] + last + first
    return {name: there[name] for name in list(dict.fromkeys(names))[:COUNT]}


@cache
def draw_positions(late: int) -> list[Line]:
    """Return random positions that a stage can solve, with our scores."""
    lines: dict[str, Line] = {}
    for seed in count():
        lines |= {line.moves: line for line in drawn.sample_positions(f"{seed}", late)}
        if len(lines) >= POSITIONS:
            break
    return list(lines.values())[:POSITIONS]


def judge_mutant(stage: Stage, files: Files, ours: Measured) -> str:
    """Return the check that a program fails, or its error; if it passes, what random positions say."""
    lines, positions = stage.sample.lines("a seed"), draw_positions(stage.sample.late)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        program = make_program(files)
        for event in run_checks(stage.checks, lines, program, lambda _: False):
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
            if isinstance(event, Failure):
                return event.check
            if isinstance(event, Measured) and find_node_excess(lines, event, ours):
                return "nodes"
        return find_refutation(program, positions)
    except Exception as error:
        return type(error).__name__
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def find_refutation(program: Program, lines: list[Line]) -> str:
    """Return what a program that passes gets wrong of random positions, or that it gets all right."""
    for number, (moves, score) in enumerate(lines):
        for weak, right in ((False, score), (True, sign(score))):
            question = make_score_question(program, moves, right, weak, renewed=number % 4 == 0)
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
            if ask_question(question) != (right, None):
                return f"PASSES, WRONG: {question.asked} of {moves}"
    return HOLDS


def end_mutant(*_: object) -> None:
    """End what takes too long."""
    raise TimeoutError


def main(names: list[str]) -> None:
    """Try the mutants of some stages, of all if none is named."""
    signal.signal(signal.SIGVTALRM, end_mutant)
    results: dict[str, dict[str, str]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    for name in names or [name for name, stage in stages.load_stages().items() if stage.checks]:
        stage, known, fates = stages.load_stage(name), results.get(name, {}), dict[str, str]()
        figures = measure_sample(make_program(stage.ours()), stage.sample.lines())
        for mutant, files in choose_mutants(stage, known).items():
            fate = judge_mutant(stage, files, figures)
            is_explained = fate == HOLDS and known.get(mutant, "").startswith((EQUIVALENT, HOLDS))
            fates[mutant] = known[mutant] if is_explained else fate
            print(f"{name} {mutant}: {fates[mutant]}", flush=True)
        results[name] = fates
        write_file(RESULTS, json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
