"""Everything that uses the steps: the command line, tests, benchmarks, players, the site."""

import gc
import os

# Nothing here multiplies matrices. NumPy would start a thread for that on every processor, and let it spin: a
# fifth of the processor time of a program that answers one position.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def collect_garbage_seldom() -> None:
    """Look for garbage after each 100,000 objects in place of 700.

    What is imported or compiled stays: to look for garbage in it takes a tenth of the time.
    """
    gc.set_threshold(100_000)
