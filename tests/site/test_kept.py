"""Test of the files that are made in seconds and kept: they are what the code makes now."""

from repository import ROOT

from common.tools.site import kept


def test_kept_files_are_what_is_made_now() -> None:
    for path, text in kept.make_files():
        kept_text = (ROOT / path).read_text(encoding="utf-8")
        assert kept_text == text, f"{path}: make it again by `python -m common.tools.site.kept`"
