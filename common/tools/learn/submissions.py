"""What learners hand in: their folders, zips of these, and a whole class in a folder or a zip."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from common.errors import UserError
from common.tools.learn.archive import STATE, is_inside, list_files, open_archive
from common.tools.learn.project import name_state_file

DEEPEST = 4  # folders between that of a class and a learner's


@dataclass(frozen=True)
class Submission:
    """A learner's folder or zip, and what it is called where it was handed in."""

    name: Path
    place: Path


@contextmanager
def open_submissions(places: Iterable[Path]) -> Generator[list[Submission]]:
    """Yield what was handed in: each place is a learner's folder or zip, or that of a class."""
    with TemporaryDirectory() as scratch:
        yield [
            submission
            for number, place in enumerate(places)
            for submission in list_submissions(place, Path(scratch, f"{number}"))
        ]


def list_submissions(place: Path, scratch: Path) -> list[Submission]:
    """Return what was handed in at a place; a zip is unpacked into a new folder."""
    try:
        if is_zip(place):
            unpack_folders(place, scratch)
        folder = scratch if is_zip(place) else place
        found = list_learners(folder) or [folder]
    except (UserError, OSError):  # it is told when this is graded
        return [Submission(place, place)]
    return [Submission(place / path.relative_to(folder), path) for path in found]


@contextmanager
def open_submission(place: Path) -> Generator[Path]:
    """Yield a learner's folder, unpacked if need be; raise UserError if there is more than one."""
    if not is_zip(place):
        yield place
        return
    with TemporaryDirectory() as scratch:
        unpack_folders(place, Path(scratch))
        found = list_learners(Path(scratch))
        if len(found) > 1:
            raise UserError(f"there are {len(found)} folders in it, and there must be one, of `c4 learn`")
        yield found[0] if found else Path(scratch)


def is_zip(path: Path) -> bool:
    """Tell whether a file is called a zip."""
    return path.suffix.lower() == ".zip" and not path.is_dir()


def list_learners(folder: Path, depth: int = DEEPEST) -> list[Path]:
    """Return the learners' folders and zips in a folder, and the folders beside them that have none.

    It may be a learner's itself. If there are none at all, return nothing.
    """
    if not folder.is_dir() or name_state_file(folder).is_file():
        return [folder]
    parts = [
        path
        for path in (sorted(folder.iterdir()) if depth else [])
        if not path.name.startswith((".", "__"))  # what systems put there, such as __MACOSX
        and (is_zip(path) or (path.is_dir() and not path.is_symlink()))
    ]
    found = {path: list_learners(path, depth - 1) for path in parts}
    return [one for path in parts for one in found[path] or [path]] if any(found.values()) else []


def unpack_folders(path: Path, folder: Path) -> None:
    """Unpack the states and programs of learners from a zip, zips in it, and all folders, though empty.

    Raise UserError if it is damaged, or beyond the limits.
    """
    with open_archive(path) as archive:
        names = archive.namelist()
        roots = {name.removesuffix(STATE) for name in names if f"/{name}".endswith(f"/{STATE}")}

        def is_wanted(name: str) -> bool:
            root, is_kept, _ = name.partition(".learn/")
            is_program = name.endswith(".py") and name[: name.rfind("/") + 1] in roots
            return (bool(is_kept) and root in roots) or is_program or is_zip(Path(name))

        files = list_files(archive, is_wanted)
        for name in filter(is_inside, names):
            Path(folder, *name.split("/")[:-1][:DEEPEST]).mkdir(parents=True, exist_ok=True)
        folder.mkdir(exist_ok=True)
        for info in files:
            archive.extract(info, folder)
