"""Tests of what pages call, each with exactly what it makes of a small stand-in."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from common.tools import course
from common.tools.course import Step
from common.tools.diff import count_changed_lines
from common.tools.files import ROOT
from common.tools.site import macro
from common.tools.site.figures import climb, figures
from common.tools.site.frames import player
from common.tools.site.macros import code, commands, define_env, hunks, live
from common.tools.site.macros.code import NotFound
from common.tools.site.searches import recording, traces
from common.tools.site.searches.recording import Call, walk_calls

OLD = '''\
"""Old."""

import a

# how many
LIMIT = 3


@decorated
def search(n):
    one = 1
    two = 2
    three = 3
    more = 0
    four = 4
    five = 5
    six = 6
    return n


class Table:
    """Slots."""

    size = 1

    def load(self):
        return 1

    def gone(self):
        return 2
'''
NEW = (
    OLD.replace("one = 1", "one = 11")
    .replace("six = 6\n", "six = 66\n    # at the end\n")
    .replace("LIMIT = 3", "LIMIT: int = 4")
    .replace("\n    def gone(self):\n        return 2\n", "")
    .replace("load(self)", "load(self, key=a < 1)")
)
BLOCK = "<div data-search-exclude markdown>\n\n```{}\n```\n\n</div>"


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """Return two steps that stand in for the course."""
    found: list[Step] = []
    for number, name, text in (("01", "01_first", OLD), ("02", "02_next", NEW)):
        folder = tmp_path / "steps" / name
        folder.mkdir(parents=True)
        (folder / "solver.py").write_text(text, encoding="utf-8")
        found.append(Step(number, folder))
    (found[1].folder / "table.py").write_text("a = 1\n\n\nb = 2\n", encoding="utf-8")
    stand_in = SimpleNamespace(
        load=lambda number: found[int(number) - 1],  # pyright: ignore
        previous=lambda step: found[found.index(step) - 1] if step != found[0] else None,  # pyright: ignore
        Step=Step,
    )
    monkeypatch.setattr(code, "course", stand_in)
    monkeypatch.setattr(code, "ROOT", tmp_path)
    return found


def test_a_file_is_split_into_definitions_with_the_comments_above_them() -> None:
    parts = {name: "\n".join(lines) for name, lines in hunks.split_definitions(OLD).items()}
    assert list(parts) == ["imports", "LIMIT", "search", "Table", "Table.load", "Table.gone"]
    assert parts["imports"] == '"""Old."""\n\nimport a'
    assert parts["LIMIT"] == "# how many\nLIMIT = 3"
    assert parts["search"].startswith("@decorated\ndef search(n):\n    one = 1\n")
    assert parts["search"].endswith("    return n")
    assert parts["Table"] == 'class Table:\n    """Slots."""\n\n    size = 1'
    assert parts["Table.load"] == "    def load(self):\n        return 1"
    assert parts["Table.gone"] == "    def gone(self):\n        return 2"
    assert hunks.split_definitions("") == {}
    assert hunks.split_definitions("# note\na, b = 1, 2\na.x = 3\n") == {
        "imports": [], "a": ["# note", "a, b = 1, 2", "a.x = 3"],
    }  # fmt: skip
    assert hunks.strip_lines(["", "", "a", "", "b", ""]) == ["a", "", "b"]
    assert hunks.strip_lines(["", ""]) == []


def test_changes_are_listed_definition_by_definition_those_gone_last(steps: list[Step]) -> None:
    assert hunks.list_hunks(steps[0], steps[1], "solver.py") == {
        "LIMIT": [" # how many\n-LIMIT = 3\n+LIMIT: int = 4"],
        "search": [
            " @decorated\n def search(n):\n-    one = 1\n+    one = 11\n     two = 2\n     three = 3",
            "     four = 4\n     five = 5\n-    six = 6\n+    six = 66\n+    # at the end\n     return n",
        ],
        "Table.load": ["-    def load(self):\n+    def load(self, key=a < 1):\n         return 1"],
        "Table.gone": ["-    def gone(self):\n-        return 2"],
    }


def test_a_hunk_is_shown_by_its_definition_and_place(steps: list[Step]) -> None:
    listed = hunks.list_hunks(steps[0], steps[1], "solver.py")
    one, two = listed["search"]
    assert code.hunk("02", "search 1") == BLOCK.format(f'diff title="solver.py: search"\n{one}')
    assert code.hunk("02", "search 2") == BLOCK.format(f'diff title="solver.py: search"\n{two}')
    both = BLOCK.format(f'diff title="solver.py: search"\n{one}\n\n{two}')
    assert code.hunk("02", "search") == code.hunk("02", "search 1", "search 2") == both
    every = "\n\n".join("\n\n".join(parts) for parts in listed.values())
    assert code.hunk("02") == BLOCK.format(f'diff title="solver.py"\n{every}')
    assert 'title="solver.py: LIMIT, search"' in code.hunk("02", "LIMIT", "search 2")
    for name in ("search 3", "nothing", "Table"):
        with pytest.raises(NotFound, match=f"step 02 changes no {name} in solver.py"):
            code.hunk("02", name)
    with pytest.raises(NotFound, match="no step comes before 01"):
        code.hunk("01")


@pytest.mark.usefixtures("steps")
def test_a_piece_of_a_definition_begins_and_ends_where_it_is_told() -> None:
    head = 'python title="steps/01_first/solver.py"\n'
    assert code.code("01", "LIMIT") == BLOCK.format(f"{head}LIMIT = 3")
    assert code.code("01", "Table.load") == BLOCK.format(f"{head}def load(self):\n    return 1")
    assert code.code("01", "search", since="three", before="five") == BLOCK.format(
        f"{head}    three = 3\n    more = 0\n    four = 4"
    )
    assert code.code("01", "search", before="one") == BLOCK.format(f"{head}@decorated\ndef search(n):")
    assert code.code("01", "search", since="six") == BLOCK.format(f"{head}    six = 6\n    return n")
    assert code.code("02", "search", since="six", before="    ") == BLOCK.format(
        'python title="steps/02_next/solver.py"\n    six = 66'
    )
    with pytest.raises(NotFound, match="no line of '@decorated' has 'one'"):
        code.code("01", "search", since="one", before="one")


def test_files_and_their_docstrings_are_shown_whole(steps: list[Step]) -> None:
    path = "steps/01_first/solver.py"
    assert code.whole_file(path) == BLOCK.format(f'python title="{path}"\n{OLD.rstrip()}')
    assert code.docstring(path) == BLOCK.format(f'text title="{path}"\nOld.')
    with pytest.raises(NotFound, match=r"steps/02_next/table\.py has no docstring"):
        code.docstring("steps/02_next/table.py")
    with pytest.raises(NotFound, match=r"solver\.py defines no Nothing"):
        code.code(steps[0].number, "Nothing")


def test_a_definition_of_the_tools_is_shown() -> None:
    shown = code.tool("words.py", "join_names")
    assert shown.startswith('<div data-search-exclude markdown>\n\n```python title="common/tools/words.py"\n')
    assert "\ndef join_names(names: list[str]) -> str:\n" in shown


@pytest.mark.usefixtures("steps")
def test_a_difference_is_shown_whole_and_side_by_side_where_lines_are_gone() -> None:
    shown = code.diff("02")
    head = "<summary>The whole difference between steps 01 and 02: all files, and the docstring that names"
    assert shown.startswith(
        f'<details class="whole" data-search-exclude markdown>{head} the idea</summary>\n\n'
    )
    assert shown.endswith("\n\n</details>")
    table = 'diff title="table.py: 4 lines added, 0 removed"\n@@ -0,0 +1,4 @@\n+a = 1\n+\n+\n+b = 2'
    assert BLOCK.format(table) in shown
    assert '```diff title="solver.py: 5 lines added, 7 removed"\n@@ -3,18 +3,19 @@\n import a\n' in shown
    assert re.findall("<summary>(.*), side by side</summary>", shown) == ["solver.py"]
    assert '<th scope="col">step 01</th><th scope="col">step 02</th></tr></thead><tbody><tr><td>' in shown
    assert "<tr><td>  @decorated</td><td>  @decorated</td></tr>" in shown
    assert (
        '<tr><td class="removed">-     def load(self):</td>'
        '<td class="added">+     def load(self, key=a &lt; 1):</td></tr>'
    ) in shown
    assert '<tr><td></td><td class="added">+     # at the end</td></tr>' in shown
    assert shown.count("<tbody>") == shown.count("</tbody>") == 2
    with pytest.raises(NotFound, match="no step comes before 01"):
        code.diff("01")


@dataclass
class Drunk:
    """Somebody who plays   anything."""

    sips: int = field(default=3, metadata={"help": "how many"})
    depth: float = field(default=2.50, metadata={"help": "how deep"})
    hidden: int = 7


@dataclass
class Sober:
    """Somebody else."""


def test_players_are_told_class_by_class(monkeypatch: pytest.MonkeyPatch) -> None:
    players = {
        "tipsy": (Drunk, {"sips": 1}),
        "sober": (Sober, {}),
        "blind": (Drunk, {"sips": 9, "depth": 0.5}),
    }
    monkeypatch.setattr(commands, "PLAYERS", players)
    assert commands.player_table().splitlines()[2:] == [
        "| `tipsy` (sips 1), `blind` (sips 9) (depth 0.5) | `sips=3`, `depth=2.5` | "
        "Somebody who plays anything. |",
        "| `sober` |  | Somebody else. |",
    ]


def test_stages_are_told_with_their_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    stages = {"05a": SimpleNamespace(name="05a", title="A table", step="05")}
    monkeypatch.setattr(commands, "load_stages", lambda: stages)
    link = f"[05](lessons/{course.load('05').folder.name}.md)"
    assert commands.stages().splitlines() == [
        "| stage | what you build | lesson |", "|---|---|---|", f"| 05a | A table | {link} |",
    ]  # fmt: skip


def test_a_transcript_without_lines_of_input_has_the_command_alone() -> None:
    shown = commands.transcript("frobnicate")
    assert shown.startswith("```text\n$ c4 frobnicate\n\n2> ")
    assert shown.endswith("\n$ echo $?\n2\n```")


def test_a_command_has_its_help_and_another_word_none() -> None:
    assert 'text title="c4 --help"\nusage: c4' in commands.command_help()
    assert 'text title="c4 book build --help"\nusage: c4 book build' in commands.command_help("book build")


NOTE = "<noscript><p>This part of the page needs JavaScript.</p></noscript>"


def test_a_widget_has_its_attributes_and_stands_in_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = live.live("play", "<p>Not yet.</p>", moves='4"4', costs=[1, {"a": None}])
    assert shown == (
        '<div class="live"><c4-play moves="4&quot;4" costs="[1, {&quot;a&quot;: null}]">'
        f"<p>Not yet.</p>{NOTE}</c4-play></div>"
    )
    assert live.folded_widget("Open", "play") == (
        '<details class="part" data-search-exclude><summary>Open</summary>'
        f'<div class="live"><c4-play>{NOTE}</c4-play></div></details>'
    )
    for kept in (True, False):
        job = SimpleNamespace(is_kept=lambda kept=kept: kept)
        monkeypatch.setattr(live.jobs, "find_job", {"traces": job}.__getitem__)
        for widget in ("explorer", "search-tree"):
            assert (live.live(widget) == f'<p class="awaited">{live.AWAITED}</p>') == (not kept)


def test_a_race_is_with_the_step_before_if_there_is_one() -> None:
    assert "<summary>Run steps 04 and 05 here, on one position</summary>" in live.race("05", "44")
    assert '<c4-race steps="04 05" moves="44"><figure class="board">' in live.race("05", "44")
    assert "<summary>Run step 01 here, on one position</summary>" in live.race("01", "44")
    assert '<c4-race steps="01" moves="44">' in live.race("01", "44")


def test_the_first_brief_has_paragraphs_and_code(monkeypatch: pytest.MonkeyPatch) -> None:
    brief = "\nWrite `a <b`\nin solver.py.\n\nThen   rest.\n"
    monkeypatch.setattr(live, "load_stages", lambda: {"01": SimpleNamespace(brief=brief), "02": None})
    assert live.first_brief() == (
        "<p>Write <code>a &lt;b</code> in <code>solver.py</code>.</p><p>Then rest.</p>"
    )


def test_pages_know_who_thinks_and_how_strong_the_levels_are() -> None:
    step = course.thinker()
    assert live.thinking_step() == f"[step {step.number}](../lessons/{step.folder.name}.md)"
    assert list(live.levels()) == list(live.LEVELS)
    assert [*live.levels().values()] == sorted(live.levels().values(), reverse=True)
    assert live.levels()["impossible"] < live.levels()["easy"]
    assert live.review_marks() is live.MARKS


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Stand in for the recorded frames; return what says whether they are there."""
    costs = [
        {"nodes": 700, "reaches": False},
        {"nodes": 30, "reaches": True},
        {"nodes": 4000, "reaches": False},
    ]
    order = {"beta": 8, "moves": costs, "orders": {"08": [0, 2, 1], "09": [0, 1, 2]}}
    frames = [["<svg>1</svg>", "one <"], ["<svg>2</svg>", "two"]]
    for name, content in {"order": order, "some": frames, "danger-44": frames}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    state = SimpleNamespace(there=True)
    job = SimpleNamespace(is_kept=lambda: state.there)
    monkeypatch.setattr(player.jobs, "find_job", {"frames": job}.__getitem__)
    built = {"frames": (tmp_path, "")}
    monkeypatch.setattr(player.jobs, "build_part", lambda name, _: built[name])  # pyright: ignore
    yield state


