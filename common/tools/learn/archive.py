"""A learner's folder as a zip file, and what a page keeps of it in its place.

A page has no folder, so it keeps the state and the programs as one value that JSON can hold:

    here        the stage that the reader is at, null once all are done
    done, hints as in .learn/state.json
    finished    by stage, the files of the program as it passed, or ours if they caught up: .learn/done
    drafts      by stage, the files that they have now, where they differ: the program itself, and kept
"""

import json
import re
import struct
import zlib
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, TypedDict
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from common.errors import UserError
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files
from common.tools.learn.project import EXTRAS, FORMAT, Done, Project, parsed, state_of

FOLDER = "my-solver"
STATE = ".learn/state.json"
MOST_BYTES = 4 << 20  # of all that is taken from an archive
PROGRAM = re.compile(
    r"(?:\.learn/(?P<finished>done)/(?P<passed>\w+)/|kept/(?P<kept>\w+)/)?(?P<file>[a-z]\w*\.py)"
)
DAMAGE = (
    *(BadZipFile, zlib.error, struct.error, EOFError, LookupError, OSError),
    *(OverflowError, RuntimeError, ValueError),
)
"""What `zipfile` raises at damaged bytes, and at what it cannot read."""
MOST_LETTERS = 200  # of an error, which may quote the file


class BadArchive(UserError):
    """Say why a file is no learner's folder."""


class Kept(TypedDict):
    """What a page keeps."""

    format: int
    here: str | None
    done: dict[str, dict[str, Any]]
    hints: dict[str, int]
    finished: dict[str, Files]
    drafts: dict[str, Files]


def packed(kept: Kept) -> bytes:
    """Return the folder, zipped; `drafts` has the program of the stage that the reader is at."""
    project = parsed(Path(), {**kept})
    skip(project)
    files = {**EXTRAS, STATE: json.dumps(state_of(project), indent=2) + "\n"}
    for name, program in kept["finished"].items():
        files |= {f".learn/done/{name}/{file}": text for file, text in program.items()}
    for name, program in kept["drafts"].items():
        place = "" if name == at(project.here) else f"kept/{name}/"
        files |= {f"{place}{file}": text for file, text in program.items()}
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(f"{FOLDER}/{name}", text)
    return content.getvalue()


def at(here: str | None) -> str:
    """Return the stage that the program in the folder is of: the last one, once all are done."""
    return here or list(stages.all_stages())[-1]


def skip(project: Project) -> None:
    """Mark the stages as skipped that come before the one that the reader is at, and are not done."""
    for name in stages.all_stages():
        if name == project.here:
            return
        project.done.setdefault(name, Done("skipped"))


def unpacked(content: bytes) -> Kept:
    """Return what a page keeps of a zipped folder; raise BadArchive if it is none, or damaged."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            files = texts(archive)
    except DAMAGE as error:
        raise BadArchive(f"this file cannot be unpacked: {said(error)}; zip the whole folder again") from None
    try:
        project = parsed(Path(), json.loads(files.pop(STATE)))
        state = state_of(project)
    except (*DAMAGE, ArithmeticError, AttributeError, TypeError, UserError) as error:
        raise BadArchive(f"{STATE} in this file cannot be read: {said(error)}") from None
    kept: Kept = {
        "format": FORMAT,
        "here": project.here,
        "done": state["done"],
        "hints": project.hints,
        "finished": {},
        "drafts": {},
    }
    for name, text in files.items():
        found = PROGRAM.fullmatch(name)
        assert found
        stage = found["passed"] or found["kept"] or at(project.here)
        if stage in stages.all_stages() and (not found["kept"] or stage != project.here):
            kept["finished" if found["finished"] else "drafts"].setdefault(stage, {})[found["file"]] = text
    return kept


def said(error: Exception) -> str:
    """Return what an error says, its kind if nothing."""
    return f"{error}"[:MOST_LETTERS] or type(error).__name__


def texts(archive: ZipFile) -> Files:
    """Return the files of an archive that matter, by their names in the folder."""
    states = [info.filename for info in archive.infolist() if f"/{info.filename}".endswith(f"/{STATE}")]
    if not states:
        raise BadArchive(
            f"there is no {STATE} in this file: zip the whole folder that `c4 learn start` made, "
            "what is hidden in it too"
        )
    root = min(states, key=len).removesuffix(STATE)
    taken = {info.filename.removeprefix(root): info for info in archive.infolist() if matters(info, root)}
    if sum(info.file_size for info in taken.values()) > MOST_BYTES:
        raise BadArchive(f"the programs in this file are larger than {MOST_BYTES >> 20} MiB together")
    for name, info in taken.items():
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # others may unpack to more than they say
            raise BadArchive(f"{name} in this file is not compressed by Deflate: zip the whole folder so")
    return {name: text_of(archive, name, info) for name, info in taken.items()}


def matters(info: ZipInfo, root: str) -> bool:
    """Tell whether a file is the state or part of a program; tests are neither."""
    name = info.filename.removeprefix(root)
    is_program = PROGRAM.fullmatch(name) and not PurePosixPath(name).name.startswith("test_")
    return info.filename.startswith(root) and (name == STATE or bool(is_program))


def text_of(archive: ZipFile, name: str, info: ZipInfo) -> str:
    """Return the text of a file; raise BadArchive if it is not text."""
    try:
        return archive.read(info).decode()
    except UnicodeDecodeError as error:
        raise BadArchive(f"{name} in this file is not text in UTF-8: {error}") from None
