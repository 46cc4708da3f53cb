"""How the package is built: its addresses, and a wheel in which everything is below `c4`."""

import ast
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

COMMANDS = "solve", "explain", "review", "play", "match", "book", "cards"
TOOLS = "common/api/c4/py.typed", "common/tools/cli.toml", "common/tools/play/players/speaker.py"


class CustomMetadataHook(MetadataHookInterface):
    """Hatchling calls this hook by its name."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses, and have README's links and pictures lead there from a package index."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if url := os.environ.get("REPO_URL", "").rstrip("/"):
            metadata["urls"] = {
                "Repository": url,
                "Changelog": f"{url}/blob/main/CHANGELOG.md",
                "Issues": f"{url}/issues",
            }
            if site := os.environ.get("SITE_URL"):
                metadata["urls"]["Documentation"] = site
            readme = re.sub(r'((?:src|srcset)=")(?!https?:)', rf"\1{url}/raw/main/", readme)
            readme = re.sub(r"(\]\()(?!https?:|#)", rf"\1{url}/blob/main/", readme)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


class CustomBuildHook(BuildHookInterface[Any]):
    """Hatchling calls this hook by its name."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the solver below `c4`, with imports that say so; an editable install needs none of that."""
        if version == "editable":
            return
        root, self.written = Path(self.root), TemporaryDirectory()  # until the wheel is built
        roots = [*(root / "common/data").iterdir(), *(root / name for name in TOOLS)]
        engine = (root / "common/api/c4/engine.py").read_text(encoding="utf-8")
        numbers = re.findall(r'^(?:ENGINE|THREADED) = "(\d+)"$', engine, re.MULTILINE)
        for pattern in ("common/api/c4/*.py", *(f"steps/{number}_*/*.py" for number in numbers)):
            roots += root.glob(pattern)
        roots += [root / f"common/tools/commands/{name}.py" for name in COMMANDS]
        for number, path in enumerate(sorted(find_needed(root, roots))):
            name = path.relative_to(root).as_posix()
            written = Path(self.written.name) / f"{number}"
            content = path.read_bytes()
            written.write_bytes(move_imports(content) if path.suffix == ".py" else content)
            build_data["force_include"][f"{written}"] = f"c4/{name.removeprefix('common/api/c4/')}"


def find_needed(root: Path, roots: list[Path]) -> set[Path]:
    """Return files, all modules that they import, and the packages of these."""
    needed, waiting = set[Path](), [path for path in roots if not path.name.startswith("test_")]
    while waiting:
        path = waiting.pop()
        if path in needed or not path.is_file():
            continue
        needed.add(path)
        waiting += [folder / "__init__.py" for folder in path.parents if folder.is_relative_to(root)]
        for node in list_imports(path.read_bytes()) if path.suffix == ".py" else ():
            for name in (f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)):
                place = root / ("common/api" if name.startswith("c4") else "") / name.replace(".", "/")
                waiting += [place.with_suffix(".py"), place / "__init__.py"]
    return needed


def list_imports(source: bytes) -> list[ast.ImportFrom]:
    """Return the imports from `c4` and `common`, wherever they are in a module."""
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return [node for node in imports if re.match(r"(c4|common)\b", node.module or "")]


def move_imports(source: bytes) -> bytes:
    """Return a module that imports from `c4.common` what it imports from `common`."""
    lines = source.splitlines(keepends=True)
    for node in list_imports(source):
        start, line = node.col_offset, lines[node.lineno - 1]
        lines[node.lineno - 1] = line[:start] + line[start:].replace(b"from common", b"from c4.common", 1)
    return b"".join(lines)
