"""Settings before all else: the Python of the build needs no compiler, which is slow to import."""

import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
