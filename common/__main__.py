"""Run the command line as `python -m common`."""

import sys

from common.cli import main

sys.exit(main())
