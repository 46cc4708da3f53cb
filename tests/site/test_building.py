"""Tests of what the site is built by, each part with exactly what it makes of a small stand-in."""

import json
import logging
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from cycler import cycler
from mkdocs.exceptions import Abort, BuildError
from repository import ROOT

from common.tools import course
from common.tools.files import write_file
from common.tools.learn.curriculum import stages
from common.tools.processes.children import Failed
from common.tools.site import hooks
from common.tools.site.building import build, compiled, docstrings, jobs, labs, lessons, terms, turn
from common.tools.site.figures import pictures

LAB = """\
<style/><div class="jupyter-wrapper"><div class="jp-Cell"><h1>Lab<a class="anchor-link">#</a></h1>
</div><div class="jp-Cell" tabindex="-1"><i class="clipboard-copy-txt">copy</i><pre><b>1</b> + 1</pre>
<span class="jp-Collapser"></span><figure class="chart"><svg viewBox="0 0 1 1"/>
</figure><figure class="chart">2</figure></div></div><script>no</script>"""


def test_a_lab_is_shown_in_the_styles_of_the_theme() -> None:
    shown = labs.restyle_page(LAB, "05_some.ipynb")
    links = labs.NOTEBOOK.format("05_some.ipynb", "05_some", "05").replace(
        '<a href="05_some.ipynb" download>', '<a download="" href="05_some.ipynb">'
    )
    assert shown == (
        '<div class="jupyter-wrapper"><div class="jp-Cell"><h1>Lab<a class="headerlink">#</a></h1>\n</div>'
        f"{links}"
        '<div class="jp-Cell"><div class="highlight" data-search-exclude=""><pre><code><b>1</b> + 1</code>'
        '</pre></div>\n<figure class="chart"><svg viewBox="0 0 1 1"/>\n</figure>'
        '<figure class="chart">2</figure></div></div>'
    )


def make_part(name: str, module: str, place: Path, is_kept: bool) -> Any:
    """Stand in for a part of the site."""
    return SimpleNamespace(name=name, module=module, place=place, is_kept=lambda: is_kept)


def test_labs_are_listed_by_their_titles_and_introductions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, subject in (("02_two", "b: c"), ("01_one", "a")):
        text = (
            f'# %% [markdown]\n# # Lab {name[:2]}: {subject}\n#\n# What "is"\n# it?\n#\n# More.\n\n# %%\n1\n'
        )
        write_file(tmp_path / "docs" / "labs" / f"{name}.py", text)
    monkeypatch.setattr(labs, "ROOT", tmp_path)
    assert labs.lab_table().splitlines() == [
        "| lab | belongs to | what it shows |",
        "|---|---|---|",
        '| [01 a](01_one.py) | [lesson 01](../lessons/01_one.md) | What "is" it? |',
        '| [02 b: c](02_two.py) | [lesson 02](../lessons/02_two.md) | What "is" it? |',
    ]
    assert labs.render_unrun_lab("01_one") == (
        '---\ndescription: "What \\"is\\" it?"\nrender_macros: false\n---\n'
        f'# Lab 01: a\n\nWhat "is"\nit?\n\nMore.\n\n{labs.AWAITED}'
    )


def test_notebooks_are_those_of_labs_that_have_been_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [
        make_part(f"lab-{name}", module, tmp_path / name, is_kept)
        for name, module, is_kept in (
            ("01", "building.labs", True), ("02", "building.labs", False), ("03", "frames.recorder", True),
        )
    ]  # fmt: skip
    monkeypatch.setattr(labs.jobs, "list_parts", lambda: parts)
    assert labs.find_notebooks() == {"01": tmp_path / "01" / "01.ipynb"}


