"""Run the command line as `python -m common.tools`."""

import sys

from common.tools.cli import main

if __name__ == "__main__":
    sys.exit(main())