def test_frames_stand_in_the_page_the_first_one_to_be_seen(recorded: SimpleNamespace) -> None:
    one = '<figure class="current"><svg>1</svg>'
    assert player.frames("some", "Frames") == (
        f'<div class="live"><c4-frames label="Frames"><div class="frames" data-search-exclude>{one}'
        "<figcaption>one &lt;</figcaption></figure><figure><svg>2</svg><figcaption>two</figcaption></figure>"
        f'</div><div class="frames-buttons"></div>{NOTE}</c4-frames></div>'
    )
    assert player.live_figure("danger", "44") == (
        f'<div class="live"><c4-danger moves="44"><div class="frames">{one}</figure></div>{NOTE}'
        "</c4-danger></div>"
    )
    said = (
        '<p class="status">In its order, step 08 explores 4,731 nodes, in its own step 09 explores 731 nodes.'
    )
    assert said in player.order_figure()
    assert 'costs="{&quot;beta&quot;: 8, ' in player.order_figure()
    assert player.order_question() == 8
    recorded.there = False
    awaited = f'<p class="awaited">{live.AWAITED}</p>'
    assert player.frames("some", "Frames") == player.live_figure("danger", "44") == awaited
    assert player.order_figure() == awaited


def test_the_chart_of_all_steps_says_which_it_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    *before, last = course.numbers()
    monkeypatch.setattr(climb, "list_drawn_steps", lambda: before)
    link = f"[step {last}](lessons/{course.load(last).folder.name}.md)"
    assert figures.describe_left_out_steps() == f", so {link}, which takes several, is left out"
    monkeypatch.setattr(climb, "list_drawn_steps", course.numbers)
    assert figures.describe_left_out_steps() == ""


