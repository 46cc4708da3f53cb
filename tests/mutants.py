"""Mutants: the program with one operator, constant, condition or statement changed.

`mutation.py` tries whether the tests notice them.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
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
        rest = source[self.start + len(self.before.encode()) :]
        (tree / self.path).write_bytes(source[: self.start] + self.after.encode() + rest)


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
    """Yield the nodes of what runs: neither annotations nor decorators nor texts."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            nodes: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
            for part in nodes:
                if isinstance(part, ast.AST) and not isinstance(part, ast.JoinedStr):
                    yield from parts(part)


def mutants(area: str, patterns: Iterable[str]) -> Iterator[Mutant]:
    """Yield all mutants of an area: of the files that some patterns match."""
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern)}):
        source = path.read_bytes()
        lines = source.splitlines(keepends=True)
        starts: list[int] = [0, *accumulate(map(len, lines))]
        for part in parts(ast.parse(source)) if not path.name.startswith("test_") else ():
            for node, new in replacements(part):
                line, last = int(node.lineno), int(node.end_lineno)
                start = starts[line - 1] + int(node.col_offset)
                before = source[start : starts[last - 1] + int(node.end_col_offset)].decode()
                after = f"({ast.unparse(new)})" if isinstance(new, ast.expr) else ast.unparse(new)
                if not DANGEROUS.search(lines[line - 1].decode()):
                    yield Mutant(area, str(path.relative_to(ROOT)), line, start, before, after)
