"""Tests of the chart of all steps: lines, names, light and dark colours, and a description in words."""

from xml.etree import ElementTree

from common.tools import course
from common.tools.measured import NODES, index_rows, read_benchmark
from common.tools.site.figures.climb import LOOKS, draw_climb

BENCHMARK = read_benchmark()


def test_each_line_has_its_marks_name_and_words() -> None:
    svg = ElementTree.fromstring(draw_climb(BENCHMARK))
    rows, drawn = index_rows(BENCHMARK), [number for number in course.numbers() if number <= course.ENGINE]
    texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    uses = [use.get("style", "") for use in svg.iter("{http://www.w3.org/2000/svg}use")]
    for kind in LOOKS:
        found = [rows[number, kind][NODES] for number in drawn if NODES in rows[number, kind]]
        assert texts.count(kind) == 2 * bool(found) == 2 * (kind != "begin-hard")
        if not found:
            continue
        marks = sum(f"fill: light-dark({LOOKS[kind][1]}" in style for style in uses)
        assert marks == 2 * len(found) + 2  # those in the legends too
        assert f"{kind} from {found[0]:,.0f} nodes" in svg.get("aria-label", "")
    for number in course.numbers():
        assert (f"{number} {course.load(number).name}" in texts) == (number in drawn)
