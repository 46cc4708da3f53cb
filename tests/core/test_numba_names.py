"""What is used of Numba that is not meant for others: a new version may have it no more."""

import ast
from functools import cache
from importlib import import_module
from typing import Any

import numba
import pytest
from repository import ROOT

FILES = ("common/compiler.py", "common/vectors.py", "common/tools/make/wasm/kernel.py")
OF_COMPILED = {"fndesc", "inspect_llvm", "library", "llvm_func_name", "overloads"}
"""Attributes of what is compiled, which are not private by their names."""


def is_private(node: ast.expr) -> bool:
    """Tell whether an expression is a private attribute; `_fields` is one of Python's own."""
    name = node.attr if isinstance(node, ast.Attribute) else ""
    return name.startswith("_") and not name.startswith("__") and name != "_fields"


def list_names(file: str) -> list[tuple[str, str, str]]:
    """Return the file, each name of Numba in it, and the module or class that has it, "" for an object."""
    nodes = list(ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))))
    imported = {
        alias.name: f"{node.module}"
        for node in nodes
        if isinstance(node, ast.ImportFrom) and f"{node.module}".startswith(("numba", "llvmlite"))
        for alias in node.names
    }
    attributes = {node: ast.unparse(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    own |= {node.attr for node, of in attributes.items() if of == "self" and isinstance(node.ctx, ast.Store)}
    used = {(file, name, module) for name, module in imported.items()}
    for node, of in attributes.items():
        is_inner = is_private(node.value) and of.rpartition(".")[2] not in own
        if of in imported:
            used.add((file, node.attr, f"{imported[of]}.{of}"))
        elif node.attr not in own and (
            of == "self" or is_inner or is_private(node) or node.attr in OF_COMPILED
        ):
            used.add((file, node.attr, ""))
    return sorted(used)


@cache
def list_objects() -> list[Any]:
    """Return objects of Numba that have the attributes."""
    double = numba.njit(lambda number: 2 * number)
    double(1)
    (result,) = double.overloads.values()
    library = result.library
    kept = import_module("numba.core.caching").FunctionCache(list_names)
    objects = [double, result, result.fndesc, library, library.codegen, kept]
    inner = [(library.codegen, "_rtlinker"), (library, "_final_module"), (kept, "_impl")]
    return objects + [getattr(outer, name, None) for outer, name in inner]


@pytest.mark.parametrize(("file", "name", "owner"), [used for file in FILES for used in list_names(file)])
def test_numba_has_what_is_used_of_it(file: str, name: str, owner: str) -> None:
    package, _, last = owner.rpartition(".")
    try:
        holders = [import_module(owner)] if owner else list_objects()
    except ImportError:
        holders = [getattr(import_module(package), last)]
    assert any(hasattr(holder, name) for holder in holders), (
        f"{file} uses {name} of {owner or 'an object of Numba'}, and Numba {numba.__version__} has none: "
        f"find in its source what does the same now, change {file}, and widen the versions in pyproject.toml"
    )
