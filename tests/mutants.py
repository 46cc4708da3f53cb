"""Mutants: the program with one operator, constant, condition or statement changed.

`mutation.py` tries whether the tests notice them, `verdicts.py` whether the checks of the stages do.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from difflib import SequenceMatcher
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast

ROOT = Path(__file__).parents[1]
DANGEROUS = re.compile("kill|rmtree")  # what may not go wrong on a machine that does other things too
PAIRS: list[tuple[Any, Any]] = [  # of operators, each in place of the other
    *[(ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.BitAnd, ast.BitOr), (ast.LShift, ast.RShift)],
    *[(ast.And, ast.Or), (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot)],
    *[(ast.In, ast.NotIn)],
]
ONE_WAY = {ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitXor: ast.BitOr}
SWAPPED = dict(PAIRS) | {new: old for old, new in PAIRS} | ONE_WAY
STATEMENTS = ast.AugAssign | ast.Raise | ast.Return | ast.Break | ast.Continue | ast.Expr


class Mutant(NamedTuple):
    """A change of a file: the line and the byte where it begins, and what stands there before and after."""

    area: str
    path: str
    line: int
    start: int
    before: str
    after: str

    def name(self) -> str:
        """Return what stays as it is when other lines change."""
        code = (ROOT / self.path).read_text(encoding="utf-8").splitlines()[self.line - 1]
        return " ".join(f"{self.path}: {code}: {self.before} => {self.after}".split())

    def apply(self, tree: Path) -> None:
        """Change the file in a copy of the program."""
        source = (tree / self.path).read_bytes()
        (tree / self.path).write_bytes(replace_at(source, self.start, self.before, self.after))


def replace_at(source: bytes, start: int, before: str, after: str) -> bytes:
    """Return a source with something else in place of what begins at a byte."""
    return source[:start] + after.encode() + source[start + len(before.encode()) :]


def changed(node: Any, **fields: Any) -> ast.AST:
    """Return a node with other fields."""
    return type(node)(**vars(node) | fields)


def replacements(node: Any) -> Iterator[tuple[Any, ast.AST]]:
    """Yield what of a node may be replaced, and by what."""
    match node:
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPPED:
            yield node, changed(node, op=SWAPPED[type(op)]())
        case ast.Compare(ops=[op, *ops]):
            yield node, changed(node, ops=[SWAPPED[type(op)](), *ops])
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node, node.operand
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield node, ast.Constant(value + 1)
            yield node, ast.Constant(value - 1 if value else 2)
        case ast.If() | ast.While() | ast.IfExp():
            yield node.test, ast.UnaryOp(ast.Not(), node.test)
        case _:
            pass
    if isinstance(node, STATEMENTS) and not isinstance(getattr(node, "value", None), ast.Constant):
        yield node, ast.Pass()


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of what runs: neither annotations, decorators and texts nor the stubs of protocols."""
    if isinstance(node, ast.FunctionDef) and ast.unparse(node.body[-1]) == "...":
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            nodes: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
            for part in nodes:
                if isinstance(part, ast.AST) and not isinstance(part, ast.JoinedStr):
                    yield from parts(part)


def list_changes(source: bytes) -> Iterator[tuple[int, int, str, str]]:
    """Yield all changes of a source: the line and byte where each begins, what stands there, what then."""
    lines = source.splitlines(keepends=True)
    starts: list[int] = [0, *accumulate(map(len, lines))]
    for part in parts(ast.parse(source)):
        for node, new in replacements(part):
            line, last = int(node.lineno), int(node.end_lineno)
            start = starts[line - 1] + int(node.col_offset)
            before = source[start : starts[last - 1] + int(node.end_col_offset)].decode()
            after = f"({ast.unparse(new)})" if isinstance(new, ast.expr) else ast.unparse(new)
            if not DANGEROUS.search(lines[line - 1].decode()):
                yield line, start, before, after


def mutants(area: str, patterns: Iterable[str]) -> Iterator[Mutant]:
    """Yield all mutants of an area: of the files that some patterns match."""
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        for change in list_changes(path.read_bytes()) if not path.name.startswith("test_") else ():
            yield Mutant(area, str(path.relative_to(ROOT)), *change)


def list_file_mutants(text: str, earlier: str) -> Iterator[tuple[bool, str, str]]:
    """Yield mutants of a file: whether they are in lines that are new, what they are, and the text.

    To the changes come two conditions exchanged, and lines as they were in an earlier text.
    """
    before, now = earlier.splitlines(), text.splitlines()
    operations = SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
    hunks = [where for kind, *where in operations if kind != "equal"]
    new = {line + 1 for *_, start, end in hunks for line in range(start, end)}
    for first, last, start, end in hunks if earlier else ():
        old = "\n".join([*now[:start], *before[first:last], *now[end:], ""])
        codes = [strip_comment(line) for line in now[start:end] + before[first:last]]
        with suppress(SyntaxError):
            if dump_meaning(old) != dump_meaning(text):
                yield True, f"{next(filter(None, codes), '')}: as before", old
    for line, start, had, has in list_changes(text.encode()):
        other = replace_at(text.encode(), start, had, has).decode()
        yield line in new, f"{strip_comment(now[line - 1])}: {had} => {has}", other
    for node in ast.walk(ast.parse(text)):
        body: Any = getattr(node, "body", ())
        for one, two in pairwise(cast("list[Any]", body) if isinstance(body, list) else ()):
            if isinstance(one, ast.If) and isinstance(two, ast.If):
                start, end, again, last = one.lineno - 1, one.end_lineno, two.lineno - 1, two.end_lineno
                lines = [*now[:start], *now[again:last], *now[end:again], *now[start:end], *now[last:], ""]
                what = f"{strip_comment(now[start])}: exchanged with {strip_comment(now[again])}"
                yield {one.lineno, two.lineno} <= new, what, "\n".join(lines)


def dump_meaning(text: str) -> str:
    """Return a program as it runs: without comments and docstrings."""
    return ast.dump(ast.parse(re.sub('""".*?"""', '""', text, flags=re.DOTALL)))


def strip_comment(line: str) -> str:
    """Return the code of a line."""
    return line.partition("#")[0].strip()
