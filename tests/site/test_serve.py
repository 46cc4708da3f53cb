"""Tests of `c4 serve`: it serves the whole site to this machine only, and leaves nothing behind."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import psutil
import pytest
from pages import PATIENCE
from repository import C4, ROOT, check_refused, copy_parts, run, run_c4, wait_until

SERVE = ("serve", "--port", "0", "--no-open")
WITHOUT_MKDOCS = """
import sys
sys.modules["mkdocs"] = None
from common.tools.cli import main
sys.exit(main(["serve"]))
"""
SLOW_NPM = "#!/bin/sh\nwhile [ ! -e {} ]; do sleep 0.1; done\nexit 1\n"


class Served:
    """A `c4 serve` that has printed its address."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self.process = process
        line = process.stdout.readline()
        assert "Ctrl-C" in line, process.communicate()[1]
        self.port = int(line.partition("localhost:")[2].partition("/")[0])
        wait_until(self.is_listening)  # mkdocs begins to a moment after it has said where

    def is_listening(self) -> bool:
        """Return whether the server answers."""
        with socket.socket() as trial:
            return trial.connect_ex(("127.0.0.1", self.port)) == 0

    def ask(self, path: str) -> HTTPResponse:
        """Return the answer to a path."""
        connection = HTTPConnection("localhost", self.port)
        connection.request("GET", path)
        return connection.getresponse()

    def get(self, path: str) -> tuple[int, str]:
        """Return the status and text of the answer to a path."""
        answer = self.ask(path)
        return answer.status, answer.read().decode(errors="replace")

    def read_python(self) -> tuple[object, bool]:
        """Return the Python of the page "Write it", and whether one is downloading."""
        about = json.loads(self.get("/assets/live/write/about.json")[1])
        return about["python"], about["isComing"]

    def end(self) -> tuple[int, str]:
        """End the server; return its exit status and standard error."""
        self.process.send_signal(signal.SIGINT)
        said = self.process.communicate(timeout=PATIENCE)[1]
        return self.process.returncode, said


@contextmanager
def start_serving(root: Path = ROOT, **environment: str) -> Generator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*C4, *SERVE], cwd=root, env=os.environ | environment, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.full("builds the site a second time")
def test_the_course_is_served_to_this_machine_until_an_interrupt(tmp_path: Path) -> None:
    with start_serving(TMPDIR=str(tmp_path)) as process:
        course = Served(process)
        for path, part in (
            ("/", "livereload"),
            ("/lessons/05_transposition_table/", 'class="highlight"'),
            ("/labs/05_transposition_table/", '<figure class="chart">'),
            ("/live/explorer/", "<c4-explorer"),
            ("/assets/traces/index.json", '"positions"'),
        ):
            status, text = course.get(path)
            assert status == 200
            assert part in text, path
        assert course.ask("/app.webmanifest").headers["Content-Type"] == "application/manifest+json"
        for path in ("/assets/", "/no/such/page/", "/..%2f..%2fetc/passwd"):
            assert course.get(path)[0] == 404
        places = psutil.Process(process.pid).net_connections("inet")
        assert {place.laddr.ip for place in places} <= {"127.0.0.1", "::1"}
        assert list(tmp_path.iterdir())
        started = psutil.Process(process.pid).children(recursive=True)
        status, said = course.end()
    assert status == 0
    assert "Traceback" not in said
    assert psutil.wait_procs(started, timeout=PATIENCE)[1] == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_build_can_be_interrupted(how: signal.Signals) -> None:
    with start_serving() as process:
        assert process.stderr
        process.stderr.readline()
        process.send_signal(how)
        assert "Traceback" not in process.communicate(timeout=PATIENCE)[1]
        assert process.returncode == 0


def test_a_port_in_use_is_named() -> None:
    with socket.create_server(("localhost", 0)) as server:
        port = str(server.getsockname()[1])
        check_refused(run_c4("serve", "--port", port), port, "--port")


def test_what_is_missing_to_serve_is_named(tmp_path: Path) -> None:
    check_refused(run([sys.executable, "-c", WITHOUT_MKDOCS]), "mkdocs", "pip install", "[site]")
    installed = copy_parts(["common"], tmp_path)
    check_refused(run([*C4, *SERVE], installed), "clone")


@pytest.mark.full("builds the site of a copy")
def test_the_page_waits_for_python_and_tells(tmp_path: Path, put_npm: Callable[[str], str]) -> None:
    clone = copy_parts(
        ["common", "docs", "mkdocs.yml", "pyproject.toml", "steps", "test-data"], tmp_path / "c"
    )
    with start_serving(clone, PATH=put_npm(SLOW_NPM.format(tmp_path / "go"))) as process:
        course = Served(process)
        assert course.read_python() == (None, True)
        (tmp_path / "go").touch()
        wait_until(lambda: course.read_python() == (None, False))
        assert course.end()[0] == 0
