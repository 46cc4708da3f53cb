"""What the site takes long to make: each part is made in a process of its own, and kept in .cache.

A part is kept under a digest of all that it comes from, and is there whole or not at all. Beside it stands a
digest of what it holds: a part that was damaged since is made anew.

pyodide                      Python for the page "Your turn"
compiled-05                  the compiled code of TOGETHER steps from 05 on
traces                       recorded searches
frames                       pictures of what the steps do
lab-05_transposition_table   a lab that has been run, as a folder with a notebook
site-preview, site-whole     the site, built before the other parts are there, and after
"""

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile

from filelock import FileLock

from common.errors import UserError
from common.tools import collect_garbage_seldom, course
from common.tools.files import CORE, ROOT
from common.tools.processes.children import Children, Failed, watch_parent

CACHE = ROOT / ".cache"
DOCS, STEPS, SETS, TOOLS = ROOT / "docs", ROOT / "steps", ROOT / "test-data", CORE / "tools"
SITE = TOOLS / "site"
MODULE = "common.tools.site.building.jobs"
PACKAGES = ("matplotlib", "numba", "numpy")
WALL_CLOCK = re.compile(r"\b(perf_counter|sleep)\b")  # a processor's time is the same beside others
TOGETHER = 4  # steps that a process compiles: the first costs a second more than the others
DIGEST = "sha256"  # the file beside a part
KEPT_STATES = 2  # states of a part: the latest, and the one before, which may still be in use


@dataclass(frozen=True)
class Job:
    """A part of the site: what it comes from, and the module of common.tools.site that makes it.

    The module's function `make` gets what follows the dash in the name, and the path to write. It leaves the
    path alone if the part cannot be had and the site can do without.
    """

    name: str
    module: str
    sources: list[Path]
    versions: list[str]
    is_alone: bool = False  # it looks at the wall clock: nothing else may run
    environment: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def place(self) -> Path:
        """Return where the part is kept, if it is."""
        versions = "\n".join([sys.version, *self.versions])
        return CACHE / self.name / digest_files(self.sources, ROOT, versions)[:16] / "part"

    def is_kept(self) -> bool:
        """Tell whether the part is there, as it was made."""
        place = self.place
        recorded = place.with_name(DIGEST)
        with suppress(OSError):  # what cannot be read is made anew
            return recorded.is_file() and recorded.read_bytes() == digest_part(place).encode()
        return False


def digest_files(files: Iterable[Path], root: Path, start: str = "") -> str:
    """Return a digest of the names and contents of files, and of a text."""
    total = hashlib.sha256(start.encode())
    for path in files:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(os.fsencode(f"\n{path.relative_to(root)} {content}"))
    return total.hexdigest()


def digest_part(place: Path) -> str:
    """Return a digest of all that a part holds, which is a file or a folder."""
    entries = sorted(place.rglob("*")) if place.is_dir() else [place]
    files = [path for path in entries if path.is_file() and not path.is_symlink()]
    others = {path for path in entries if path.is_symlink() or not path.is_dir()} - {*files}
    names = sorted(f"{path.relative_to(place)}" for path in others)
    return digest_files(files, place, f"{names}" if names else "")


def list_parts() -> list[Job]:
    """Return the parts of the site, steps before labs: so each step is compiled once."""
    versions = [f"{name} {version(name)}" for name in PACKAGES]
    core = [*sorted(CORE.glob("*.py")), TOOLS / "course.py", TOOLS / "files.py"]
    sets = sorted(SETS.iterdir())
    folders = [*course.folders().values()]
    steps = list_step_files(folders)
    drawings = [SITE / "figures" / "pictures.py", *sorted((SITE / "drawings").glob("*.py"))]
    recording = [*core, *steps, *drawings, *sorted((SITE / "searches").glob("*.py"))]
    jobs = [Job("pyodide", "building.pyodide", [SITE / "building" / "pyodide.py"], [])]
    for first in range(0, len(folders), TOGETHER):
        several = folders[first : first + TOGETHER]
        used = [*core, *list_step_files(several), SITE / "building" / "compiled.py"]
        jobs.append(Job(f"compiled-{several[0].name[:2]}", "building.compiled", used, versions))
    plain = {"NUMBA_DISABLE_JIT": "1"}  # a compiled search cannot be watched
    jobs.append(Job("traces", "searches.traces", recording, versions, environment=plain))
    drawing = [
        *sorted((SITE / "drawings").glob("*.py")),
        TOOLS / "words.py",
        *sorted((SITE / "frames").rglob("*.py")),
    ]
    jobs.append(Job("frames", "frames.recorder", [*recording, *drawing], versions, environment=plain))
    own = {"MPLBACKEND": "agg", "IPYTHONDIR": str(CACHE / "ipython")}  # nothing of what the user has set up
    for lab in sorted(DOCS.glob("labs/*.py")):
        used = [*recording, *sets, CORE / "data" / "7x6.book", SITE / "building" / "labs.py", lab]
        is_alone = bool(WALL_CLOCK.search(lab.read_text(encoding="utf-8")))
        jobs.append(Job(f"lab-{lab.stem}", "building.labs", used, versions, is_alone, own))
    return jobs


def list_step_files(folders: Iterable[Path]) -> list[Path]:
    """Return the Python files of some folders but their tests."""
    return [path for folder in folders for path in sorted(folder.glob("*.py")) if path.name != "test_step.py"]


