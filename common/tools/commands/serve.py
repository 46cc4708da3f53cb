"""`c4 serve`: show the site of the course, at first without what takes long to make, then whole."""

import argparse
import json
import signal
import webbrowser
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

from common.errors import UserError
from common.tools.course import SITE_PORT
from common.tools.files import ROOT
from common.tools.processes.children import Children, Failed
from common.tools.site.building import jobs
from common.tools.terminal.console import DRAWN_SECONDS, show_progress
from common.tools.terminal.options import add_number
from common.tools.terminal.streams import print_if_slow, print_message

RUNNING = "The labs are being run. Until then the lessons can be read."
ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP")

EXAMPLES = """
c4 serve                                       press Ctrl-C to end it
c4 serve --port 8080 --no-open                 only say where it is
"""


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 serve`."""
    add_number(command, "--port", "0 is any that is free", SITE_PORT, least=0, most=65535)
    command.add_argument("--no-open", action="store_true", help="do not start a browser")


class Handler(SimpleHTTPRequestHandler):
    """Serve files, and how far the site is; say only what went wrong."""

    def do_GET(self) -> None:
        """Answer a request."""
        if self.path != "/progress.json":
            super().do_GET()
            return
        assert isinstance(self.server, Course)
        content = json.dumps(self.server.progress).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        """Let nothing be kept by the browser: the same address soon has another page."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        """Say nothing of an ordinary request."""


class Course(ThreadingHTTPServer):
    """Serve a folder to this machine, which may become another one at any moment."""

    folder: Path

    def __init__(self, port: int) -> None:
        self.progress: dict[str, Any] = {}
        super().__init__(("localhost", port), Handler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Answer a request from the folder of this moment."""
        Handler(request, client_address, self, directory=str(self.folder))

    def set_progress(self, state: str, message: str, **numbers: int) -> None:
        """Let the pages of a preview say how far the site is."""
        self.progress = {"state": state, "said": message, **numbers}


def run(options: argparse.Namespace) -> int:
    """Serve the site to this machine and open it in the browser, until interrupted; build what is missing."""
    if not (ROOT / "mkdocs.yml").exists():
        raise UserError("the pages are not installed with the package: run this in a clone of the repository")
    if not find_spec("mkdocs"):
        raise UserError("this needs mkdocs and its plugins: pip install -e '.[site]' in the clone")
    for name in ENDINGS:
        ending = getattr(signal, name, None)
        if ending and signal.getsignal(ending) != signal.SIG_IGN:  # as nohup has it
            signal.signal(ending, signal.default_int_handler)
    try:
        server = Course(options.port)
    except OSError as error:
        raise UserError(f"port {options.port}: {error.strerror}; choose another with --port") from None
    with suppress(KeyboardInterrupt), server, Children() as children:
        serve_site(server, children, opens=not options.no_open)
    return int(server.progress.get("state") == "failed")


def serve_site(server: Course, children: Children, *, opens: bool) -> None:
    """Serve the site as soon as a part of it can be read, and then make the rest.

    To begin with the rest meanwhile would delay the first page: processors that share their caches slow each
    other down.
    """
    missing = jobs.list_missing_parts()
    name = "site-preview" if missing and not jobs.find_job("site-whole").is_kept() else "site-whole"
    if name == "site-preview":
        jobs.prepare_cache()
    with print_if_slow("Building the pages ..."):
        server.folder, _ = jobs.build_part(name, children)
    address = f"http://localhost:{server.server_port}/"
    print(f"The course is at {address} until you press Ctrl-C.", flush=True)
    if opens:
        webbrowser.open(address)
    rest = Thread(target=finish_site, args=(server, children, missing))
    if missing:
        rest.start()
    try:
        server.serve_forever()
    finally:
        children.end()
        if missing:
            rest.join()


def finish_site(server: Course, children: Children, missing: list[jobs.Job]) -> None:
    """Make what is missing, build the whole site and serve that; tell the pages and the terminal."""
    server.set_progress("making", RUNNING, done=0, total=len(missing))
    try:
        with ThreadPoolExecutor(1) as pool:
            making = pool.submit(build_missing_parts, server, children, missing)
            print_message(RUNNING)
            with show_progress("labs and data") as on_progress:
                while wait([making], DRAWN_SECONDS).not_done:
                    on_progress(server.progress["done"], server.progress["total"])
            making.result()
        server.set_progress("building", "All labs have been run. The pages are being built.")
        server.folder, _ = jobs.build_part("site-whole", children)
    except (Failed, OSError) as error:
        if not children.have_ended:
            server.set_progress("failed", f"This is only a part of the site: {error}")
            print_message(f"c4 serve: {error}")
        return
    server.set_progress("ready", "All pages are there, with their labs.")
    print_message(server.progress["said"])


def build_missing_parts(server: Course, children: Children, missing: list[jobs.Job]) -> None:
    """Make what is missing, and tell the pages how far that is."""

    def on_built(job: jobs.Job, printed: str) -> None:
        server.set_progress("making", RUNNING, done=server.progress["done"] + 1, total=len(missing))
        if not job.place.exists():  # it cannot be had
            print_message(printed.rstrip())

    jobs.build_parts(missing, children, on_built)
