"""Run the command line as `python -m common.tools`."""

import sys

from common.tools.cli import main

sys.exit(main())
