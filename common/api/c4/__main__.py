"""Run the command line, as `c4` or as `python -m c4`."""

import sys

from common.tools.cli import main

if __name__ == "__main__":
    sys.exit(main())
