"""The core: what steps import, the same for all of them. The tools around the steps are in `tools`."""

from pathlib import Path
from time import time_ns

IMPORTED = time_ns()
"""When this program began to import the course, in nanoseconds since 1970."""
CORE = Path(__file__).parent
"""The core: the Python files directly in this folder, which steps may import."""
