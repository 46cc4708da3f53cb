"""Tests of the ledger: no record is stale, and a program lists and makes them."""

import json
import sys

import pytest
from repository import ROOT, read_output, run

from common.tools.make import records
from common.tools.make.records import Record, list_records


@pytest.mark.parametrize("record", list_records(), ids=lambda record: record.name)
def test_no_record_is_stale(record: Record) -> None:
    assert not record.is_stale(), f"make it again: python -m common.tools.make {record.name}"


def test_every_record_has_files_and_sources_and_is_listed() -> None:
    for record in list_records():
        for pattern in f"{record.made} {record.sources}".split():
            assert list(ROOT.glob(pattern)), f"{record.name}: {pattern}"
    names = [record.name for record in list_records()]
    assert len(names) == len(set(names))
    digested = [record.name for record in list_records() if record.sources]
    assert [*json.loads(records.DIGESTS.read_text(encoding="utf-8"))] == digested
    listed = read_output(run([sys.executable, "-m", "common.tools.make", "--list"]))
    assert [line.split()[0] for line in listed.splitlines()] == names
