"""Change our programs of the stages a little, and see whether the checks notice.

    NUMBA_DISABLE_JIT=1 python tests/learn_mutants.py [STAGE ...]

A mutant is ours with an operator, a constant, a condition, a statement or two statements exchanged, or
with lines left as they were in the stage before. What came of each is kept in `learn_mutants.json`: the
check that fails, "" if all pass. Why a mutant is right all the same is written there by hand, after
"equivalent: ". Mutants that have passed are tried again, all others only if they are not there yet.
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
from typing import Any, NamedTuple, cast

from learn_stages import open_program

from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Stage
from common.tools.learn.trying.checking import checked, measured, too_many
from common.tools.learn.trying.events import Asked, Failure, Measured

RESULTS = Path(__file__).with_suffix(".json")
COUNT, ELSEWHERE, SECONDS = 20, 5, 10.0
SWAPPED: dict[type, type[Any]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitXor: ast.BitOr,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


class Mutant(NamedTuple):
    """A changed file: what was changed in words, and the text."""

    name: str
    file: str
    text: str


class Hung(BaseException):
    """End a question that takes too long; no `except Exception` stops it."""


def replacements(node: Any) -> Iterator[tuple[Any, ast.AST]]:
    """Yield what of a node may be replaced, and by what."""
    match node:
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPPED:
            yield node, type(node)(**vars(node) | {"op": SWAPPED[type(op)]()})
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield node, ast.Compare(node.left, [SWAPPED[type(op)]()], node.comparators)
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


def changed(text: str, node: Any, new: str) -> str:
    """Return a text with other source in place of a node."""
    lines = text.splitlines(keepends=True)
    start = len("".join(lines[: node.lineno - 1])) + node.col_offset  # the files are ASCII
    end = len("".join(lines[: node.end_lineno - 1])) + node.end_col_offset
    return text[:start] + new + text[end:]


def mutants(text: str, earlier: str) -> Iterator[tuple[bool, str, str]]:
    """Yield mutants of a file: whether they are in lines that are new, what was changed, and the text."""
    before, now = earlier.splitlines(), text.splitlines()
    hunks = [
        each
        for each in SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
        if each[0] != "equal"
    ]
    new = {line + 1 for hunk in hunks for line in range(hunk[3], hunk[4])}
    for _, first, last, start, end in hunks if earlier else ():
        yield (
            True,
            f"lines {start + 1} to {end} as before",
            "\n".join(now[:start] + before[first:last] + now[end:]) + "\n",
        )
    for node in ast.walk(ast.parse(text)):
        for part, other in replacements(node):
            source, after = ast.get_source_segment(text, part) or "", ast.unparse(other)
            after = f"({after})" if isinstance(other, ast.expr) else after
            yield part.lineno in new, f"{part.lineno}: {source} => {after}", changed(text, part, after)
        body: Any = getattr(node, "body", None)
        for one, two in pairwise(cast("list[Any]", body)) if isinstance(body, list) else ():
            if isinstance(one, ast.If) and isinstance(two, ast.If):
                parts = [ast.get_source_segment(text, each) or "" for each in (one, two)]
                swapped = changed(changed(text, two, parts[0]), one, parts[1])
                yield {one.lineno, two.lineno} <= new, f"{one.lineno}: exchanged with {two.lineno}", swapped


def meaning(text: str) -> str:
    """Return a program as it runs: without comments and docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        match node:
            case (
                ast.FunctionDef(body=[ast.Expr(value=ast.Constant()), *rest])
                | ast.ClassDef(body=[ast.Expr(value=ast.Constant()), *rest])
                | ast.Module(body=[ast.Expr(value=ast.Constant()), *rest])
            ):
                node.body = rest
            case _:
                pass
    return ast.dump(tree)


def chosen(stage: Stage, ours: Files) -> list[Mutant]:
    """Return the mutants of a stage: most in lines that it is about, the same ones each time."""
    earlier = stages.before(stage)
    before = earlier.ours() if earlier else {}
    here: list[Mutant] = []
    elsewhere: list[Mutant] = []
    for file, text in (
        each for each in ours.items() if each[0] != "book.py"
    ):  # it is given, to stay as it is
        for is_new, name, mutant in mutants(text, before.get(file, "")):
            code = " ".join(name.split())
            with suppress(SyntaxError):
                if meaning(mutant) == meaning(text):
                    continue
            (here if is_new else elsewhere).append(Mutant(f"{file} {code}", file, mutant))
    random = Random(stage.name)
    random.shuffle(here)
    random.shuffle(elsewhere)
    most = here[: COUNT - ELSEWHERE]
    return most + elsewhere[: COUNT - len(most)] if elsewhere else here[:COUNT]


def fate(stage: Stage, files: Files, ours: Measured) -> str:
    """Return the check that a program fails, "" if it passes."""
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        lines = stage.sample.lines("a seed")
        for event in checked(stage.checks, lines, open_program(files), lambda _: False):
            match event:
                case Asked():
                    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
                case Failure():
                    return event.check
                case Measured():
                    return "nodes" if too_many(lines, event, ours) else ""
                case _:
                    pass
    except Hung:
        return "hung"
    except Exception:
        return "import"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return ""


def end(*_: object) -> None:
    """End the question that is being asked."""
    raise Hung


def main(names: list[str]) -> None:
    """Try the mutants of some stages, of all if none is named."""
    signal.signal(signal.SIGVTALRM, end)
    results: dict[str, dict[str, str]] = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name, stage in stages.all_stages().items():
        if not stage.checks or (names and name not in names):
            continue
        ours, known = stage.ours(), results.get(name, {})
        figures = measured(open_program(ours), stage.sample.lines())
        results[name] = {}
        for mutant in chosen(stage, ours):
            came = known.get(mutant.name, "")
            results[name][mutant.name] = came or fate(stage, ours | {mutant.file: mutant.text}, figures)
            if not results[name][mutant.name]:
                print(f"{name} passed: {mutant.name}", flush=True)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
