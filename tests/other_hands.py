"""Right programs that are not written as ours are, with mistakes of their stages, and how they are judged.

    NUMBA_DISABLE_JIT=1 python tests/other_hands.py 02     program, judgement, mistake

A mistake is "named" if the check says what it is, "misnamed" if that is another one.
"""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from wrong_programs import SEED, judge_program

from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Files, Mistake, Stage
from common.tools.learn.trying import child
from common.tools.source import Edit, StaleStage, locate_lines, parse_definition

KNOWN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["programs"]


class Program(NamedTuple):
    """A right program of a stage, and how mistakes are made in it."""

    files: Files
    mistakes: dict[str, list[str]]

    def make(self, mistakes: list[Mistake]) -> Files | None:
        """Return the program with a mistake, which may have many entries; None if it has no place there."""
        (says,) = {mistake.says for mistake in mistakes}
        files = self.files
        if listed := [edits for words, edits in self.mistakes.items() if words in says]:
            (edits,) = listed
            for old, new in zip(edits[::2], edits[1::2], strict=True):
                (file,) = (name for name, text in files.items() if old in text)
                files = Edit(file, old, new).apply(files)
            return files if edits else None
        for mistake in mistakes:
            for edit in mistake.edits:
                with suppress(StaleStage):
                    return edit.apply(files)
        raise StaleStage(f"nothing says how this mistake is made: {says}")


def list_programs(stage: Stage) -> list[Program]:
    """Return the programs of a stage."""
    return [
        Program(replace_definitions(stage.ours(), about["definitions"]), about.get("mistakes", {}))
        for about in KNOWN
        if about["stage"] == stage.name
    ]


def replace_definitions(files: Files, definitions: dict[str, str]) -> Files:
    """Return files in which definitions are replaced, each wherever it is."""
    for name, text in definitions.items():
        for file, source in files.items():
            with suppress(StaleStage):
                first, end = locate_lines(parse_definition(source, name))
                lines = source.splitlines()
                lines[first:end] = text.strip("\n").splitlines()
                files = files | {file: "\n".join(lines) + "\n"}
                break
        else:
            raise StaleStage(f"there is no {name}")
    return files


def list_cases(stage: Stage) -> Iterator[tuple[str, int, Files | None]]:
    """Yield for each mistake and each program what is to be said, its number, and the wrong program."""
    programs = list_programs(stage)
    for says in dict.fromkeys(mistake.says for mistake in stage.mistakes):
        mistakes = [mistake for mistake in stage.mistakes if mistake.says == says]
        yield from ((says, number, program.make(mistakes)) for number, program in enumerate(programs))


def judge_mistake(stage: Stage, says: str, files: Files) -> str:
    """Return how a wrong program is judged: by what its search does, or else by its answers."""
    mistakes = [mistake for mistake in stage.mistakes if mistake.says == says]
    check, said = "nodes", ""
    if mistakes[0].is_of_search:
        with TemporaryDirectory() as folder, TemporaryDirectory() as place:
            stages.write_files(Path(folder), files)
            (event,) = child.diagnose_answers(stage.name, SEED, [folder, place], check, [])
            said = event["idea"]
    if said != says and not any(mistake.hangs for mistake in mistakes):
        check, said = judge_program(stage, files)
    if said == says:
        return "named"
    if said in {mistake.says for mistake in stage.mistakes}:
        return "misnamed"
    return f"unnamed in {check}" if check else "not caught"


def main(name: str) -> None:
    """Print the table of a stage."""
    stage = stages.load_stage(name)
    for number, program in enumerate(list_programs(stage)):
        print(number, "refused" if judge_program(stage, program.files)[0] else "right", sep=" | ", flush=True)
    for says, number, files in list_cases(stage):
        if files:
            print(number, judge_mistake(stage, says, files), says.partition(":")[0], sep=" | ", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
