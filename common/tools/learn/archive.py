"""A learner's folder as a zip file, and what a page keeps of it in its place.

A page has no folder, so it keeps the state and the programs as one value that JSON can hold:

    here        the stage that the reader is at, null once all are done
    done, hints as in .learn/state.json
    finished    by stage, the files of the program as it passed, or ours if they caught up: .learn/done
    drafts      by stage, the files that they have now, where they differ: the program itself, and kept
"""

import json
import re
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any, TypedDict
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from common.errors import UserError
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files
from common.tools.learn.project import EXTRAS, MOST_LETTERS, UNREADABLE, make_state, parse_state

FOLDER = "my-solver"
STATE = ".learn/state.json"
MOST_BYTES = 4 << 20  # of all that is taken from an archive
PROGRAM = re.compile(
    r"(?:\.learn/(?P<finished>done)/(?P<passed>\w+)/|kept/(?P<kept>\w+)/)?(?P<file>[a-z]\w*\.py)"
)


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


def pack_archive(kept: Kept) -> bytes:
    """Return the folder, zipped; `drafts` has the program of the stage that the reader is at."""
    project = parse_state(Path(), {**kept})
    project.skip_stages()
    files = {**EXTRAS, STATE: json.dumps(make_state(project), indent=2) + "\n"}
    for name, program in kept["finished"].items():
        files |= {f".learn/done/{name}/{file}": text for file, text in program.items()}
    for name, program in kept["drafts"].items():
        place = "" if name == find_shown_stage(project.here) else f"kept/{name}/"
        files |= {f"{place}{file}": text for file, text in program.items()}
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(f"{FOLDER}/{name}", text)
    return content.getvalue()


def find_shown_stage(here: str | None) -> str:
    """Return the stage that the program in the folder is of: the last one, once all are done."""
    return here or list(stages.load_stages())[-1]


def unpack_archive(content: bytes) -> Kept:
    """Return what a page keeps of a zipped folder; raise BadArchive if it is none, or damaged."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            files = read_texts(archive)
    except BadArchive:
        raise
    except Exception as error:  # zipfile raises a dozen kinds at damaged bytes
        raise BadArchive(
            f"this file cannot be unpacked: {describe_error(error)}; zip the whole folder again"
        ) from None
    try:
        project = parse_state(Path(), json.loads(files.pop(STATE)))
    except UNREADABLE as error:
        raise BadArchive(f"{STATE} in this file cannot be read: {describe_error(error)}") from None
    finished, drafts = dict[str, Files](), dict[str, Files]()
    for name, text in files.items():
        match = PROGRAM.fullmatch(name)
        assert match
        stage = match["passed"] or match["kept"] or find_shown_stage(project.here)
        if stage in stages.load_stages() and (not match["kept"] or stage != project.here):
            (finished if match["finished"] else drafts).setdefault(stage, {})[match["file"]] = text
    return Kept(**make_state(project), finished=finished, drafts=drafts)


def describe_error(error: Exception) -> str:
    """Return what an error says, its kind if nothing."""
    return f"{error}"[:MOST_LETTERS] or type(error).__name__


def read_texts(archive: ZipFile) -> Files:
    """Return the files of an archive that matter, by their names in the folder."""
    states = [info.filename for info in archive.infolist() if f"/{info.filename}".endswith(f"/{STATE}")]
    if not states:
        raise BadArchive(
            f"there is no {STATE} in this file: zip the whole folder that `c4 learn start` made, "
            "what is hidden in it too"
        )
    root = min(states, key=len).removesuffix(STATE)
    wanted = {info.filename.removeprefix(root): info for info in archive.infolist() if is_wanted(info, root)}
    if sum(info.file_size for info in wanted.values()) > MOST_BYTES:
        raise BadArchive(f"the programs in this file are larger than {MOST_BYTES >> 20} MiB together")
    for name, info in wanted.items():
        if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # others may unpack to more than they say
            raise BadArchive(
                f"{name[:MOST_LETTERS]} in this file is not compressed by Deflate: zip the whole folder so"
            )
    return {name: read_member(archive, name, info) for name, info in wanted.items()}


def is_wanted(info: ZipInfo, root: str) -> bool:
    """Tell whether a file is the state or part of a program; tests are neither."""
    name = info.filename.removeprefix(root)
    is_program = PROGRAM.fullmatch(name) and not PurePosixPath(name).name.startswith("test_")
    return info.filename.startswith(root) and (name == STATE or bool(is_program))


def read_member(archive: ZipFile, name: str, info: ZipInfo) -> str:
    """Return the text of a file; raise BadArchive if it is not text."""
    try:
        with archive.open(info) as file:  # `archive.read` would unpack more than the size, and cut that off
            return file.read(info.file_size).decode()
    except UnicodeDecodeError as error:
        raise BadArchive(f"{name[:MOST_LETTERS]} in this file is not text in UTF-8: {error}") from None
