"""Tests of the chart of all steps: every figure of the record is in its place, no name over another."""

import re
from itertools import pairwise
from xml.etree import ElementTree

from common.tools.measured import read_record
from common.tools.site.figures.climb import (
    LINE,
    MARKS,
    TITLES,
    draw_climb,
    draw_line,
    list_drawn_steps,
    list_series,
    move_names_apart,
    place_step,
)

SVG = "{http://www.w3.org/2000/svg}"


def test_every_figure_of_the_record_has_its_mark_and_more_is_higher() -> None:
    benchmark = read_record()
    marks = [
        (path.get("class", ""), *map(float, re.findall(r"[\d.]+", path.get("transform", ""))))
        for path in ElementTree.fromstring(draw_climb(benchmark)).iter(f"{SVG}path")
        if path.get("class", "").startswith("mark ")
    ]
    for measure in TITLES:
        series = list_series(benchmark, measure)
        expected = [
            (f"mark {kind}", place_step(index), value)
            for kind, values in series.items()
            for index, value in enumerate(values)
            if value
        ]
        assert {len(values) for values in series.values()} == {len(list_drawn_steps())}
        drawn_here, marks = marks[: len(expected)], marks[len(expected) + len(series) :]
        assert [mark[:2] for mark in drawn_here] == [mark[:2] for mark in expected]
        by_value = sorted(zip(expected, drawn_here, strict=True), key=lambda pair: pair[0][2])
        heights = [mark[2] for _, mark in by_value]
        assert heights == sorted(heights, reverse=True)
    assert not marks


def test_a_line_is_broken_where_a_step_did_not_finish() -> None:
    line = draw_line("end-easy", [None, 10.0, 20.0, None, 5.0])
    path = re.findall(r'd="([^"]*)"', line)[0]
    assert re.sub(r"[\d. ]+", "", path) == "MLM"
    assert line.count('class="mark end-easy"') == 3


def test_names_at_the_ends_keep_their_order_and_their_distance() -> None:
    heights_by_name = move_names_apart({"a": 50.0, "b": 20.0, "c": 21.0, "d": 22.0})
    assert list(heights_by_name) == ["b", "c", "d", "a"]
    heights = list(heights_by_name.values())
    assert all(low - high >= LINE for high, low in pairwise(heights))
    assert heights[-1] >= 50


def test_each_set_has_a_shape_and_colours_of_its_own() -> None:
    for parts in zip(*MARKS.values(), strict=True):
        assert len(set(parts)) == len(MARKS)
