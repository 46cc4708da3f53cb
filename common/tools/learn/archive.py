"""A learner's folder as a zip file, and what a page keeps of it in its place.

A page has no folder, so it keeps the state and the programs as one value that JSON can hold:

    here        the stage that the reader is at, null once all are done
    done, hints, quizzes
                as in .learn/state.json
    finished    by stage, the files of the program as it passed, or ours if they caught up: .learn/done
    drafts      by stage, the files that they have now, where they differ: the program itself, and kept
"""

import json
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from stat import S_ISLNK
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from common.errors import UserError
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files
from common.tools.learn.project import EXTRAS, MOST_LETTERS, make_state, parse_state

Kept = dict[str, Any]
FOLDER = "my-solver"
MOST_FILES, MOST_BYTES = 100_000, 256 << 20  # in an archive, and of what is read from it
STATE = ".learn/state.json"
PROGRAM = re.compile(
    r"(?:\.learn/(?P<finished>done)/(?P<passed>\w+)/|kept/(?P<kept>\w+)/)?(?P<file>(?!test_)[a-z]\w*\.py)"
)


def pack_archive(kept: Kept) -> bytes:
    """Return the folder, zipped; `drafts` has the program of the stage that the reader is at."""
    project = parse_state(Path(), json.dumps(kept))
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
    """Return what a page keeps of a zipped folder; raise UserError if it is none, or damaged."""
    with open_archive(BytesIO(content)) as archive:
        files = read_texts(archive)
    try:
        project = parse_state(Path(), files.pop(STATE))
    except UserError as error:
        raise UserError(f"{STATE} in this file cannot be read: {error}") from None
    finished, drafts = dict[str, Files](), dict[str, Files]()
    for name, text in files.items():
        match = PROGRAM.fullmatch(name)
        assert match
        stage = match["passed"] or match["kept"] or find_shown_stage(project.here)
        if stage in stages.load_stages() and (not match["kept"] or stage != project.here):
            (finished if match["finished"] else drafts).setdefault(stage, {})[match["file"]] = text
    return {**make_state(project), "finished": finished, "drafts": drafts}


@contextmanager
def open_archive(file: Path | BytesIO) -> Generator[ZipFile]:
    """Yield a zip file; raise UserError if it is none, or damaged, also while it is read."""
    try:
        with ZipFile(file) as archive:
            yield archive
    except UserError:
        raise
    except Exception as error:  # zipfile raises a dozen kinds at damaged bytes
        reason = f"{error}"[:MOST_LETTERS] or type(error).__name__
        raise UserError(f"this file cannot be unpacked: {reason}; zip the whole folder again") from None


def list_files(archive: ZipFile, is_wanted: Callable[[str], bool]) -> list[ZipInfo]:
    """Return the files in an archive that are wanted, but no links and none with a place outside.

    Raise UserError if there are too many or they are too large. No more than it says is read of a file.
    """
    files = [
        info
        for info in archive.infolist()
        if is_wanted(info.filename) and is_inside(info.filename) and not S_ISLNK(info.external_attr >> 16)
    ]
    if len(archive.infolist()) > MOST_FILES or sum(info.file_size for info in files) > MOST_BYTES:
        raise UserError(
            f"there are more than {MOST_FILES:,} files or {MOST_BYTES >> 20} MiB in this file; "
            "unpack it, and take the folders"
        )
    if any(info.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for info in files):  # others have no limit
        raise UserError("this file is compressed in an unusual way; zip the whole folder again")
    return files


def is_inside(name: str) -> bool:
    """Tell whether a name in an archive is of a place below the folder that it is unpacked into."""
    return not name.startswith("/") and not {"\\", ":"} & {*name} and ".." not in name.split("/")


def read_texts(archive: ZipFile) -> Files:
    """Return the state and the files of programs, by their names in the folder; tests are neither."""
    states = [name for name in archive.namelist() if f"/{name}".endswith(f"/{STATE}")]
    if not states:
        raise UserError(
            f"there is no {STATE} in this file: zip the whole folder that `c4 learn start` made, "
            "what is hidden in it too"
        )
    root = min(states, key=len).removesuffix(STATE)
    files: Files = {}

    def is_wanted(path: str) -> bool:
        name = path.removeprefix(root)
        return path.startswith(root) and (name == STATE or bool(PROGRAM.fullmatch(name)))

    for info in list_files(archive, is_wanted):
        name = info.filename.removeprefix(root)
        try:
            with archive.open(info) as file:
                files[name] = file.read(info.file_size).decode()
        except UnicodeDecodeError as error:
            raise UserError(f"{name} in this file is not text in UTF-8: {error}") from None
    return files
