"""The hooks of mkdocs for the parts of the page "Write it", in assets/live/write, and for its Python.

While the site is served, Pyodide is fetched if it is missing, and joins the site when it is there.

about.json       which Python there is, null if none, if it is coming, the stages in order, and which
                 one ends volume one
04a.json         a stage: its brief, the file that it is about, hints, the program to start from, and ours
program.json     the files of this repository that check a program, by their paths
8.book           the book of 8 plies, in place of the one of 12, which plain Python reads too slowly
"""

import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files

from common import CORE
from common.tools import course
from common.tools.diff import diff_texts
from common.tools.files import ROOT
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Stage
from common.tools.learn.trying.runner import describe_hang
from common.tools.sets import FOLDER, KINDS
from common.tools.site import pyodide

TOOLS = CORE / "tools"
USED = ("__init__", "answers", "claims", "course", "diff", "files", "limited", "sets", "source")

log = get_plugin_logger(__name__)
downloads = ThreadPoolExecutor(1)
is_ending = Event()
fetching: Future[None] | None = None


def on_startup(command: str, **_: object) -> None:
    """Start the download of Pyodide for a site that is served, or say how to do it."""
    global fetching
    if pyodide.list_pyodide_files():
        return
    if command == "serve":
        fetching = downloads.submit(pyodide.fetch_pyodide, is_ending)
    else:
        log.info('"Write it" has no Python: python -m common.tools.site.pyodide fetches it')


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Give the page its parts."""
    for file in make_files(config):
        files.append(file)


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: object) -> LiveReloadServer:
    """Add Pyodide to the site once it is downloaded, or say on its page that there is none."""

    def add_pyodide(fetched: Future[None]) -> None:
        if error := fetched.exception():
            log.info(f"{error}")
        for file in make_files(config):
            file.copy_file()

    if fetching:
        fetching.add_done_callback(add_pyodide)
    return server


def on_shutdown() -> None:
    """Cancel an unfinished download."""
    is_ending.set()
    downloads.shutdown()


def make_files(config: MkDocsConfig) -> Iterator[File]:
    """Yield the files of this page."""
    yield make_asset(config, "program", read_checking_files())
    yield File.generated(config, "assets/live/write/8.book", abs_src_path=f"{course.locate_book('8')}")
    every = stages.load_stages().values()
    yield from (make_asset(config, stage.name, describe_stage(stage)) for stage in every)
    python = pyodide.list_pyodide_files()
    for path in python:
        yield File.generated(config, f"assets/pyodide/{path.name}", abs_src_path=str(path))
    if python:
        yield File.generated(config, "assets/pyodide/NOTICE.txt", content=pyodide.NOTICE)
    size = sum(path.stat().st_size for path in python)
    about = {
        "python": {"version": pyodide.VERSION, "megabytes": round(size / 1e6)} if python else None,
        "isComing": bool(not python and fetching and not fetching.done()),
        "stages": [describe_place(stage) for stage in every],
        "end": stages.EIGHTH,
    }
    yield make_asset(config, "about", about)  # last: it says that the others are there


def make_asset(config: MkDocsConfig, name: str, value: object) -> File:
    """Return a value as a file of the site's assets."""
    return File.generated(config, f"assets/live/write/{name}.json", content=json.dumps(value))


def describe_place(stage: Stage) -> dict[str, str]:
    """Return a stage's name, and its place in the course."""
    lesson = course.load(stage.step).folder.name
    return {"name": stage.name, "title": stage.title, "step": stage.step, "lesson": lesson}


def describe_stage(stage: Stage) -> dict[str, object]:
    """Return a stage as data for the page."""
    return {
        "name": stage.name,
        "brief": stage.brief,
        "file": find_main_file(stage),
        "hints": stage.hints,
        "hangs": describe_hang(stage),
        "given": stage.given_files(),
        "start": stage.begun(),
        "ours": stage.ours(),
    }


def find_main_file(stage: Stage) -> str:
    """Return the file that a stage is about: one handed over to be completed, or what we change most."""
    unfinished = [file for file, functions in stage.given.items() if functions]
    before, ours = stage.begun(), stage.ours()
    changes = {file: diff_texts({file: before.get(file, "")}, {file: ours[file]}) for file in ours}
    return next(iter(unfinished), max(changes, key=lambda file: len(changes[file])))


def read_checking_files() -> dict[str, str]:
    """Return the files that check a learner's program, and ours, by their paths."""
    paths = [
        *CORE.glob("[!.]*.py"),
        *(TOOLS / f"{name}.py" for name in USED),
        *(TOOLS / "terminal" / name for name in ("__init__.py", "streams.py")),
        *(CORE / "api" / "c4" / name for name in ("__init__.py", "engine.py")),
        *(path for path in (TOOLS / "learn").rglob("[!.]*") if path.suffix in (".py", ".toml")),
        *(FOLDER / name for name in KINDS),
        *(path for path in course.STEPS.rglob("[!.]*.py") if not path.name.startswith("test_")),
    ]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}