def test_ideas_and_changes_are_those_of_all_steps() -> None:
    steps = [course.load(number) for number in course.numbers()]
    ideas = figures.ideas().splitlines()
    assert ideas[0] == f"**01 {steps[0].name}**: {steps[0].idea}<br>"
    assert len(ideas) == len(steps)
    sums = {sum(count_changed_lines(old, new, "solver.py")) for old, new in pairwise(steps)}
    assert figures.most_changed_lines() == max(sums)
    assert f"](lessons/{steps[-1].folder.name}.md) {steps[-1].name} |" in figures.ladder()


def test_a_figure_of_a_solver_that_was_wrong_is_refused() -> None:
    row = {"solver": "05", "set": "end-easy", "correct": 49, "positions": 50}
    with pytest.raises(figures.WrongScores, match="05 on end-easy: 49 of 50 scores are right; mend"):
        figures.render_cell(row, "mean_microseconds")


def test_calls_are_walked_as_they_were_made() -> None:
    calls = [Call("a", 0, 1, 0, [Call("b", 0, 1, 0, [Call("c", 0, 1)]), Call("d", 0, 1)]), Call("e", 0, 1)]
    assert "".join(call.position for call in walk_calls(calls)) == "abcde"
    listed = traces.list_calls_in_order(calls)
    assert [(call.position, parent) for call, parent in listed] == [
        ("a", None), ("b", 0), ("c", 1), ("d", 0), ("e", None),
    ]  # fmt: skip


