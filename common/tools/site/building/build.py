"""The whole site, built by mkdocs with any warning an error, and a preview of it that waits for nothing."""

import logging
import sys
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from common.tools.files import ROOT
from common.tools.processes.children import Children, Failed
from common.tools.site.building import jobs


def make(kind: str, path: Path) -> None:
    """Build the site, or its "preview" with what is there; end this process if anything is wrong with it."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)  # or the plugins would fail in silence
    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(path), extra={"preview": kind == "preview"})
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build(config)
    except Abort as error:
        sys.exit(str(error))


def main() -> None:
    """Make all that is missing of the site, build it and print its folder.

    Without Python for the page, the site is another one. So it is built after the attempt to fetch that.
    """
    with Children() as children:
        jobs.build_parts(jobs.list_missing_parts(), children, lambda *_: None)
        print(jobs.build_part("site-whole", children)[0])


if __name__ == "__main__":
    try:
        main()
    except Failed as error:
        sys.exit(str(error))
