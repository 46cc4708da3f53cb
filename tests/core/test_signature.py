"""Tests of the steps' signatures: no search explores other nodes than the recorded ones in silence."""

import runpy

import pytest

from common.tools import course
from common.tools.testing import signature
from common.tools.testing.signature import COMMAND, compute_signature, load_signatures


@pytest.mark.parametrize("number", course.numbers())
def test_a_search_explores_the_nodes_of_its_signature(number: str) -> None:
    nodes, expected = compute_signature(number), load_signatures().get(number, "nothing")
    assert nodes == expected, (
        f"the search of step {number} explores {nodes} nodes, the signature says {expected}: "
        f"if that is meant, write it anew with `{COMMAND}` and say the new total in the commit"
    )


def test_there_is_no_signature_of_a_step_that_is_gone() -> None:
    assert set(load_signatures()) <= set(course.numbers()), f"run `{COMMAND}`"


def test_the_command_writes_the_signatures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written: dict[object, str] = {}
    monkeypatch.setattr("common.tools.files.write_file", written.__setitem__)
    monkeypatch.setattr(course, "numbers", lambda: ["01"])
    runpy.run_path(signature.__file__, run_name="__main__")
    nodes = load_signatures()["01"]
    assert written == {signature.RECORDED: f'{{\n  "01": {nodes}\n}}\n'}
    assert capsys.readouterr().out == f"01 {nodes}\n"
