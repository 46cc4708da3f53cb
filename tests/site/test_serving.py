"""Tests of `c4 serve` without a build: what it answers, what it says, and in which order things are made."""

import argparse
import json
import signal
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest

from common.errors import UserError
from common.tools.commands import serve
from common.tools.processes.children import Children, Failed


@pytest.fixture
def server(tmp_path: Path) -> Iterator[serve.Course]:
    """Return a server of a folder with a page."""
    (tmp_path / "index.html").write_text("a page", encoding="utf-8")
    with serve.Course(0) as server:
        server.folder = tmp_path
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_pages_and_progress_are_answered_and_not_kept_by_a_browser(
    server: serve.Course, capsys: pytest.CaptureFixture[str]
) -> None:
    server.set_progress("making", "at it", done=1, total=3)
    content = json.dumps({"state": "making", "said": "at it", "done": 1, "total": 3})
    for name, kind, expected in (("", "text/html", "a page"), ("progress.json", "application/json", content)):
        with urlopen(f"http://localhost:{server.server_port}/{name}") as answer:
            assert (answer.status, answer.read().decode()) == (200, expected)
            assert answer.headers["Content-Type"] == kind
            assert answer.headers["Content-Length"] == f"{len(expected)}"
            assert answer.headers["Cache-Control"] == "no-store"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("is_ended", [False, True])
def test_a_part_that_cannot_be_made_is_told_unless_all_was_ended(
    is_ended: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise Failed("lab 3 is broken")

    stand_in: Any = SimpleNamespace(progress={})
    stand_in.set_progress = serve.Course.set_progress.__get__(stand_in)
    children = Children()
    children.have_ended = is_ended
    monkeypatch.setattr(serve.jobs, "build_parts", fail)
    serve.finish_site(stand_in, children, [])
    said = capsys.readouterr().err
    assert (
        ("c4 serve: lab 3 is broken\n" in said) == (stand_in.progress["state"] == "failed") == (not is_ended)
    )
    assert "All pages" not in said
    if not is_ended:
        assert stand_in.progress["said"] == "This is only a part of the site: lab 3 is broken"


class Site:
    """What a site is made of, which notes what is done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, missing: list[str], is_whole_kept: bool) -> None:
        self.done: list[str] = []
        whole = SimpleNamespace(is_kept=lambda: is_whole_kept)
        monkeypatch.setattr(serve.jobs, "list_missing_parts", lambda: missing)
        monkeypatch.setattr(serve.jobs, "find_job", {"site-whole": whole}.__getitem__)
        monkeypatch.setattr(serve.jobs, "prepare_cache", lambda: self.done.append("cache"))
        monkeypatch.setattr(serve.jobs, "build_part", self.build_part)
        monkeypatch.setattr(serve, "finish_site", self.finish)
        monkeypatch.setattr(serve.webbrowser, "open", lambda address: self.done.append(f"open {address}"))
        self.server_port = 8123
        self.begins_rest, self.has_begun, self.have_ended = bool(missing), Event(), Event()

    def build_part(self, name: str, _: object) -> tuple[str, str]:
        self.done.append(name)
        return name, ""

    def finish(self, _server: object, _children: object, missing: list[str]) -> None:
        self.done.append(f"finish {', '.join(missing)}")
        self.has_begun.set()
        assert self.have_ended.wait(60)
        self.done.append("finished")

    def serve_forever(self) -> None:
        if self.begins_rest:
            assert self.has_begun.wait(60)
        self.done.append("serve")

    def end(self) -> None:
        self.done.append("end")
        self.have_ended.set()


class Pipe(StringIO):
    """A stream, and what its reader has received so far."""

    received = ""

    def flush(self) -> None:
        """Hand over what was written."""
        self.received = self.getvalue()


@pytest.mark.parametrize(
    ("missing", "is_whole_kept", "opens", "done"),
    [
        ([], True, True, ["site-whole", "open http://localhost:8123/", "serve", "end"]),
        ([], False, False, ["site-whole", "serve", "end"]),
        (["a"], False, False, ["cache", "site-preview", "finish a", "serve", "end", "finished"]),
    ],
)
def test_the_site_is_shown_as_soon_as_a_part_of_it_is_there(
    monkeypatch: pytest.MonkeyPatch, missing: list[str], is_whole_kept: bool, opens: bool, done: list[str]
) -> None:
    out = Pipe()
    monkeypatch.setattr("sys.stdout", out)
    site: Any = Site(monkeypatch, missing, is_whole_kept)
    serve.serve_site(site, site, opens=opens)
    assert site.done == done
    assert site.folder == done["cache" in done]
    assert out.received == "The course is at http://localhost:8123/ until you press Ctrl-C.\n"


def test_a_whole_site_that_is_kept_is_shown_though_parts_of_it_are_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site: Any = Site(monkeypatch, ["a"], is_whole_kept=True)
    serve.serve_site(site, site, opens=False)
    assert site.done[0] == "site-whole"
    assert site.done[-1] == "finished"


def serve_on(port: int) -> int:
    return serve.run(argparse.Namespace(port=port, no_open=True))


def test_what_is_missing_to_serve_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)  # pyright: ignore
    with monkeypatch.context() as patched:
        patched.setattr(serve, "ROOT", tmp_path)
        with pytest.raises(UserError, match="run this in a clone of the repository"):
            serve_on(0)
    with monkeypatch.context() as patched:
        patched.setattr(serve, "find_spec", lambda _: None)  # pyright: ignore
        with pytest.raises(UserError, match=r"pip install -e '\.\[site\]' in the clone"):
            serve_on(0)


@pytest.mark.parametrize("ignored", [(), ("SIGHUP",)])
def test_a_signal_ends_it_as_an_interrupt_does_unless_it_is_ignored(
    ignored: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As nohup has the system ignore one."""
    handlers: dict[signal.Signals, Any] = {}
    numbers = {name: signal.Signals[name] for name in serve.ENDINGS}
    default = {numbers[name]: signal.SIG_IGN for name in ignored}
    monkeypatch.setattr("signal.getsignal", lambda number: default.get(number, signal.SIG_DFL))  # pyright: ignore
    monkeypatch.setattr("signal.signal", handlers.__setitem__)
    monkeypatch.setattr(serve, "serve_site", lambda *_, **__: None)  # pyright: ignore
    assert serve_on(0) == 0
    assert handlers == {
        number: signal.default_int_handler for name, number in numbers.items() if name not in ignored
    }


@pytest.mark.parametrize(("state", "status"), [("failed", 1), ("ready", 0), (None, 0)])
def test_a_server_ends_by_an_interrupt_with_what_became_of_the_site(
    state: str | None, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bool] = []

    def serve_site(server: serve.Course, _: object, *, opens: bool) -> None:
        opened.append(opens)
        if state:
            server.set_progress(state, "")
        with pytest.raises(UserError, match=f"port {server.server_port}: .*; choose another with --port"):
            serve_on(server.server_port)
        raise KeyboardInterrupt

    monkeypatch.setattr("signal.signal", lambda *_: None)  # pyright: ignore
    monkeypatch.setattr(serve, "serve_site", serve_site)
    assert serve_on(0) == status
    assert opened == [False]
