"""Tests of long jobs that were killed: they go on to the same result, and never with parts of another job."""

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from repository import PLAIN, Done, check_refused, read_output, run

from common.errors import Error
from common.tools.parts import open_parts

KILLED = """
import os, runpy, signal, sys
from contextlib import contextmanager
from common.tools import parts
open_to_append = parts.open_to_append
@contextmanager
def append_and_end(path):
    with open_to_append(path) as (lines, begun, write_lines):
        def write_and_end(lines):
            write_lines(lines)
            if lines[0].startswith("["):
                write_lines(['[64, [1'])
                os.killpg(0, signal.SIGKILL)
        yield lines, begun, write_and_end
parts.open_to_append = append_and_end
sys.argv = sys.argv[1:]
if __name__ == "__main__":
    os.setpgid(0, 0)
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""  # a module as a program that is killed, with all of its processes, within its second part


def list_nodes(text: str) -> object:
    return [
        (row["set"], row["solver"], row["correct"], row["mean_nodes"]) for row in json.loads(text)["rows"]
    ]


class Job(NamedTuple):
    """A command line, its output, what in that ignores the clock, and options that make it another job."""

    arguments: str
    result: str
    change: str
    outcome: Callable[[str], object] = str


TESTSET = "common.tools.make.testset --positions 40 --jobs 1 --out {folder} middle-medium"
BENCH = "c4 bench --steps 09 --sets end-easy,middle-easy --positions 2 --json {folder}/b --resume"
JOBS = {
    "book": Job("c4 book build --board 4x3 --plies 5 --jobs 1 --out {folder}/x.book", "x.book", "--plies 4"),
    "testset": Job(TESTSET, "middle-medium", "--seed 2"),
    "bench": Job(BENCH, "b", "--no-book", list_nodes),
}


@pytest.mark.parametrize("name", JOBS)
def test_a_killed_job_goes_on_to_the_same(name: str, tmp_path: Path) -> None:
    job = JOBS[name]

    def run_job(folder: Path, *more: str, python: tuple[str, ...] = ("-m",)) -> Done:
        words = job.arguments.format(folder=folder).split()
        return run([sys.executable, *python, *words, *more], **PLAIN)

    def read_result(folder: Path) -> object:
        read_output(run_job(folder))
        assert [path.name for path in folder.iterdir()] == [job.result]
        return job.outcome((folder / job.result).read_text("latin-1"))

    whole, begun = tmp_path / "whole", tmp_path / "begun"
    killed = run_job(begun, python=("-c", KILLED))
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    (parts,) = begun.iterdir()
    check_refused(run_job(begun, *job.change.split()), f"{parts} ")
    assert read_result(begun) == read_result(whole)


def test_damaged_parts_are_left_alone(tmp_path: Path) -> None:
    path, content = tmp_path / "x.parts", "some job\n1\n]\n"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(Error, match=r"x\.parts .*delete"), open_parts(tmp_path / "x", "some job"):
        pass
    assert path.read_text(encoding="utf-8") == content
