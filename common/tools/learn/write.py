"""What pages ask of Python: check a program, compare it with ours, let it play, pack a folder, unpack one.

Questions and answers are JSON, which can cross from the page to its worker, and from there to Python.
"""

import atexit
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from functools import cache, lru_cache, partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from c4.engine import Step
from common.book_file import EMBEDDED, count_plies
from common.errors import Error
from common.solver import best_move
from common.tools import course
from common.tools.answers import describe_error
from common.tools.diff import diff_texts
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, load_stage
from common.tools.learn.ending import Choose, play_ending
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
from common.tools.learn.trying.events import Event, make_asked
from common.tools.learn.trying.runner import Limits, check_folder, open_program_folder
from common.tools.learn.trying.timed import Late, limit_time

FOLDER = "my-solver"
MOVE_SECONDS = 2.0
OPENING_SECONDS = 20.0  # at the end of volume one, as long as the book is ahead
KEPT = ExitStack()  # folders of programs that play
atexit.register(KEPT.close)


class PageProject(State):
    """A project as a page stores it: the state, and the programs by stage.

    finished    the files as the stage was passed, or ours if they caught up: .learn/done
    drafts      the files that they have now, where they differ: the program itself, and kept
    """

    finished: dict[str, Files]
    drafts: dict[str, Files]


def answer_question(question: str, tell: Callable[[str], None], perfect: Choose | None = None) -> None:
    """Answer a question in pieces; `tell` gets each piece as JSON. `perfect` plays against a program."""

    def say(event: str, **about: object) -> None:
        tell(json.dumps({"event": event, **about}))

    asked = json.loads(question)
    try:
        match asked["verb"]:
            case "check":
                for event in check_program(asked["stage"], asked["files"], asked["before"]):
                    tell(json.dumps(event))
            case "end":
                assert perfect
                with open_program_folder(asked["files"]) as folder:
                    done = {name: Done(**entry) for name, entry in asked["done"].items()}
                    own, limits = partial(choose_patiently, asked["files"]), Limits(here=True)
                    for event in play_ending(folder, done, own, perfect, limits):
                        tell(json.dumps(event))
            case "move":
                tell(json.dumps(make_asked(asked["moves"], "the column")))
                try:
                    say("Moved", column=choose_column(asked["files"], asked["moves"]))
                except Late:
                    say("Late", seconds=MOVE_SECONDS)
            case "compare":
                say("Difference", text=diff_texts(asked["files"], load_stage(asked["stage"]).ours()))
            case "pack":
                say("Packed", content=b64encode(pack_folder(asked["project"])).decode())
            case _:
                say("Unpacked", project=unpack_folder(b64decode(asked["content"])))
    except Error as error:
        say("Refused", reason=f"{error}")


def check_program(stage: str, files: Files, files_before: Files) -> Iterator[Event]:
    """Yield what happens when a program is checked, with `done` once it has passed.

    Nodes are exact, and nobody is shown times, so one round of measuring is enough.
    """
    with open_program_folder(files) as folder, open_program_folder(files_before) as place:
        before = place if files_before else None
        for event in check_folder(folder, load_stage(stage), Limits(here=True), before, rounds=1):
            is_passed = event["event"] == "Passed"
            yield event | {"done": asdict(Done.make_passed(event))} if is_passed else event


def choose_patiently(files: Files, moves: str) -> int:
    """Return the column that a program chooses, and wait for it as long as the book is ahead."""
    is_ahead = EMBEDDED and len(moves) < count_plies(EMBEDDED)
    return choose_column(files, moves, OPENING_SECONDS if is_ahead else MOVE_SECONDS)


def choose_column(files: Files, moves: str, seconds: float = MOVE_SECONDS) -> int:
    """Return the column that a program chooses after a move string.

    Raise Late if that takes too long, and Error for an error of the program. It keeps its book and its table
    for the next move.
    """
    folder = keep_folder(json.dumps(files))
    try:
        step = load_player(folder)
        position = step.parse(moves)
        if hasattr(step.shared_solver, "open_book"):
            step.shared_solver.open_book(position.moves)
        with limit_time(seconds):
            return best_move(step, position)
    except Late:
        raise
    except BaseException as error:  # a program may raise anything
        raise Error(describe_error(error, folder).line) from None


@cache
def keep_folder(files: str) -> Path:
    """Return a folder with files, given as JSON, that is there until Python ends."""
    return KEPT.enter_context(open_program_folder(json.loads(files)))


@lru_cache(maxsize=1)
def load_player(folder: Path) -> Step:
    """Return the program in a folder, with what it remembers."""
    return course.at(folder)


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
