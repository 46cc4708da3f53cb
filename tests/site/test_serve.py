"""Tests of `c4 serve` and of how the site is made, on a small stand-in for the course with labs that wait."""

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import psutil
import pytest
from repository import ROOT, Done, check_refused, copy_parts, read_output, run, run_python, wait_until
from selenium import webdriver
from waiting import PATIENCE, until

from common.tools.commands import serve
from common.tools.processes.children import Children
from common.tools.site.building import jobs

LAB = """\
# %% [markdown]
# # Lab 01: a number
#
# What is it?

# %%
import time
from pathlib import Path

with Path("runs").open("a") as file:
    file.write("run ")
while not Path("go").exists():
    time.sleep(0.01)
6 * 7
"""
CONFIG = """\
site_name: Stand-in
theme: {name: null, custom_dir: common/tools/site/theme}
plugins:
  - mkdocs-jupyter: {include: [labs/*.py, "*.ipynb"], include_source: true, no_prompt: true, cache: false}
hooks: [common/tools/site/hooks.py]
nav: [Home: index.md, Labs: [labs/01_number.py]]
"""
PAGE = """\
<!DOCTYPE html>
<title>{{ page.title }}</title>
<link rel="stylesheet" href="{{ 'assets/course.css' | url }}">
<body>{{ page.content }}</body>
"""  # the theme Material takes as long as all else
EASY = """\
def make(name, path):
    path.write_text("[]")


def relocate_links(html, relocate):
    return html


def make_turn_files(config):
    return []


def make_trace_files(config):
    return []
"""
UNPRIVILEGED = [] if os.getuid() else ["setpriv", "--bounding-set=-all"]  # root could write anywhere


