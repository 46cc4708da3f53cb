"""What the page "Write it" asks of Python: check a program, compare it with ours, pack a folder, unpack one.

Questions and answers are JSON: so they cross from the page to its worker, and from there to Python.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import asdict

from common.errors import UserError
from common.tools.diff import diff_texts
from common.tools.learn.archive import pack_archive, unpack_archive
from common.tools.learn.curriculum.stages import load_stage
from common.tools.learn.project import Done
from common.tools.learn.trying.events import Passed
from common.tools.learn.trying.runner import Limits, check_folder, open_program_folder


def answer_question(question: str, tell: Callable[[str], None]) -> None:
    """Answer a question in pieces: `tell` gets each of them as JSON."""

    def say(event: str, **about: object) -> None:
        tell(json.dumps({"event": event, **about}))

    asked = json.loads(question)
    try:
        match asked["verb"]:
            case "check":
                with open_program_folder(asked["files"]) as folder:
                    for event in check_folder(folder, load_stage(asked["stage"]), Limits(here=True)):
                        if isinstance(event, Passed):
                            done = asdict(Done.make_passed(event))
                            say("Passed", done=done, positions=event.positions)
                        else:
                            say(type(event).__name__, **event._asdict())
            case "compare":
                say("Difference", text=diff_texts(asked["files"], load_stage(asked["stage"]).ours()))
            case "pack":
                say("Packed", content=b64encode(pack_archive(asked["kept"])).decode())
            case _:
                say("Unpacked", kept=unpack_archive(b64decode(asked["content"])))
    except UserError as error:
        say("Refused", reason=f"{error}")
