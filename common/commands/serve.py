"""`c4 serve`: build the site of the course and show it."""

import argparse
import os
import signal
import subprocess
import sys
import webbrowser
from collections import deque
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from common.errors import UserError
from common.terminal import console, progress

ROOT = Path(__file__).parents[2]


class Quiet(SimpleHTTPRequestHandler):
    """Serve files; say only what went wrong."""

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        """Say nothing of an ordinary request."""


def run(options: argparse.Namespace) -> int:
    """Build the site, serve it to this machine and open it in the browser, until interrupted."""
    if not (ROOT / "mkdocs.yml").exists():
        raise UserError("the pages are not installed with the package: run this in a clone of the repository")
    if not find_spec("mkdocs"):
        raise UserError("this needs mkdocs and its plugins: pip install -e '.[dev]' in the clone")
    signal.signal(signal.SIGINT, signal.default_int_handler)  # so that the folder is removed
    with suppress(KeyboardInterrupt), TemporaryDirectory() as folder:
        try:
            server = ThreadingHTTPServer(("localhost", options.port), partial(Quiet, directory=folder))
        except OSError as error:
            raise UserError(f"port {options.port}: {error.strerror}; choose another with --port") from None
        build(Path(folder))
        address = f"http://localhost:{server.server_port}/"
        print(f"The course is at {address} until you press Ctrl-C.", flush=True)
        if not options.no_open:
            webbrowser.open(address)
        server.serve_forever()
    return 0


def build(folder: Path) -> None:
    """Build the site into a folder; the labs are run, which takes most of the time."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    out = console(sys.stderr)
    last: deque[str] = deque(maxlen=20)
    out.print("Building the site; the first time its experiments are run, later only what has changed.")
    with (
        subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) as process,
        progress(out) as bar,
    ):
        task = bar.add_task("labs", total=len(list((ROOT / "docs" / "labs").glob("*.py"))))
        assert process.stderr
        for line in process.stderr:
            last.append(line)
            if "Cache" in line:
                bar.advance(task)
    if process.returncode:
        raise UserError("the site could not be built:\n" + "".join(last).rstrip())