def make_clone(root: Path) -> Path:
    """Return a small course: two pages, one of them a lab that ends when there is a file "go"."""
    shutil.copytree(ROOT / "common", root / "common")
    for name in (
        "building/turn.py",
        "building/compiled.py",
        "building/pyodide.py",
        "drawings/boards.py",
        "frames/recorder.py",
        "searches/traces.py",
    ):  # what they make, or import, takes long
        (root / "common" / "tools" / "site" / name).write_text(EASY, encoding="utf-8")
    (root / "common" / "tools" / "site" / "theme" / "main.html").write_text(PAGE, encoding="utf-8")
    copy_parts(["docs/assets/live/progress.js", "docs/assets/live/dom.js", "docs/assets/course.css"], root)
    (root / "docs" / "labs").mkdir()
    (root / "docs" / "labs" / "01_number.py").write_text(LAB, encoding="utf-8")
    (root / "docs" / "index.md").write_text("# Home\n\n[The lab](labs/01_number.py)\n", encoding="utf-8")
    (root / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    (root / "steps" / "01_one").mkdir(parents=True)
    (root / "steps" / "01_one" / "__init__.py").touch()
    (root / "test-data").mkdir()
    return root


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return the course as it is at first."""
    return make_clone(tmp_path / "clone")


BEGIN = """
from common.tools.processes.children import Children
from common.tools.site.building import jobs
jobs.prepare_cache()
with Children() as children:
    for name in ("pyodide", "compiled-01", "traces", "frames", "site-preview"):
        jobs.build_part(name, children)
"""


@pytest.fixture(scope="module")
def begun_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a course of which all is made but what waits for the lab."""
    root = make_clone(tmp_path_factory.mktemp("begun") / "clone")
    read_output(run([sys.executable, "-c", BEGIN], root, PYTHONPATH=str(root), NO_MKDOCS_2_WARNING="1"))
    return root


@pytest.fixture
def begun(begun_once: Path, tmp_path: Path) -> Path:
    """Return a copy of that course."""
    return shutil.copytree(begun_once, tmp_path / "clone")


@pytest.fixture(scope="module")
def made_once(begun_once: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a course of which all is made, and its site."""
    root = shutil.copytree(begun_once, tmp_path_factory.mktemp("made") / "clone")
    (root / "go").touch()
    return root, build_site(root)


SERVE = ("common.tools", "serve", "--port", "0", "--no-open")


def run_command(clone: Path, *arguments: str, prefix: Sequence[str] = ()) -> Done:
    command = [*prefix, sys.executable, "-m", *arguments]
    return run(command, clone, PYTHONPATH=str(clone), NO_MKDOCS_2_WARNING="1")


def start_serving(clone: Path) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": str(clone), "NO_MKDOCS_2_WARNING": "1"}
    command, pipe = [sys.executable, "-m", *SERVE], subprocess.PIPE
    return subprocess.Popen(command, cwd=clone, env=environment, stdout=pipe, stderr=pipe, text=True)


def build_site(clone: Path) -> Path:
    return Path(run_command(clone, "common.tools.site.building.build").stdout.strip())


class Served:
    """A `c4 serve` of the stand-in."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self.process = process
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        self.address = line.split()[4]

    def read_page(self, name: str = "") -> str:
        with urlopen(self.address + name) as answer:
            return answer.read().decode()

    def read_progress(self) -> dict[str, Any]:
        return json.loads(self.read_page("progress.json"))

    def end(self, how: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """End it; return its exit status and what it said on standard error."""
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@contextmanager
def serve_clone(clone: Path) -> Generator[Served]:
    with start_serving(clone) as process:
        try:
            yield Served(process)
        finally:
            if process.poll() is None:
                process.kill()


def test_lessons_come_first_and_labs_join_them(clone: Path) -> None:
    with serve_clone(clone) as course:
        assert 'role="status"' in course.read_page()
        assert "This lab is being run." in course.read_page("labs/01_number/")
        wait_until(lambda: (clone / "runs").exists())
        assert course.read_progress()["state"] == "making"
        (clone / "go").touch()
        wait_until(lambda: course.read_progress()["state"] == "ready")
        assert 'role="status"' not in course.read_page()
        shown = course.read_page("labs/01_number/")
        assert "This lab is being run." not in shown
        assert "42" in shown
        assert json.loads(course.read_page("labs/01_number/01_number.ipynb"))["cells"][1]["outputs"]
        assert course.end()[0] == 0
    (clone / "go").unlink()
    with serve_clone(clone) as course:
        assert course.read_page("labs/01_number/") == shown
        assert course.read_progress() == {}
        assert course.end() == (0, "")
    assert (clone / "runs").read_text(encoding="utf-8") == "run "


def test_what_was_damaged_is_made_anew(made_once: tuple[Path, Path]) -> None:
    """Damage the site, then a lab's notebook; test_kept_parts has other kinds of damage."""
    clone, site = made_once
    (notebook,) = (clone / ".cache").glob("lab-01_number/*/part/01_number.ipynb")
    pages = [site / "index.html", site / "labs" / "01_number" / "index.html"]
    before = {file: file.read_bytes() for file in [*pages, notebook]}
    for runs, path in ((1, pages[1]), (2, notebook)):
        path.write_bytes(path.read_bytes()[:-20])
        with serve_clone(clone) as course:
            wait_until(lambda course=course: course.read_progress().get("state") in (None, "ready"))
            assert course.read_page().encode() == before[pages[0]]
            assert course.read_page("labs/01_number/").encode() == before[pages[1]]
            assert course.end()[0] == 0
        assert {file: file.read_bytes() for file in before} == before
        assert (clone / "runs").read_text(encoding="utf-8") == "run " * runs


@pytest.mark.parametrize("obstacle", ["a file", "read-only"])
def test_a_clone_that_cannot_be_written_to_is_told(clone: Path, obstacle: str) -> None:
    if obstacle == "a file":
        (clone / ".cache").touch()
    clone.chmod(0o555)
    done = run_command(clone, *SERVE, prefix=UNPRIVILEGED)
    clone.chmod(0o755)  # so that it can be removed
    check_refused(done)
    reason = "File exists" if obstacle == "a file" else "Permission denied"
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"c4 serve: {clone / '.cache'}: {reason}. The site is kept there")
    assert line.endswith("use a copy of the clone elsewhere")


@pytest.mark.parametrize(
    "name",
    ["SIGINT", "SIGKILL", *(pytest.param(name, marks=pytest.mark.full) for name in ("SIGTERM", "SIGHUP"))],
)
def test_nothing_is_left_of_what_was_killed_while_a_lab_ran(
    begun: Path, name: str, pytestconfig: pytest.Config
) -> None:
    if signal.getsignal(signal.Signals[name]) == signal.SIG_IGN:
        pytest.skip(f"N/A: {name} is ignored here, as under nohup")
    with serve_clone(begun) as course:
        wait_until(lambda: (begun / "runs").exists())
        started = psutil.Process(course.process.pid).children(recursive=True)
        (kernel,) = [process for process in started if "ipykernel_launcher" in process.cmdline()]
        assert {place.laddr.ip for place in kernel.net_connections("inet")} <= {"127.0.0.1"}
        status, _ = course.end(signal.Signals[name])
    assert status == (-signal.SIGKILL if name == "SIGKILL" else 0)
    assert psutil.wait_procs(started, timeout=PATIENCE)[1] == []
    if name in ("SIGTERM", "SIGHUP"):  # which end it as SIGINT does
        return
    if name == "SIGINT" and not pytestconfig.getoption("--full"):  # SIGKILL leaves more that is in the way
        return
    (begun / "go").touch()
    assert "42" in (build_site(begun) / "labs" / "01_number" / "index.html").read_text(encoding="utf-8")
    assert (begun / "runs").read_text(encoding="utf-8") == "run run "


def test_nothing_is_left_of_what_was_killed_while_it_built_the_first_pages(clone: Path) -> None:
    (clone / "mkdocs.yml").write_text(CONFIG.replace("hooks: [", "hooks: [wait.py, "), encoding="utf-8")
    (clone / "wait.py").write_text(
        "import time\nfrom pathlib import Path\n\n\ndef on_post_page(output, page, **_):\n"
        "    Path('built').touch()\n    while not Path('go').exists():\n        time.sleep(0.01)\n",
        encoding="utf-8",
    )
    with start_serving(clone) as process:
        wait_until(lambda: (clone / "built").exists())
        started = psutil.Process(process.pid).children(recursive=True)
        process.kill()
    assert started
    assert psutil.wait_procs(started, timeout=PATIENCE)[1] == []
    assert [path.name for path in (clone / ".cache" / "site-preview").iterdir()] == ["unfinished"]
    (clone / "go").touch()
    with serve_clone(clone) as course:
        assert "The lab" in course.read_page()
        course.end()


def test_a_lab_that_fails_is_told_and_ends_a_build_of_its_own(begun: Path) -> None:
    (begun / "docs" / "labs" / "01_number.py").write_text(LAB.replace("6 * 7", "6 / 0"), encoding="utf-8")
    (begun / "go").touch()
    with serve_clone(begun) as course:
        wait_until(lambda: course.read_progress()["state"] == "failed")
        said = course.read_progress()["said"]
        assert "lab-01_number could not be made:" in said
        assert "6 / 0" in said
        assert "ZeroDivisionError: division by zero" in said
        assert "\x1b" not in said
        status, printed = course.end()
    assert status == 1
    assert "ZeroDivisionError: division by zero" in printed
    built = run_command(begun, "mkdocs", "build", "--strict")
    assert built.returncode == 1
    assert "ZeroDivisionError: division by zero" in built.stderr


def test_a_build_of_its_own_runs_the_labs(made_once: tuple[Path, Path]) -> None:
    assert "42" in (made_once[1] / "labs" / "01_number" / "index.html").read_text(encoding="utf-8")


@pytest.mark.full  # without it, one of a lab that fails
def test_a_build_by_mkdocs_runs_the_labs(begun: Path) -> None:
    (begun / "go").touch()
    read_output(run_command(begun, "mkdocs", "build", "--strict"))
    assert "42" in (begun / "site" / "labs" / "01_number" / "index.html").read_text(encoding="utf-8")


def test_pages_tell_when_all_is_there(begun: Path, chromium: webdriver.Remote) -> None:
    with serve_clone(begun) as course:
        chromium.get(course.address)
        line = "return document.querySelector('.progress [role=status]').textContent"
        until(chromium, lambda: "labs are being run" in chromium.execute_script(line))
        home = chromium.current_window_handle
        chromium.switch_to.new_window("tab")
        chromium.get(f"{course.address}labs/01_number/")
        assert "being run" in chromium.find_element("css selector", ".awaited").text
        (begun / "go").touch()
        until(chromium, lambda: "42" in chromium.execute_script("return document.body.textContent"))
        assert not chromium.find_elements("css selector", ".awaited")
        chromium.close()
        chromium.switch_to.window(home)
        until(chromium, lambda: "All pages are there" in chromium.execute_script(line))
        chromium.find_element("link text", "Reload this page").click()
        until(chromium, lambda: chromium.execute_script("return !document.querySelector('.progress')"))
        course.end()


CHANGE = """
from common.tools.site.building import jobs
names, files = {}, {}
print(*[jobs.find_job(name).place for name in names])
for file in files:
    with open(file, "a", encoding="utf-8") as changed:
        changed.write("# changed\\n")
    print(*[jobs.find_job(name).place for name in names])
"""


def test_each_change_of_a_source_has_a_part_made_anew(clone: Path) -> None:
    names = ["compiled-01", "lab-01_number", "site-whole"]
    changes = {
        "docs/index.md": names[2:],
        "docs/labs/01_number.py": names[1:],
        "test-data/set": names[1:],
        "steps/01_one/solver.py": names,
    }
    program = CHANGE.format(names, [*changes])
    printed = read_output(run([sys.executable, "-c", program], clone, PYTHONPATH=str(clone)))
    states = [line.split() for line in printed.splitlines()]
    for changed, (before, after) in zip(changes.values(), pairwise(states), strict=True):
        assert [part for part, place in zip(names, after, strict=True) if place not in before] == changed


IMPORTED = """
import sys
{}
files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
print(*filter(None, files), sep="\\n")
"""


def test_what_labs_import_is_a_source_of_theirs() -> None:
    labs = [job for job in jobs.list_parts() if job.module == "building.labs"]
    trees = [ast.parse(job.sources[-1].read_text(encoding="utf-8")) for job in labs]
    imports = [node for tree in trees for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    printed = run_python(IMPORTED.format("\n".join({ast.unparse(node) for node in imports})))
    files = [path for path in map(Path, printed.splitlines()) if path.is_relative_to(ROOT / "common")]
    used = {path for path in files if path.name != "__init__.py"}
    assert len(used) > 5
    for job in labs:
        assert used <= set(job.sources)


def test_labs_that_look_at_the_wall_clock_run_alone() -> None:
    alone = {job.name for job in jobs.list_parts() if job.is_alone}
    clock = re.compile(r"import time|from time import (?!process_time$)|timeit|datetime", re.MULTILINE)
    labs = (ROOT / "docs" / "labs").glob("*.py")
    assert alone == {f"lab-{path.stem}" for path in labs if clock.search(path.read_text(encoding="utf-8"))}
    assert alone


def test_the_pages_are_told_how_many_parts_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []

    def set_progress(_state: str, _said: str, *, done: int, total: int) -> None:
        counts.append(done)
        server.progress["done"] = done
        assert total == len(missing)

    server: Any = SimpleNamespace(progress={"done": 0}, set_progress=set_progress)
    missing: Any = [SimpleNamespace(place=tmp_path)] * 3
    monkeypatch.setattr(
        serve.jobs, "build_parts", lambda parts, _children, on_built: [on_built(part, "") for part in parts]
    )
    serve.build_missing_parts(server, Children(), missing)
    assert counts == [1, 2, 3]
