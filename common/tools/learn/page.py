"""What the page "Your turn" asks of Python: check a program, compare it with ours, pack a folder, unpack one.

Questions and answers are JSON: so they cross from the page to its worker, and from there to Python.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from common.errors import UserError
from common.tools.diff import diff_texts
from common.tools.learn.archive import Kept, pack_archive, unpack_archive
from common.tools.learn.curriculum.stages import Files, load_stage
from common.tools.learn.project import Done
from common.tools.learn.trying.runner import Limits, Passed, check_folder, open_program_folder

Tell = Callable[[dict[str, Any]], None]


def answer_question(question: str, tell: Callable[[str], None]) -> None:
    """Answer a question by what is told of it, piece by piece."""
    request = json.loads(question)
    verb = request.pop("verb")

    def tell_data(piece: dict[str, Any]) -> None:
        tell(json.dumps(piece))

    try:
        VERBS[verb](tell_data, **request)
    except UserError as error:
        tell_data({"event": "Refused", "reason": f"{error}"})


def answer_check(tell: Tell, stage: str, files: Files) -> None:
    """Check a program; tell each event, at the end what passing took."""
    with open_program_folder(files) as folder:
        for event in check_folder(folder, load_stage(stage), Limits(here=True)):
            if isinstance(event, Passed):
                done = asdict(Done.make_passed(event))
                tell({"event": "Passed", "done": done, "positions": len(event.theirs.nodes)})
            else:
                tell({"event": type(event).__name__, **event._asdict()})


def answer_compare(tell: Tell, stage: str, files: Files) -> None:
    """Tell how our program of a stage differs from theirs."""
    tell({"event": "Difference", "text": diff_texts(files, load_stage(stage).ours())})


def answer_pack(tell: Tell, kept: Kept) -> None:
    """Tell the zipped folder of what the page keeps."""
    tell({"event": "Packed", "content": b64encode(pack_archive(kept)).decode()})


def answer_unpack(tell: Tell, content: str) -> None:
    """Tell what to keep of a zipped folder."""
    tell({"event": "Unpacked", "kept": unpack_archive(b64decode(content))})


VERBS: dict[str, Callable[..., None]] = {
    "check": answer_check,
    "compare": answer_compare,
    "pack": answer_pack,
    "unpack": answer_unpack,
}
