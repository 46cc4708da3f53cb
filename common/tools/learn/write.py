"""What the page "Write it" asks of Python: check a program, compare it with ours, pack a folder, unpack one.

Questions and answers are JSON, which can cross from the page to its worker, and from there to Python.
"""

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from common.errors import Error
from common.tools.diff import diff_texts
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, load_stage
from common.tools.learn.project import (
    EXTRAS,
    MOST_LETTERS,
    STATE,
    Done,
    State,
    make_state,
    parse_state,
    read_program,
    read_program_file,
)
from common.tools.learn.trying.runner import Limits, check_folder, open_program_folder

FOLDER = "my-solver"


class PageProject(State):
    """A project as a page stores it: the state, and the programs by stage.

    finished    the files as the stage was passed, or ours if they caught up: .learn/done
    drafts      the files that they have now, where they differ: the program itself, and kept
    """

    finished: dict[str, Files]
    drafts: dict[str, Files]


def answer_question(question: str, tell: Callable[[str], None]) -> None:
    """Answer a question in pieces; `tell` gets each piece as JSON."""

    def say(event: str, **about: object) -> None:
        tell(json.dumps({"event": event, **about}))

    asked = json.loads(question)
    try:
        match asked["verb"]:
            case "check":
                with open_program_folder(asked["files"]) as folder:
                    for event in check_folder(folder, load_stage(asked["stage"]), Limits(here=True)):
                        if event["event"] == "Passed":
                            event |= {"done": asdict(Done.make_passed(event))}
                        tell(json.dumps(event))
            case "compare":
                say("Difference", text=diff_texts(asked["files"], load_stage(asked["stage"]).ours()))
            case "pack":
                say("Packed", content=b64encode(pack_folder(asked["project"])).decode())
            case _:
                say("Unpacked", project=unpack_folder(b64decode(asked["content"])))
    except Error as error:
        say("Refused", reason=f"{error}")


def pack_folder(given: PageProject) -> bytes:
    """Return the folder, zipped; `drafts` has the program of the stage that the reader is at."""
    project = parse_state(Path(), json.dumps(given))
    project.skip_stages()
    files = {**EXTRAS, STATE: json.dumps(make_state(project), indent=2) + "\n"}
    for name, program in given["finished"].items():
        files |= {f".learn/done/{name}/{file}": text for file, text in program.items()}
    for name, program in given["drafts"].items():
        place = "" if name == (project.here or stages.name_last()) else f"kept/{name}/"
        files |= {f"{place}{file}": text for file, text in program.items()}
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(f"{FOLDER}/{name}", text)
    return content.getvalue()


def unpack_folder(content: bytes) -> PageProject:
    """Return the project in a zipped folder; raise Error if it is not one, or is damaged."""
    with TemporaryDirectory() as scratch:
        try:
            with ZipFile(BytesIO(content)) as archive:
                for info in archive.infolist():
                    info.filename = info.filename.replace("\\", "/")  # as PowerShell writes it
                    if info.filename.endswith((".py", STATE)):
                        archive.extract(info, scratch)
        except Exception as error:  # zipfile raises a dozen kinds at damaged bytes
            reason = f"{error}"[:MOST_LETTERS] or type(error).__name__
            raise Error(f"this file cannot be unpacked: {reason}; zip the whole folder again") from None
        folders = [path.parents[1] for path in Path(scratch).glob(f"**/{STATE}")]
        if len(folders) != 1:
            raise Error(
                f"it has {len(folders)} files {STATE} and needs exactly one: zip the whole folder that "
                "`c4 learn start` made, hidden files included"
            )
        try:
            return read_folder(folders[0])
        except Error as error:
            raise Error(f"{error}".replace(f"{folders[0]}{os.sep}", "")) from None


def read_folder(folder: Path) -> PageProject:
    """Return the project in a folder."""
    project = parse_state(folder, read_program_file(folder / STATE))
    finished, drafts = (
        {name: files for name in stages.load_stages() if (files := read_program(folder / place / name))}
        for place in (".learn/done", "kept")
    )
    shown = project.here or stages.name_last()
    drafts.pop(shown, None)
    drafts |= {shown: program} if (program := read_program(folder)) else {}
    return {**make_state(project), "finished": finished, "drafts": drafts}
