"""Pictures are as they were when somebody looked at them."""

import json

from pictures import RECORDED, draw_pictures, sum_pictures


def test_no_picture_has_changed_unseen() -> None:
    expected = json.loads(RECORDED.read_text(encoding="utf-8"))
    changed = sorted(name for name, _ in expected.items() ^ sum_pictures(draw_pictures()).items())
    assert not changed, "look at them: python tests/pictures.py FOLDER; then keep what it has recorded"
