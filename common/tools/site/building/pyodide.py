"""Python for the page "Your turn": Pyodide, from its npm package, kept in .cache.

The package is packed by npm, checked against INTEGRITY and unpacked; nothing in it is run. To pin another,
ask `npm view pyodide version dist.integrity`.
"""

import hashlib
import shutil
import subprocess
import tarfile
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

from common.errors import UserError
from common.tools.files import write_file
from common.tools.site.building import jobs

VERSION = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
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
    """Return Pyodide's files, none if they are not there."""
    job = jobs.find_job("pyodide")
    return [job.place / "package" / name for name in FILES] if job.is_kept() else []


def make(_: str, folder: Path) -> None:
    """Fetch Pyodide's files; leave no folder, and print why, where that cannot be done.

    Raise UserError if the package is not the pinned one.
    """
    folder.mkdir()
    package = fetch_package(folder)
    if not package:
        shutil.rmtree(folder)
        return
    integrity = "sha512-" + b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if integrity != INTEGRITY:
        raise UserError(f"pyodide {VERSION} from npm is not the pinned one: {integrity}, not {INTEGRITY}")
    with tarfile.open(package) as archive:
        for name in FILES:
            # Not `extract`: its filters came with Python 3.11.4, and later it warns without one.
            packed = cast("IO[bytes]", archive.extractfile(f"package/{name}"))
            write_file(folder / "package" / name, packed.read())
    package.unlink()


def fetch_package(folder: Path) -> Path | None:
    """Let npm put the package into a folder; return None, and say why, if it cannot."""
    npm = shutil.which("npm")
    if not npm:
        print("no Python in the page: npm is not there to fetch Pyodide")
        return None
    command = [npm, "pack", f"pyodide@{VERSION}", "--pack-destination", str(folder), "--ignore-scripts"]
    with suppress(subprocess.TimeoutExpired):
        process = subprocess.run(
            [*command, "--fetch-retries", "1", "--fetch-retry-mintimeout", "1000"],
            cwd=folder,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        if process.returncode == 0:
            return next(folder.glob("*.tgz"))
    print(f"no Python in the page: npm could not fetch Pyodide {VERSION}")
    return None
