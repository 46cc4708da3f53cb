"""Python for the page "Write it": Pyodide, from its npm package, kept in .cache.

`python -m common.tools.site.pyodide` fetches it: npm packs the package, which is checked against INTEGRITY
and unpacked; nothing in it is run. To pin another, ask `npm view pyodide version dist.integrity`.
"""

import hashlib
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from typing import IO, cast

from common.errors import Error
from common.tools.files import ROOT, write_file

VERSION = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FOLDER = ROOT / ".cache" / "pyodide" / VERSION
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
SECONDS = 300  # until a download is given up
NOTICE = f"""\
The files beside this one are Pyodide {VERSION}, unchanged, from the npm package "pyodide".

Pyodide is under the Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/
Its source is at https://github.com/pyodide/pyodide/tree/{VERSION}

It contains CPython, under the PSF License, https://docs.python.org/3/license.html, and the libraries that
its source names, under their own licences.
"""


def list_pyodide_files() -> list[Path]:
    """Return Pyodide's files, or none if they are missing."""
    return [FOLDER / name for name in FILES] if FOLDER.is_dir() else []


def fetch_pyodide(is_ending: Event) -> None:
    """Download Pyodide, unless the program is ending; raise Error if that fails."""
    npm = shutil.which("npm")
    if not npm:
        raise Error("npm is not installed, so it cannot fetch Pyodide")
    FOLDER.parent.mkdir(parents=True, exist_ok=True)
    options = ["--ignore-scripts", "--fetch-retries", "1", "--fetch-retry-mintimeout", "1000"]
    with (
        TemporaryDirectory(dir=FOLDER.parent, prefix="fetching-") as folder,
        subprocess.Popen(
            [npm, "pack", f"pyodide@{VERSION}", *options],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for this process, which then ends it
        ) as process,
    ):
        deadline = monotonic() + SECONDS
        try:
            while process.poll() is None and monotonic() < deadline and not is_ending.wait(0.1):
                pass
        finally:
            process.kill()
        if is_ending.is_set():
            return
        if process.wait():
            raise Error(f"npm could not fetch Pyodide {VERSION} within {SECONDS} seconds")
        unpack_package(next(Path(folder).glob("*.tgz")))


def unpack_package(package: Path) -> None:
    """Store the files of a package; raise Error if it is not the pinned one."""
    integrity = "sha512-" + b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if integrity != INTEGRITY:
        raise Error(f"pyodide {VERSION} from npm is not the pinned one: {integrity}, not {INTEGRITY}")
    unpacked = package.with_name("unpacked")
    with tarfile.open(package) as archive:
        for name in FILES:
            # Not `extract`: its filters came with Python 3.11.4, and later it warns without one.
            packed = cast("IO[bytes]", archive.extractfile(f"package/{name}"))
            write_file(unpacked / name, packed.read())
    unpacked.rename(FOLDER)


if __name__ == "__main__":
    try:
        if not list_pyodide_files():
            fetch_pyodide(Event())
    except Error as error:
        sys.exit(f"{error}")