def test_a_lab_is_run_in_place_by_this_python_and_told_where_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "# %% [markdown]\n# # Lab 01: a\n#\n# It.\n\n# %%\nimport sys\nprint(sys.executable)\n"
    write_file(tmp_path / "docs" / "labs" / "01_one.py", text)
    monkeypatch.setattr(labs, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    labs.make("01_one", tmp_path / "part")
    notebook = json.loads((tmp_path / "part" / "01_one.ipynb").read_text(encoding="utf-8"))
    assert [cell["id"] for cell in notebook["cells"]] == ["0", "1"]
    assert [cell["metadata"] for cell in notebook["cells"]] == [{}, {}]
    assert notebook["cells"][1]["outputs"][0]["text"] == [f"{sys.executable}\n"]
    assert notebook["metadata"]["kernelspec"] == labs.KERNEL
    write_file(tmp_path / "docs" / "labs" / "02_two.py", text + "1 / 0\n")
    with pytest.raises(SystemExit, match="ZeroDivisionError: division by zero"):
        labs.make("02_two", tmp_path / "other")
    assert not list((tmp_path / "other").iterdir())


HEAD = "---\ngroup: {}\nneeds: '{}'\ngoals:\n- see {}\n- do\n---\n"


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of two lessons."""
    folder = tmp_path / "docs"
    for name, group, needs, words in (("02_two", "late", "01", 760), ("01_one", "early", 7, 240)):
        text = f"{HEAD.format(group, needs, name)}\n# {name[:2]} A title\n\n{'word ' * (words - 4)}"
        write_file(folder / "lessons" / f"{name}.md", text)
    monkeypatch.setattr(lessons, "ROOT", tmp_path)
    return folder


def test_lessons_are_read_from_their_files_and_listed(docs: Path) -> None:
    one, two = lessons.read_lessons(docs)
    assert (one.name, one.title, one.group, one.needs) == ("01_one", "01 A title", "early", "7")
    assert (one.goals, two.goals) == (("see 01_one", "do"), ("see 02_two", "do"))
    links = "[01 A title](lessons/01_one.md)", "[02 A title](lessons/02_two.md)"
    assert lessons.lesson_table().splitlines() == [
        "| lesson | part | needs | to read |",
        "|---|---|---|--:|",
        f"| {links[0]} | early | 7 | 0 min |",
        f"| {links[1]} | late | 01 | 10 min |",
        "| all | | | 0.2 h |",
    ]
    assert lessons.reading_time("02", "01") == f"{links[1]}, {links[0]} | 10 min"
    assert lessons.lesson_goals() == f"{links[0]}\n\n- see 01_one\n- do\n\n{links[1]}\n\n- see 02_two\n- do"
    assert [lessons.lesson_link(number) for number in ("01", "02")] == [*links]
    assert lessons.words_a_minute() == 100


def make_page(uri: str, url: str = "some/page/", path: str | None = None) -> Any:
    name = uri.rpartition("/")[2].partition(".")[0]
    return SimpleNamespace(file=SimpleNamespace(src_uri=uri, name=name, abs_src_path=path), url=url)


def test_the_menu_has_the_lessons_of_each_group(docs: Path) -> None:
    nav = [
        {"Home": "index.md"},
        {"Early": "lessons about early"},
        {"None": "lessons about nothing", "Own": ["a.md"]},
    ]
    config = SimpleNamespace(docs_dir=f"{docs}", nav=nav, mdx_configs={})
    with pytest.raises(
        BuildError, match=r"docs/lessons/02_two\.md is in the group 'late', which the menu in"
    ):
        hooks.on_config(config)
    assert nav[1:] == [{"Early": ["lessons/01_one.md"]}, {"None": [], "Own": ["a.md"]}]
    nav.append({"Late": "lessons about late"})  # the others are filled by now
    nav[1]["Early"] = "lessons about early"
    write_file(docs / "reference" / "glossary.md", "\n**Ply**{ #ply }: a stone.\n")
    hooks.on_config(config)
    assert nav[-1] == {"Late": ["lessons/02_two.md"]}
    assert config.mdx_configs["abbr"]["glossary"]["plies"] == "A stone."
    assert terms.read_meanings(docs / "lessons") == {}


def test_a_page_has_its_terms_explained_and_its_links_made_its_own() -> None:
    term = '<abbr title="A stone.">ply</abbr>'
    html = (
        f'{hooks.SOURCE}></details><details class="right"><p>{term} {term}</p><a href="live/?moves=4">x</a>'
    )
    shown = hooks.on_page_content(html, make_page("lessons/a.md", "lessons/a/"))
    assert shown == (
        f'{hooks.SOURCE} data-search-exclude></details><details class="right" data-search-exclude>'
        '<p><abbr tabindex="0" title="A stone.">ply</abbr> ply</p><a href="../../live/?moves=4">x</a>'
    )
    assert hooks.on_page_content(term, make_page(terms.GLOSSARY)) == "ply"
    lab = hooks.on_page_content(LAB, make_page("labs/05_some.py", path="/part/05_some.ipynb"))
    assert lab == labs.restyle_page(LAB, "05_some.ipynb")
    assert hooks.on_page_content(term, make_page("labs/05_some.py")) != "ply"


def test_a_lab_without_a_notebook_is_shown_as_it_is_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labs, "render_unrun_lab", lambda name: f"unrun {name}")  # pyright: ignore
    assert hooks.on_page_read_source(make_page("labs/05_some.py")) == "unrun 05_some"
    assert hooks.on_page_read_source(make_page("labs/index.md")) is None
    assert hooks.on_page_read_source(make_page("lessons/05_some.py")) is None


def test_a_preview_alone_waits_for_nothing_and_says_how_far_the_rest_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built: list[Any] = []
    monkeypatch.setattr(hooks.jobs, "list_missing_parts", lambda: ["part"])
    monkeypatch.setattr(hooks.jobs, "build_parts", lambda missing, *_: built.append(missing))  # pyright: ignore
    preview, whole = (SimpleNamespace(extra={"preview": is_preview}) for is_preview in (True, False))
    hooks.on_pre_build(preview)
    assert built == []
    hooks.on_pre_build(whole)
    assert built == [["part"]]

    def fail(*_: Any) -> None:
        raise Failed("no part")

    monkeypatch.setattr(hooks.jobs, "build_parts", fail)
    with pytest.raises(BuildError, match="no part"):
        hooks.on_pre_build(whole)
    html = '<body><div role="dialog"></div><p role="dialog"></body>'
    named = '<body><div role="dialog" aria-label="Search"></div><p role="dialog">'
    assert hooks.on_post_page(html, make_page("a.md"), whole) == f"{named}</body>"
    progress = hooks.PROGRESS.format("../../assets/live/progress.js")
    assert hooks.on_post_page(html, make_page("a.md"), preview) == f"{named}{progress}"


def generate(_: Any, name: str, **values: Any) -> tuple[str, Any]:
    """Stand in for what makes a file of the site: return its name and what is in it."""
    return name, values.get("content", values.get("abs_src_path"))


def test_labs_are_read_from_their_notebooks_and_pages_get_their_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = [
        make_page(uri, path="a").file for uri in ("labs/01_one.py", "labs/02_two.py", "labs/index.md", "c.md")
    ]
    monkeypatch.setattr(hooks.labs, "find_notebooks", lambda: {"01_one": Path("/part/01_one.ipynb")})
    monkeypatch.setattr(hooks.turn, "make_turn_files", lambda _: ["turn"])  # pyright: ignore
    monkeypatch.setattr(hooks.traces, "make_trace_files", lambda _: ["one", "two"])  # pyright: ignore
    with patch.object(hooks.File, "generated", generate):
        hooks.on_files(files, None)
    assert [file.abs_src_path for file in files[:4]] == ["/part/01_one.ipynb", None, "a", "a"]
    book = ROOT / "common" / "data" / "7x6.book"
    assert files[4:] == [("assets/7x6.book", f"{book}"), "turn", "one", "two"]


def make_files(config: Any) -> dict[str, Any]:
    """Return the files of Your turn by their names, with what is in them."""
    files: Any = turn.make_turn_files(config)
    return dict(files)


def test_your_turn_has_its_stages_what_checks_them_and_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = stages.load_stages()["02"]
    monkeypatch.setattr(stages, "load_stages", lambda: {"02": stage})
    sizes = {"a.mjs": 1_300_000, "b.zip": 300_000}
    for name, size in sizes.items():
        (tmp_path / name).write_bytes(bytes(size))
    found: list[Path] = []
    monkeypatch.setattr(turn.pyodide, "list_pyodide_files", lambda: found)
    monkeypatch.setattr(turn.shutil, "which", {"npm": "/bin/npm"}.get)
    config = SimpleNamespace(extra={})
    with patch.object(turn.File, "generated", generate):
        bare = make_files(config)
        config.extra["preview"] = True
        coming = make_files(config)
        found += [tmp_path / name for name in sizes]
        whole = make_files(config)
    names = [f"assets/turn/{name}.json" for name in ("about", "program", "02")]
    assert [*bare] == names
    assert [*whole] == [*names, *(f"assets/pyodide/{name}" for name in sizes), "assets/pyodide/NOTICE.txt"]
    assert whole["assets/pyodide/b.zip"] == f"{tmp_path / 'b.zip'}"
    assert whole["assets/pyodide/NOTICE.txt"] == turn.pyodide.NOTICE
    listed = [{"name": "02", "title": stage.title, "step": stage.step}]
    assert json.loads(bare[names[0]]) == {"python": None, "isComing": False, "stages": listed}
    assert json.loads(coming[names[0]]) == {"python": None, "isComing": True, "stages": listed}
    python = {"version": turn.pyodide.VERSION, "megabytes": 2}
    assert json.loads(whole[names[0]]) == {"python": python, "isComing": False, "stages": listed}
    assert json.loads(bare[names[1]]) == turn.read_checking_files()
    assert json.loads(bare[names[2]]) == turn.describe_stage(stage)


def test_the_files_that_check_a_program_are_those_that_it_takes() -> None:
    names = turn.read_checking_files().keys()
    assert [*names] == sorted(names)
    assert {
        "common/position.py",
        "common/tools/course.py",
        "test-data/end-easy",
        "steps/01_minmax/solver.py",
    } <= names
    assert not [name for name in names if "/test_" in name or "/site/" in name or "players" in name]
    assert {Path(name).suffix for name in names} == {".py", ".toml", ""}


def test_several_steps_are_compiled_from_one_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[str] = []
    numbers = [f"{number:02}" for number in range(1, 11)]
    monkeypatch.setattr(compiled.course, "numbers", lambda: numbers)
    monkeypatch.setattr(
        compiled.course,
        "load",
        lambda number: SimpleNamespace(warm=lambda: warmed.append(number)),  # pyright: ignore
    )
    compiled.make("05", tmp_path / "part")
    assert warmed == ["05", "06", "07", "08"]
    assert (tmp_path / "part").exists()
    compiled.make("09", tmp_path / "part")
    assert warmed[4:] == ["09", "10"]


def test_a_docstring_is_changed_paragraph_by_paragraph() -> None:
    obj: Any = SimpleNamespace(docstring=SimpleNamespace(value="Do.\n\n>>> 1\n1\n\na  b\n\nEnd."))
    docstrings.Blocks().on_instance(obj=obj)
    assert obj.docstring.value == "Do.\n\n```pycon\n>>> 1\n1\n```\n\n```text\na  b\n```\n\nEnd."
    obj.docstring = None
    docstrings.Blocks().on_instance(obj=obj)


def test_charts_have_words_and_no_more_than_is_seen() -> None:
    figure, axes = plt.subplots()
    axes.plot([1, 2], label="a")
    before = plt.get_fignums()
    shown = f"{pictures.show(figure, 'a < b').data}"
    assert len(plt.get_fignums()) == len(before) - 1
    assert shown.startswith('<figure class="chart"><svg role="img" aria-label="a &lt; b" ')
    assert shown.endswith("</svg>\n<figcaption>a &lt; b</figcaption></figure>")
    assert not re.search("<dc:(creator|date|format|type)", shown)
    other, axes = plt.subplots()
    axes.plot([1, 2], label="a")
    assert pictures.render_chart(other, "a < b") == shown


def test_what_nobody_sees_of_a_chart_is_left_out() -> None:
    svg = '<g id="a">\n <g id="b"><path d="M1.23456 7.9"/></g>\n <g><g><use x="0.999"/></g></g>'
    svg += "<text>1.2345</text>"
    svg += '<text transform="rotate(-0 1 2)">b</text><text transform="rotate(-90 1 2)"/></g>'
    assert pictures.slim_svg(svg) == (
        '<g><path d="M1.23 7.9"/><use x="0.99"/><text>1.2345</text><text>b</text>'
        '<text transform="rotate(-90 1 2)"/></g>'
    )


def test_all_charts_look_the_same() -> None:
    wanted = {
        "axes.prop_cycle": cycler(color=pictures.COLOURS, marker=["o", "s", "^", "D"]),
        "axes.spines.right": False,
        "axes.spines.top": False,
        "figure.figsize": [7.0, 3.6],
        "svg.fonttype": "none",
        "svg.hashsalt": "labs",
    }
    assert {name: value for name, value in mpl.rcParams.items() if name in wanted} == wanted


def test_a_part_is_found_by_its_name_and_the_site_has_its_own_job(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = jobs.list_parts()
    names = [part.name for part in parts]
    firsts = course.numbers()[:: jobs.TOGETHER]
    labs_there = sorted(path.stem for path in (ROOT / "docs" / "labs").glob("*.py"))
    assert names == [
        *("pyodide", *(f"compiled-{number}" for number in firsts), "traces", "frames"),
        *(f"lab-{name}" for name in labs_there),
    ]
    by_name = dict(zip(names, parts, strict=True))
    assert jobs.find_job("traces") == by_name["traces"]
    folders = [sorted({path.parent.name for path in by_name[f"compiled-{n}"].sources}) for n in firsts]
    compiled_steps = [name[:2] for names in folders for name in names if name[:2].isdigit()]
    assert compiled_steps == course.numbers()
    for name in ("traces", "frames"):
        assert by_name[name].environment == {"NUMBA_DISABLE_JIT": "1"}
        assert jobs.SITE / "searches" / "recording.py" in by_name[name].sources
        assert not any(path.name == "test_step.py" for path in by_name[name].sources)
    assert jobs.SITE / "frames" / "lessons" / "hands.py" in by_name["frames"].sources
    assert by_name["pyodide"].sources == [jobs.SITE / "building" / "pyodide.py"]
    lab = by_name[f"lab-{labs_there[0]}"]
    assert {ROOT / "test-data" / "end-easy", ROOT / "common" / "data" / "7x6.book"} <= {*lab.sources}
    assert lab.environment == {"MPLBACKEND": "agg", "IPYTHONDIR": f"{jobs.CACHE / 'ipython'}"}
    monkeypatch.setattr(jobs, "find_job", lambda _: SimpleNamespace(place=ROOT / "none"))  # pyright: ignore
    whole, preview = (jobs.make_site_job(f"site-{kind}") for kind in ("whole", "preview"))
    assert whole.versions == [*preview.versions, "none False"]
    assert preview.versions == sorted(preview.versions)
    assert any(name.startswith("mkdocs-") for name in preview.versions)
    assert whole.environment == dict.fromkeys(whole.environment, "1")
    assert {ROOT / "mkdocs.yml", ROOT / "docs" / "index.md"} <= {*whole.sources}
    assert not any("__pycache__" in path.parts for path in whole.sources)


def test_what_cannot_be_fetched_is_not_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [make_part(name, "", tmp_path, name == "c") for name in ("pyodide", "a", "b", "c")]
    monkeypatch.setattr(jobs, "list_parts", lambda: parts)
    for npm, names in (("/bin/npm", ["pyodide", "a", "b"]), (None, ["a", "b"])):
        monkeypatch.setattr(jobs.shutil, "which", {"npm": npm}.get)
        assert [part.name for part in jobs.list_missing_parts()] == names


def test_parts_that_look_at_the_clock_are_made_last_and_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[int] = []
    made: list[str] = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, processes: int) -> None:
            pools.append(processes)
            super().__init__(1)

    def build_part(name: str, _: object) -> tuple[Path, str]:
        if name == "wrong":
            raise Failed(name)
        made.append(name)
        return Path(name), f"{name} printed"

    monkeypatch.setattr(jobs, "ThreadPoolExecutor", Pool)
    monkeypatch.setattr(jobs, "build_part", build_part)
    monkeypatch.setattr(jobs.os, "cpu_count", lambda: 5)
    alone = {"slow": True, "pyodide": False, "a": False, "later": True, "b": False, "wrong": False}
    parts: dict[str, Any] = {name: SimpleNamespace(name=name, is_alone=alone[name]) for name in alone}
    told: list[tuple[str, str]] = []
    children: Any = object()
    order = ["slow", "pyodide", "a", "later", "b"]
    missing = [parts[name] for name in order]
    jobs.build_parts(missing, children, lambda job, printed: told.append((job.name, printed)))
    assert made == ["pyodide", "a", "b", "slow", "later"]
    assert sorted(told) == sorted((name, f"{name} printed") for name in order)
    assert pools == [6, 1]
    monkeypatch.setattr(jobs.os, "cpu_count", lambda: None)
    with pytest.raises(Failed):
        jobs.build_parts([parts["wrong"], parts["slow"]], children, lambda *_: None)
    assert pools[2:] == [1]
    assert made[5:] == []


def test_a_part_is_made_anew_as_long_as_its_sources_change(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[tuple[Any, ...]] = []
    states = [("1", False), ("2", False), ("2", False), ("2", False), ("2", True)]

    def find_job(name: str) -> Any:
        state, is_kept = states.pop(0)
        return SimpleNamespace(name=name, place=Path(state), environment={"A": "b"}, is_kept=lambda: is_kept)

    def run(*arguments: Any, **environment: str) -> str:
        runs.append((*arguments, environment))
        return f"run {len(runs)}"

    monkeypatch.setattr(jobs, "find_job", find_job)
    children: Any = SimpleNamespace(run=run)
    assert jobs.build_part("traces", children) == (Path("2"), "run 2")
    assert runs == [(jobs.MODULE, "traces", {"A": "b"})] * 2
    assert jobs.build_part("traces", children) == (Path("2"), "")

    def fail(*_: Any, **__: Any) -> str:
        raise Failed("why")

    states.append(("3", False))
    with pytest.raises(Failed, match="traces could not be made:\nwhy"):
        jobs.build_part("traces", SimpleNamespace(run=fail))  # type: ignore[arg-type]


def test_a_digest_depends_on_names_contents_and_the_text(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for path in (one, two):
        path.write_text("a", encoding="utf-8")
    digests = [
        *(jobs.digest_files(files, tmp_path) for files in ([], [one], [two], [one, two])),
        jobs.digest_files([one], tmp_path, "more"),
    ]
    two.write_text("b", encoding="utf-8")
    digests.append(jobs.digest_files([two], tmp_path))
    assert len(set(digests)) == len(digests)
    assert jobs.digest_files([one], tmp_path) == digests[1]
    assert jobs.digest_part(one) == jobs.digest_files([one], one)


def test_the_site_is_built_by_mkdocs_and_what_is_wrong_with_it_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    config = SimpleNamespace(plugins=SimpleNamespace(on_startup=lambda **named: seen.append(named)))  # pyright: ignore

    def load_config(file: str, **options: Any) -> Any:
        seen.append((file, options))
        return config

    def stop(_: Any) -> None:
        raise Abort("wrong")

    monkeypatch.setattr(build, "load_config", load_config)
    monkeypatch.setattr(build.logging, "basicConfig", lambda **named: seen.append(named["level"]))  # pyright: ignore
    monkeypatch.setattr(build, "build", seen.append)
    build.make("preview", tmp_path)
    asked = {"site_dir": f"{tmp_path}", "extra": {"preview": True}}
    begun = {"command": "build", "dirty": False}
    assert seen == [logging.WARNING, (f"{ROOT / 'mkdocs.yml'}", asked), begun, config]
    monkeypatch.setattr(build, "build", stop)
    with pytest.raises(SystemExit, match="wrong"):
        build.make("whole", tmp_path)
    assert seen[5][1]["extra"] == {"preview": False}


def test_the_whole_site_is_built_after_its_parts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    built: list[Any] = []

    def build_part(name: str, _: Any) -> tuple[str, str]:
        built.append(name)
        return "/the/site", "printed"

    monkeypatch.setattr(build.jobs, "list_missing_parts", lambda: ["one", "two"])
    monkeypatch.setattr(build.jobs, "build_parts", lambda missing, *_: built.append(missing))  # pyright: ignore
    monkeypatch.setattr(build.jobs, "build_part", build_part)
    build.main()
    assert built == [["one", "two"], "site-whole"]
    assert capsys.readouterr().out == "/the/site\n"
