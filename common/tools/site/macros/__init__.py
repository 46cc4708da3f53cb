"""What pages call: code, diffs, boards and figures, all taken from the repository.

mkdocs-macros calls `define_env`; a page then says {{ code("05", "negamax") }}. Whatever is not found
raises, and so ends the build.
"""

import pkgutil
from importlib import import_module
from typing import Any

from common.tools import site
from common.tools.site.macro import MACROS


def define_env(env: Any) -> None:
    """Hand the pages the macros of all modules of the site."""
    for module in pkgutil.walk_packages(site.__path__, f"{site.__name__}."):
        import_module(f"common.tools.site.{module.name.removeprefix(f'{site.__name__}.')}")
    for function in MACROS.values():
        env.macro(function)
