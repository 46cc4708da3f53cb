"""Shared fixtures: the built site, served as plain files, and browsers."""

import os
import subprocess
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
import yaml
from chromium import started
from filelock import FileLock
from marionette import firefox
from repository import ROOT, Done, Run, read_output, run_shell
from selenium import webdriver

from common.position import HEIGHT, WIDTH
from common.tools.cli import main

WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8"))
SITE_COMMANDS = [step["run"] for step in WORKFLOW["jobs"]["build"]["steps"] if "run" in step][1:]  # installed
PUBLISHED = "https://example.org/"
"""Where the site is said to be: links for those who share a page are complete."""
FIREFOX = Path("/usr/bin/firefox-esr")
TOGETHER = "tests/pages/", "steps/"


def pytest_sessionstart() -> None:
    """Let processes that tests start keep their bytecode: hundreds would compile the same files."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep a file's tests together, those of pages, which share one browser, and those of steps.

    What one step's tests have compiled or solved, those of the next compare with.
    """
    from xdist.scheduler import LoadFileScheduling

    class LoadTogether(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            folders = (folder for folder in TOGETHER if nodeid.startswith(folder))
            return next(folders, super()._split_scope(nodeid))

    return LoadTogether(config, log)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """Return the folder of the site, built once as it is published, or without Pyodide."""
    folder = tmp_path_factory.getbasetemp()
    folder = (folder.parent if hasattr(pytestconfig, "workerinput") else folder) / "site"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            fetch, build, check = SITE_COMMANDS
            has_python = run_shell(fetch).returncode == 0
            for command in [build, check][: 1 + has_python]:
                read_output(run_shell(command, SITE=f"{folder}", SITE_URL=PUBLISHED))
    return folder


@pytest.fixture
def python_site(site: Path) -> Path:
    """Return the folder of the site, if it has Pyodide."""
    if not (site / "assets" / "pyodide").exists():
        pytest.skip("N/A: needs Pyodide, and the site was built without npm, or offline")
    return site


@pytest.fixture
def put_npm(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that replaces npm by a script, or by nothing, and returns the PATH."""

    def put(script: str) -> str:
        folder = tmp_path / "programs"
        folder.mkdir()
        if script:
            (folder / "npm").write_text(script, encoding="utf-8")
            (folder / "npm").chmod(0o755)
        for name in ("sh", "sleep"):
            (folder / name).symlink_to(f"/bin/{name}")
        return f"{folder}"

    return put


@pytest.fixture
def c4_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command line in this process, which is quicker, on this board."""
    monkeypatch.setenv("C4_BOARD", f"{WIDTH}x{HEIGHT}")  # --board in a command line may change it

    def run_here(*arguments: str, given: str | bytes = b"") -> Done:
        monkeypatch.setattr("signal.signal", lambda *_: None)
        content = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content), encoding="utf-8"))
        capsys.readouterr()
        try:
            status = main(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
        printed = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, status, printed.out, printed.err)

    return run_here


@pytest.fixture
def run_learn(c4_here: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that checks the exit status of `c4 learn` and returns its output."""
    monkeypatch.setenv("C4_SEED", "[/a seed]")

    def run_here(*words: object, status: int = 0) -> str:
        patient = ["--seconds", "120"] if "check" in words else []
        done = c4_here("learn", *map(str, words), *patient)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run_here


class Silent(SimpleHTTPRequestHandler):
    """Serve files and say nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name it has there)
        """Say nothing."""


@contextmanager
def serving(folder: Path, handler: type[SimpleHTTPRequestHandler] = Silent) -> Generator[str]:
    """Serve the files of a folder at an address."""
    server = ThreadingHTTPServer(("localhost", 0), partial(handler, directory=str(folder)))
    server.handle_error = lambda *_: None  # type: ignore[method-assign] (a browser ends what it no longer needs)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Serve the site."""
    with serving(site) as address:
        yield address


@pytest.fixture(scope="session")
def one_chromium() -> Iterator[webdriver.Chrome]:
    """Start a Chromium for several tests."""
    with started() as driver:
        yield driver


@pytest.fixture
def chromium(one_chromium: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    """Return the Chromium; leave the page afterwards, or it would go on searching during other tests."""
    yield one_chromium
    one_chromium.get("about:blank")
    one_chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    one_chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.fixture(scope="session")
def one_firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Remote]:
    """Start Firefox without a window."""
    if not FIREFOX.exists():
        pytest.skip("N/A: needs Firefox, apt install firefox-esr")
    driver = firefox(FIREFOX, tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()
    driver.command_executor.close()  # type: ignore[union-attr]


@pytest.fixture
def firefox_esr(one_firefox: webdriver.Remote) -> Iterator[webdriver.Remote]:
    """Return the Firefox; leave the page afterwards."""
    yield one_firefox
    one_firefox.get("about:blank")


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> webdriver.Remote:
    """Return a browser by its name."""
    return request.getfixturevalue(request.param)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run browser tests in Chromium, with --full in Firefox too."""
    is_chosen = any(mark.args[0] == "browser" for mark in metafunc.definition.iter_markers("parametrize"))
    if "browser" in metafunc.fixturenames and not is_chosen:
        others = ["firefox_esr"] if metafunc.config.getoption("--full") else []
        metafunc.parametrize("browser", ["chromium", *others], indirect=True)


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: webdriver.Remote, address: str) -> Any:
    """Return the page that a file of tests is about, its class Page, not yet opened."""
    return request.module.Page(browser, address)


@pytest.hookimpl(trylast=True)  # what is skipped is known
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest; what copies the repository with all that is compiled comes last."""
    tested = [item for item in items if not item.get_closest_marker("skip")]
    copying = {item.path for item in tested if "copy" in getattr(item, "fixturenames", ())}

    def place(item: pytest.Item) -> int:
        longest = [item.nodeid.startswith(folder) for folder in TOGETHER]
        return longest.index(True) if any(longest) else 3 if item.path in copying else 2

    items.sort(key=place)
