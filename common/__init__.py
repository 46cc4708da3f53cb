"""The core: what steps import, the same for all of them. The tools around the steps are in `tools`."""

from time import time_ns

IMPORTED = time_ns()
"""When this program began to import the course, in nanoseconds since 1970."""
