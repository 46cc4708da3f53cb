"""Pictures are as they were when somebody looked at them."""

import json

from made_up import render_made_up
from pictures import RECORDED, draw_pictures, sum_pictures

KEPT = json.loads(RECORDED.read_text(encoding="utf-8"))
HINT = "look at them: python tests/pictures.py FOLDER; then keep what it has recorded"


def list_changed(part: str, pictures: dict[str, str]) -> list[str]:
    return sorted({name for name, _ in KEPT[part].items() ^ sum_pictures(pictures).items()})


def test_no_picture_has_changed_unseen() -> None:
    assert not list_changed("drawn", draw_pictures()), HINT


def test_nothing_that_is_made_of_a_record_has_changed_unseen() -> None:
    assert not list_changed("made up", render_made_up()), HINT
