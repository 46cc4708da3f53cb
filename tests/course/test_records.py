"""Tests of the ledger: no record is stale, and a program lists and makes them."""

import json
import sys

import pytest
from repository import ROOT, read_output, run

from common import CORE, PACKAGES
from common.tools.make import records
from common.tools.make.records import Record, list_files, list_records


@pytest.mark.parametrize("record", list_records(), ids=lambda record: record.name)
def test_no_record_is_stale(record: Record) -> None:
    assert not record.is_stale(), f"make it again: python -m common.tools.make {record.name}"


def test_every_record_has_files_and_sources_and_is_listed() -> None:
    core = {path for folder in PACKAGES.values() for path in folder.glob("[!.]*.py")}
    for record in list_records():
        sources = {*list_files(record.sources)}
        assert core <= sources or core.isdisjoint(sources - {CORE / "book_file.py"})
        for pattern in f"{record.made} {record.sources}".split():
            assert list(ROOT.glob(pattern)), f"{record.name}: {pattern}"
    names = [record.name for record in list_records()]
    assert len(names) == len(set(names))
    digested = [record.name for record in list_records() if record.sources]
    assert [*json.loads(records.DIGESTS.read_text(encoding="utf-8"))] == digested
    listed = read_output(run([sys.executable, "-m", "common.tools.make", "--list"]))
    assert [line.split()[0] for line in listed.splitlines()] == names