def test_a_sample_is_the_beginning_of_a_set_and_its_nodes_are_counted_anew() -> None:
    lines = (ROOT / "test-data" / "end-easy").read_text(encoding="utf-8").splitlines()
    assert recording.sample("end-easy", 3) == [line.partition(" ")[0] for line in lines[:3]]
    one, two = recording.sample("end-easy", 2)
    counts = recording.nodes("03", [one, two, one])
    assert counts[0] == counts[2] != counts[1]


def test_recorded_nodes_are_a_table_of_the_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [{"moves": "4455", "nodes": [1234, 5]}, {"moves": "44", "nodes": [7, 6]}]
    index = {"steps": ["01", "02"], "positions": positions}
    (tmp_path / traces.INDEX).write_text(json.dumps(index), encoding="utf-8")
    (tmp_path / "4455.json").touch()
    jobs = {"traces": SimpleNamespace(is_kept=lambda: True, place=tmp_path)}
    monkeypatch.setattr(traces.jobs, "find_job", jobs.__getitem__)
    monkeypatch.setattr(traces.jobs, "build_part", lambda name, _: (jobs[name].place, ""))  # pyright: ignore
    rows = [f"<tr><td>01 {course.load('01').name}</td><td>1,234</td></tr>"]
    rows += [f"<tr><td>02 {course.load('02').name}</td><td>5</td></tr>"]
    shown = traces.tabulate_nodes("4455")
    assert shown.startswith('<figure class="board">')
    head = "<table><thead><tr><th>search</th><th>nodes</th></tr></thead><tbody>"
    assert shown.endswith(f"</figure>{head}{''.join(rows)}</tbody></table>")
    with patch.object(traces.File, "generated", lambda _, name, abs_src_path: (name, abs_src_path)):
        files: Any = [*traces.make_trace_files(None)]  # type: ignore[arg-type]
    names = ["4455.json", "index.json"]
    assert files == [(f"assets/traces/{name}", f"{tmp_path / name}") for name in names]
    jobs["traces"].is_kept = lambda: False
    assert traces.tabulate_nodes("4455") == ""


def test_a_name_is_one_macro_only_and_pages_get_all() -> None:
    with patch.dict(macro.MACROS, clear=True):

        def some() -> None: ...

        assert macro.macro(some) is macro.macro(some) is macro.MACROS["some"]
        other = lambda: None  # noqa: E731 (its name is what matters)
        other.__name__ = "some"
        with pytest.raises(ValueError, match="there are two macros named some"):
            macro.macro(other)
    found: list[Any] = []
    define_env(SimpleNamespace(macro=found.append))
    assert found == [*macro.MACROS.values()]
    assert {"board", "frames", "lesson_table", "lab_table", "climb_chart", "house"} <= macro.MACROS.keys()
