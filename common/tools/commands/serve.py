"""`c4 serve`: open the site of the course with `mkdocs serve`."""

import argparse
import os
import signal
import socket
from contextlib import suppress
from importlib.util import find_spec

from common.errors import Error
from common.tools.course import SITE_PORT
from common.tools.files import ROOT
from common.tools.terminal.options import add_number
from common.tools.terminal.streams import print_message

ENDINGS = ("SIGINT", "SIGTERM", "SIGHUP")
HOST = "localhost"  # nobody else can ask


def add(command: argparse.ArgumentParser) -> None:
    """Add the options of `c4 serve`."""
    add_number(command, "--port", "0 takes any free port", SITE_PORT, least=0, most=65535)
    command.add_argument("--no-open", action="store_true", help="do not start a browser")


def run(options: argparse.Namespace) -> int:
    """Build the site, serve it to this machine and open it in the browser, until interrupted."""
    if not (ROOT / "mkdocs.yml").exists():
        raise Error("the pages are not installed with the package: run this in a clone of the repository")
    if not find_spec("mkdocs"):
        raise Error("this needs mkdocs and its plugins: pip install -e '.[site]' in the clone")
    for name in ENDINGS:
        ending = getattr(signal, name, None)
        if ending and signal.getsignal(ending) != signal.SIG_IGN:  # as nohup has it
            signal.signal(ending, signal.default_int_handler)
    try:
        with socket.create_server((HOST, options.port)) as free:
            port = free.getsockname()[1]
    except OSError as error:
        raise Error(f"port {options.port}: {error.strerror}; choose another with --port") from None
    os.environ["NBCONVERT_DISABLE_CONFIG_EXPORTERS"] = "1"  # or a dozen ports ask for permission one by one
    os.chdir(ROOT)  # where plugins keep their caches
    with suppress(KeyboardInterrupt):
        print_message("Building the pages ...")
        from mkdocs.commands.serve import serve  # pyright: ignore[reportUnknownVariableType]
        from mkdocs.exceptions import MkDocsException

        try:
            serve(f"{ROOT / 'mkdocs.yml'}", dev_addr=f"{HOST}:{port}", open_in_browser=not options.no_open)
        except MkDocsException as error:
            raise Error(f"{error}") from None
    return 0