def make_site_job(name: str) -> Job:
    """Return the job that builds the site or its preview: nearly everything is a source of it."""
    files = [path for folder in (DOCS, STEPS, CORE, SETS) for path in sorted(folder.rglob("*"))]
    used = [path for path in files if path.is_file() and "__pycache__" not in path.parts]
    # Their names hold their versions; to read what each says of itself takes fifty times as long.
    packages = sorted({path.name for folder in sys.path for path in Path(folder).glob("*-info")})
    python = find_job("pyodide").place
    settings = {
        "NO_MKDOCS_2_WARNING": "1",  # the theme would tell of itself, and that would be an error
        "NBCONVERT_DISABLE_CONFIG_EXPORTERS": "1",  # each of a dozen would be asked whether it may be used
        "NUMBA_DISABLE_JIT": "1",  # pages solve a few small positions, and Numba takes longer to import
    }
    given = packages if name == "site-preview" else [*packages, f"{python.name} {python.exists()}"]
    return Job(name, "building.build", [*used, ROOT / "mkdocs.yml"], given, environment=settings)


def find_job(name: str) -> Job:
    """Return the job of a name."""
    if name.startswith("site-"):
        return make_site_job(name)
    return next(job for job in list_parts() if job.name == name)


def list_missing_parts() -> list[Job]:
    """Return the parts that are not there and can be had."""
    missing = [job for job in list_parts() if not job.is_kept()]
    return [job for job in missing if job.name != "pyodide" or shutil.which("npm")]


def build_part(name: str, children: Children) -> tuple[Path, str]:
    """Make a part unless it is there; return its place, and what was printed.

    It is made anew as long as its sources change meanwhile.
    """
    while True:
        job = find_job(name)
        if job.is_kept():
            return job.place, ""
        try:
            printed = children.run(MODULE, name, **job.environment)
        except Failed as error:
            raise Failed(f"{name} could not be made:\n{error}") from None
        if find_job(name).place == job.place:
            return job.place, printed


def build_parts(missing: list[Job], children: Children, on_built: Callable[[Job, str], None]) -> None:
    """Make parts on all processors, those that look at the wall clock last and one by one.

    As each is done, `on_built` gets it and what was printed. Where one fails, no other is begun.
    """
    beside, alone = ([job for job in missing if job.is_alone == is_alone] for is_alone in (False, True))
    fetching = sum(job.name == "pyodide" for job in beside)  # it needs the network, and no processor
    for jobs, processes in ((beside, (os.cpu_count() or 1) + fetching), (alone, 1)):
        with ThreadPoolExecutor(processes) as pool:
            job_by_task = {pool.submit(build_part, job.name, children): job for job in jobs}
            try:
                for task in as_completed(job_by_task):
                    on_built(job_by_task[task], task.result()[1])
            except Failed:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
            except KeyboardInterrupt:
                children.end()
                raise


def main(name: str) -> None:
    """Make a part unless it is there, or unless another process has just made it."""
    lock, states = CACHE / f"{name}.lock", CACHE / name
    for path, is_wrong in ((lock, Path.is_dir), (states, Path.is_file)):
        if path.is_symlink() or is_wrong(path):
            remove_path(path)
    if lock.exists() and not os.access(lock, os.W_OK):
        raise blocked(lock, "it cannot be written to")
    with FileLock(lock):
        job = find_job(name)
        if job.is_kept():
            return
        kept, unfinished = job.place.parent, states / "unfinished"
        for path in (kept, unfinished):  # damaged, or left by a process that was ended
            remove_path(path)
        unfinished.mkdir(parents=True)
        part = unfinished / job.place.name
        import_module(f"common.tools.site.{job.module}").make(name.partition("-")[2], part)
        if part.exists() and find_job(name).place == job.place:
            (unfinished / DIGEST).write_text(digest_part(part), encoding="utf-8")
            unfinished.rename(kept)
            latest = sorted(states.iterdir(), key=lambda path: (path == kept, path.lstat().st_mtime))
            for path in latest[:-KEPT_STATES]:
                remove_path(path)


def remove_path(path: Path) -> None:
    """Remove a file, a link or a folder, if it is there; raise UserError if it cannot be removed."""
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise blocked(error.filename or path, f"{error.strerror}") from None


def blocked(path: Path | str, reason: str) -> UserError:
    """Return what to say of a path that is in the way."""
    return UserError(
        f"{path}: {reason}. It is in the way of what the site is made of: "
        f"delete {CACHE}, all of which can be made again"
    )


def prepare_cache() -> None:
    """Make the folder in which parts are kept; raise UserError if it cannot be written to."""
    try:
        CACHE.mkdir(exist_ok=True)
        TemporaryFile(dir=CACHE).close()
    except OSError as error:
        raise UserError(
            f"{CACHE}: {error.strerror}. The site is kept there, and cannot be made without: "
            "see to it that this folder can be written to, or use a copy of the clone elsewhere"
        ) from None


if __name__ == "__main__":
    collect_garbage_seldom()
    watch_parent()
    if sys.platform != "win32" and not sys.argv[1].startswith("site-"):
        os.nice(10)  # what the reader does goes before
    try:
        prepare_cache()
        main(sys.argv[1])
    except UserError as error:
        sys.exit(str(error))
