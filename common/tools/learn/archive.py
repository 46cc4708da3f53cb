"""Learners' folders as zip files: one for a page, and those that a class hands in, in folders and zips."""

import json
import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from common.errors import UserError
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files
from common.tools.learn.project import (
    EXTRAS,
    MOST_LETTERS,
    State,
    make_state,
    name_state_file,
    parse_state,
    read_program,
    read_program_file,
)

FOLDER = "my-solver"
DEEPEST = 4  # folders between that of a class and a learner's
MOST_FILES, MOST_BYTES = 100_000, 256 << 20  # in an archive, and of what is read from it
STATE = ".learn/state.json"


class Kept(State):
    """A folder as a page keeps it: the state, and the programs by stage.

    finished    the files as the stage was passed, or ours if they caught up: .learn/done
    drafts      the files that they have now, where they differ: the program itself, and kept
    """

    finished: dict[str, Files]
    drafts: dict[str, Files]


def pack_archive(kept: Kept) -> bytes:
    """Return the folder, zipped; `drafts` has the program of the stage that the reader is at."""
    project = parse_state(Path(), json.dumps(kept))
    project.skip_stages()
    files = {**EXTRAS, STATE: json.dumps(make_state(project), indent=2) + "\n"}
    for name, program in kept["finished"].items():
        files |= {f".learn/done/{name}/{file}": text for file, text in program.items()}
    for name, program in kept["drafts"].items():
        place = "" if name == (project.here or stages.name_last()) else f"kept/{name}/"
        files |= {f"{place}{file}": text for file, text in program.items()}
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(f"{FOLDER}/{name}", text)
    return content.getvalue()


def unpack_archive(content: bytes) -> Kept:
    """Return what a page keeps of a zipped folder; raise UserError if it is not one, or is damaged."""
    with TemporaryDirectory() as scratch:
        unpack_folders(BytesIO(content), Path(scratch))
        states = sorted(Path(scratch).glob(f"**/{STATE}"), key=lambda path: (len(path.parts), path))
        if not states:
            raise UserError(
                f"there is no {STATE} in this file: zip the whole folder that `c4 learn start` made, "
                "hidden files included"
            )
        folder, *others = (path.parents[1] for path in states)
        if others := [other for other in others if folder not in other.parents]:
            names = " and ".join(f"{path.relative_to(scratch)}" for path in (folder, others[0]))
            raise UserError(
                f"there are {1 + len(others)} folders of `c4 learn` in this file, such as "
                f"{names[:MOST_LETTERS]}: zip the one that is yours"
            )
        try:
            project = parse_state(folder, read_program_file(states[0]))
        except UserError as error:
            raise UserError(f"{STATE} in this file cannot be read: {error}") from None
        try:
            finished, drafts = (
                {
                    name: files
                    for name in stages.load_stages()
                    if (files := read_program(folder / place / name))
                }
                for place in (".learn/done", "kept")
            )
            shown, program = project.here or stages.name_last(), read_program(folder)
        except UserError as error:
            raise UserError(f"{error}".replace(f"{folder}{os.sep}", "")) from None
    drafts.pop(project.here or "", None)
    drafts |= {shown: drafts.get(shown, {}) | program} if program else {}
    return {**make_state(project), "finished": finished, "drafts": drafts}


@dataclass(frozen=True)
class Submission:
    """A learner's folder or zip, and its name where it was handed in."""

    name: Path
    place: Path


@contextmanager
def open_submissions(places: Iterable[Path]) -> Generator[list[Submission]]:
    """Yield what was handed in: each place is a learner's folder or zip, or that of a class."""
    with TemporaryDirectory() as scratch:
        submissions: list[Submission] = []
        for number, place in enumerate(places):
            folder = Path(scratch, f"{number}") if is_zip(place) else place
            try:
                if is_zip(place):
                    unpack_folders(place, folder)
                paths = list_learners(folder) or [folder]
            except (UserError, OSError):  # it is reported when this is graded
                submissions.append(Submission(place, place))
            else:
                submissions += [Submission(place / path.relative_to(folder), path) for path in paths]
        yield submissions


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
            raise UserError(f"there are {len(found)} folders of `c4 learn` in it; there must be just one")
        yield found[0] if found else Path(scratch)


def is_zip(path: Path) -> bool:
    """Return whether a file is called a zip."""
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
        if not path.name.startswith((".", "__"))  # files that systems put there, such as __MACOSX
        and (is_zip(path) or (path.is_dir() and not path.is_symlink()))
    ]
    found = {path: list_learners(path, depth - 1) for path in parts}
    return [one for path in parts for one in found[path] or [path]] if any(found.values()) else []


def unpack_folders(file: Path | BytesIO, folder: Path) -> None:
    """Unpack the states, programs and zips in a zip, and all folders, even empty ones.

    A file beside such zips was handed in as well: it becomes an empty folder. Raise UserError if the zip is
    damaged, or beyond the limits; no more of a file is read than it says. A file named as if it were outside
    is unpacked inside, and a link as a file, as zipfile does.
    """
    try:
        with ZipFile(file) as archive:
            infos = archive.infolist()
            for info in infos:
                info.filename = info.filename.replace("\\", "/")  # as some on Windows write it
            needed = {info for info in infos if info.filename.lower().endswith((".py", ".zip", STATE))}
            if len(infos) > MOST_FILES or sum(info.file_size for info in needed) > MOST_BYTES:
                raise UserError(
                    f"there are more than {MOST_FILES:,} files or {MOST_BYTES >> 20} MiB in this file; "
                    "unpack it, and take the folders"
                )
            if any(info.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for info in needed):
                raise UserError("this file is compressed in an unusual way; zip the whole folder again")
            parents = {info: info.filename[: info.filename.rfind("/") + 1] for info in infos}
            roots = {f"/{info.filename}".removesuffix(STATE)[1:] for info in needed}
            places = {parents[info] for info in needed if is_zip(Path(info.filename))} - roots
            folder.mkdir(exist_ok=True)
            for info, parent in parents.items():
                if parent in places and not info.is_dir() and not is_zip(Path(info.filename)):
                    archive.extract(ZipInfo(f"{info.filename}/"), folder)
                elif info in needed:
                    archive.extract(info, folder)
                elif parent:
                    archive.extract(ZipInfo(parent), folder)
    except UserError:
        raise
    except Exception as error:  # zipfile raises a dozen kinds at damaged bytes
        reason = f"{error}"[:MOST_LETTERS] or type(error).__name__
        raise UserError(f"this file cannot be unpacked: {reason}; zip the whole folder again") from None
