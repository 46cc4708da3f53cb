"""The core: what steps import, the same for all of them.

The tools around the steps are in `tools`.
"""

import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

CORE = Path(__file__).parent
PREFIX = __name__.removesuffix("common")
"""What stands before the names `common` and `steps`.

In a clone of the repository it is "". In a wheel it is "c4.": there, the core
and the engine's steps are in the package c4.
"""
API = CORE.parent if PREFIX else CORE / "api" / "c4"
"""The folder of c4."""
PACKAGES = {__name__: CORE, f"{__name__}.compiling": CORE / "compiling"}
"""The core's own: steps import the Python files of the first."""
loaded: dict[str, CodeType] = {}
"""The code of each module of the course that Python has read.

Its file may be another by now.
"""


class Loader(SourceFileLoader):
    """Python's own loader, which keeps the code that it reads."""

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code of a module."""
        if code := super().get_code(fullname):
            loaded[fullname] = code
        return code


class Finder(PathFinder):
    """Python's own finder, for the modules of the course."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Any = None, target: Any = None
    ) -> ModuleSpec | None:
        """Return where a module is, or None if it is not of the course."""
        course = f"{__name__}.", f"{PREFIX}steps.", "c4", "learner"
        if not fullname.startswith(course):
            return None
        spec = super().find_spec(fullname, path, target)
        if spec and type(spec.loader) is SourceFileLoader:
            spec.loader = Loader(fullname, spec.loader.path)
        return spec


# Just before Python's. What others have put in front stays there: pytest, say.
sys.meta_path.insert(sys.meta_path.index(PathFinder), Finder)
