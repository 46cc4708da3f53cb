"""Tests of the ledger: no record is stale, a changed source makes one stale, and `c4 record` fresh."""

import json

import pytest
from repository import ROOT

from common.tools import records
from common.tools.records import Record, list_records


@pytest.mark.parametrize("record", list_records(), ids=lambda record: record.name)
def test_no_record_is_stale(record: Record) -> None:
    assert not record.is_stale(), f"make it again: c4 record {record.name}"


def test_every_record_has_files_and_sources() -> None:
    for record in list_records():
        for pattern in f"{record.made} {record.sources}".split():
            assert list(ROOT.glob(pattern)), f"{record.name}: {pattern}"
    names = [record.name for record in list_records()]
    assert len(names) == len(set(names))


def test_the_digests_are_those_of_the_ledger() -> None:
    assert [*json.loads(records.DIGESTS.read_text(encoding="utf-8"))] == [
        record.name for record in list_records()
    ]
