"""Write files so that they are whole or not there at all."""

from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file beside its place and then move it there; the folder is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.write_bytes(content.encode() if isinstance(content, str) else content)
    unfinished.replace(path)
