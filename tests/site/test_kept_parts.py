"""Tests of what .cache holds: whatever became of a part, it is right, made anew, or told."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from common.errors import UserError
from common.tools.site.building import jobs

PAGE = "<p>a page</p>"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Make one small part, and return where each was made from now on."""
    places: list[Path] = []

    def make(_: str, part: Path) -> None:
        (part / "folder").mkdir(parents=True)
        (part / "folder" / "page.html").write_text(PAGE, encoding="utf-8")
        places.append(part)

    module = ModuleType("stand_in")
    monkeypatch.setattr(module, "make", make, raising=False)
    monkeypatch.setitem(sys.modules, "common.tools.site.stand_in", module)
    monkeypatch.setattr(jobs, "CACHE", tmp_path / "cache")

    def find_job(name: str) -> jobs.Job:
        return jobs.Job(name, "stand_in", [], [])

    monkeypatch.setattr(jobs, "find_job", find_job)
    jobs.prepare_cache()
    jobs.main("small")
    places.clear()
    return places


def link_away(path: Path) -> None:
    """Put a link to a folder elsewhere in place of a path."""
    elsewhere = jobs.CACHE.with_name("elsewhere")
    elsewhere.mkdir()
    for name in ("one", "two", "three"):
        (elsewhere / name).write_text("precious", encoding="utf-8")
    if path.exists():
        path.rename(path.with_name("before"))
    path.symlink_to(elsewhere)


def put_file(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("a file", encoding="utf-8")


def put_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def put_link(path: Path) -> None:
    """Put a link to a file in place of the file."""
    other = path.rename(path.with_name("other"))
    path.symlink_to(other)


def find_page(state: Path) -> Path:
    return state / "part" / "folder" / "page.html"


ALONE = (  # what is damage without any other
    *("a file cut", "a file changed", "a file gone", "the checksum gone"),
    *("a pipe more", "a link more", "a folder linked", "a name that is no text"),
)
DAMAGES: dict[str, Callable[[Path], object]] = {
    "a file cut": lambda state: find_page(state).write_text(PAGE[:-1], encoding="utf-8"),
    "a file changed": lambda state: find_page(state).write_text(PAGE.upper(), encoding="utf-8"),
    "a file gone": lambda state: find_page(state).unlink(),
    "the checksum gone": lambda state: (state / "sha256").unlink(),
    "a pipe more": lambda state: os.mkfifo(state / "part" / "pipe"),
    "a link more": lambda state: (state / "part" / "link").symlink_to("nowhere"),
    "a folder linked": lambda state: (state / "part" / "link").symlink_to(state),
    "a name that is no text": lambda state: (state / "part" / "\udcff").touch(),
    "the state a link": link_away,
    "the states a link": lambda state: link_away(state.parent),
    "the states a file": lambda state: put_file(state.parent),
    "the rest a link": lambda state: link_away(state.with_name("unfinished")),
    "a broken link beside": lambda state: state.with_name("other").symlink_to("nowhere"),
    "the lock a folder": lambda state: put_folder(state.parents[1] / "small.lock"),
    "the lock a link": lambda state: put_link(state.parents[1] / "small.lock"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_what_became_odd_is_made_anew(name: str, made: list[Path], tmp_path: Path) -> None:
    """Whatever is there too is damage; what surrounds a part is none, but may keep it from being made."""
    state = jobs.find_job("small").place.parent
    DAMAGES[name](state)
    assert name not in ALONE or not jobs.find_job("small").is_kept()
    if name not in ALONE and find_page(state).exists() and not state.is_symlink():
        find_page(state).write_text("damaged", encoding="utf-8")
    jobs.main("small")
    assert len(made) == 1
    assert jobs.find_job("small").is_kept()
    assert not state.is_symlink()
    assert [path.name for path in (state / "part").rglob("*")] == ["folder", "page.html"]
    assert find_page(state).read_text(encoding="utf-8") == PAGE
    elsewhere = tmp_path / "elsewhere"
    assert not elsewhere.exists() or len(list(elsewhere.iterdir())) == 3


@pytest.mark.usefixtures("made")
def test_a_state_just_made_is_kept_whatever_the_times_of_others() -> None:
    state = jobs.find_job("small").place.parent
    (state / "sha256").unlink()
    for number in range(jobs.KEPT_STATES):
        other = state.with_name(f"later-{number}")
        other.mkdir()
        os.utime(other, (4e9, 4e9))
    jobs.main("small")
    assert jobs.find_job("small").is_kept()


@pytest.mark.usefixtures("made")
def test_the_state_before_the_last_one_is_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("one", "two", "three"):
        job = jobs.Job("small", "stand_in", [], [version])
        monkeypatch.setattr(jobs, "find_job", lambda _, job=job: job)  # pyright: ignore
        jobs.main("small")
        kept = {path.name for path in (jobs.CACHE / "small").iterdir()}
        assert len(kept) == 2
        assert job.place.parent.name in kept


@pytest.mark.usefixtures("made")
def test_what_cannot_be_removed_or_written_to_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", f"{path}")

    state = jobs.find_job("small").place.parent
    monkeypatch.setattr(Path, "read_bytes", refuse)
    monkeypatch.setattr(shutil, "rmtree", refuse)
    assert not jobs.find_job("small").is_kept()
    with pytest.raises(UserError, match=rf"{state}: Permission denied\. It is in the way .* delete"):
        jobs.main("small")
    monkeypatch.setattr(os, "access", lambda *_: False)  # pyright: ignore
    with pytest.raises(UserError, match=r"small\.lock: it cannot be written to"):
        jobs.main("small")
