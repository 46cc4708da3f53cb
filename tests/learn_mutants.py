"""Change our programs of the stages a little, and see whether the checks notice.

    NUMBA_DISABLE_JIT=1 python tests/learn_mutants.py [STAGE ...]

A mutant is ours with an operator, a constant, a condition, a statement or two statements exchanged, or
with lines left as they were in the stage before. What comes of each is kept in `learn_mutants.json`: the
check that fails, "" if all pass. Why a mutant is right all the same is written there by hand, after
"equivalent: ", and stays there as long as it passes.
"""

import ast
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, cast

from learn_stages import make_program
from mutants import SWAPPED, changed

from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.trying.checking import find_node_excess, measure_sample, run_checks
from common.tools.learn.trying.events import Failure, Measured

RESULTS = Path(__file__).with_suffix(".json")
COUNT, ELSEWHERE, SECONDS = 20, 5, 10.0


class Hung(BaseException):
    """End a question that takes too long; no `except Exception` stops it."""


def list_replacements(node: Any) -> Iterator[tuple[Any, ast.AST]]:
    """Yield what of a node may be replaced, and by what."""
    match node:
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPPED:
            yield node, changed(node, op=SWAPPED[type(op)]())
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield node, changed(node, ops=[SWAPPED[type(op)]()])
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node, node.operand
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            yield node, ast.Constant(value + 1)
            yield node, ast.Constant(value - 1 if value else 2)
        case ast.If() | ast.While() | ast.IfExp():
            yield node.test, ast.UnaryOp(ast.Not(), node.test)
        case ast.Assign() | ast.AugAssign() | ast.Return() | ast.Expr(value=ast.Call()):
            yield node, ast.Pass()
        case _:
            pass


def put(text: str, node: Any, new: str) -> str:
    """Return a text with other source in place of a node."""
    lines = text.splitlines(keepends=True)
    start = len("".join(lines[: node.lineno - 1])) + node.col_offset  # the files are ASCII
    end = len("".join(lines[: node.end_lineno - 1])) + node.end_col_offset
    return text[:start] + new + text[end:]


def changes(text: str, earlier: str) -> Iterator[tuple[bool, str, str]]:
    """Yield changes of a file: whether they are in lines that are new, what they are, and the text."""
    before, now = earlier.splitlines(), text.splitlines()
    codes = SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
    hunks = [code[1:] for code in codes if code[0] != "equal"]
    new = {line + 1 for *_, start, end in hunks for line in range(start, end)}
    for first, last, start, end in hunks if earlier else ():
        old = "\n".join([*now[:start], *before[first:last], *now[end:], ""])
        yield True, f"lines {start + 1} to {end} as before", old
    for node in ast.walk(ast.parse(text)):
        for part, other in list_replacements(node):
            after = f"({ast.unparse(other)})" if isinstance(other, ast.expr) else ast.unparse(other)
            name = f"{part.lineno}: {ast.get_source_segment(text, part)} => {after}"
            yield part.lineno in new, name, put(text, part, after)
        body: Any = getattr(node, "body", ())
        for one, two in pairwise(cast("list[Any]", body) if isinstance(body, list) else ()):
            if isinstance(one, ast.If) and isinstance(two, ast.If):
                sources = [ast.get_source_segment(text, part) or "" for part in (one, two)]
                swapped = put(put(text, two, sources[0]), one, sources[1])
                yield {one.lineno, two.lineno} <= new, f"{one.lineno}: exchanged with {two.lineno}", swapped


def dump_meaning(text: str) -> str:
    """Return a program as it runs: without comments and docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node):
            del node.body[0]
    return ast.dump(tree)


def choose_mutants(stage: Stage, ours: Files) -> dict[str, Files]:
    """Return the mutants of a stage by name: most in lines that it is about, the same ones each time."""
    earlier = stages.find_previous_stage(stage)
    before = earlier.ours() if earlier else {}
    mutants: dict[bool, list[tuple[str, Files]]] = {True: [], False: []}
    for file in sorted(ours.keys() - {"book.py"}):  # that is given, to stay as it is
        for is_new, name, text in changes(ours[file], before.get(file, "")):
            with suppress(SyntaxError):
                if dump_meaning(text) == dump_meaning(ours[file]):
                    continue
            mutants[is_new].append((" ".join(f"{file} {name}".split()), ours | {file: text}))
    random = Random(stage.name)
    for several in mutants.values():
        random.shuffle(several)
    most = mutants[True][: COUNT - ELSEWHERE if mutants[False] else COUNT]
    return dict(most + mutants[False][: COUNT - len(most)])


def judge_mutant(stage: Stage, files: Files, ours: Measured) -> str:
    """Return the check that a program fails, "" if it passes."""
    lines = stage.sample.lines("a seed")
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        for event in run_checks(stage.checks, lines, make_program(files), lambda _: False):
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
            if isinstance(event, Failure):
                return event.check
            if isinstance(event, Measured) and find_node_excess(lines, event, ours):
                return "nodes"
    except Hung:
        return "hung"
    except Exception:
        return "import"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return ""


def end_question(*_: object) -> None:
    """End the question that is being asked."""
    raise Hung


def main(names: list[str]) -> None:
    """Try the mutants of some stages, of all if none is named."""
    signal.signal(signal.SIGVTALRM, end_question)
    results: dict[str, dict[str, str]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    for name in names or list(stages.load_stages()):
        stage = stages.load_stage(name)
        if not stage.checks:
            continue
        figures = measure_sample(make_program(stage.ours()), stage.sample.lines())
        known, results[name] = results.get(name, {}), {}
        for mutant, files in choose_mutants(stage, stage.ours()).items():
            came = judge_mutant(stage, files, figures)
            reason = known.get(mutant, "")
            results[name][mutant] = came or (reason if reason.startswith("equivalent: ") else "")
            if not results[name][mutant]:
                print(f"{name} passed: {mutant}", flush=True)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
