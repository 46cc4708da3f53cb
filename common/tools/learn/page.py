"""What the page "Write it" asks of Python: check a program, compare it with ours, pack a folder, unpack one.

Questions and answers are JSON: so they cross from the page to its worker, and from there to Python.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from common.errors import UserError
from common.tools.diff import diff_texts
from common.tools.learn.archive import pack_archive, unpack_archive
from common.tools.learn.curriculum.stages import Files, load_stage
from common.tools.learn.project import Done
from common.tools.learn.trying.events import Passed
from common.tools.learn.trying.runner import Limits, check_folder, open_program_folder

Pieces = Iterator[dict[str, Any]]


def answer_question(question: str, tell: Callable[[str], None]) -> None:
    """Answer a question by what is told of it, piece by piece."""
    try:
        for piece in answer_request(**json.loads(question)):
            tell(json.dumps(piece))
    except UserError as error:
        tell(json.dumps({"event": "Refused", "reason": f"{error}"}))


def answer_request(verb: str, **given: Any) -> Pieces:
    """Yield the pieces of the answer to a request."""
    match verb:
        case "check":
            yield from check_program(**given)
        case "compare":
            ours = load_stage(given["stage"]).ours()
            yield {"event": "Difference", "text": diff_texts(given["files"], ours)}
        case "pack":
            yield {"event": "Packed", "content": b64encode(pack_archive(given["kept"])).decode()}
        case _:
            yield {"event": "Unpacked", "kept": unpack_archive(b64decode(given["content"]))}


def check_program(stage: str, files: Files) -> Pieces:
    """Yield each event of checking a program, at the end what passing took."""
    with open_program_folder(files) as folder:
        for event in check_folder(folder, load_stage(stage), Limits(here=True)):
            if isinstance(event, Passed):
                done = asdict(Done.make_passed(event))
                yield {"event": "Passed", "done": done, "positions": event.positions}
            else:
                yield {"event": type(event).__name__, **event._asdict()}
