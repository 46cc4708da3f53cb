"""Everything that uses the steps: the command line, tests, benchmarks, players, the site."""

import gc
import os

# Nothing here multiplies matrices. NumPy would start a thread for that on every processor, and let it spin: a
# fifth of the processor time of a program that answers one position.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Python looks for garbage after every 700 objects. Imported and compiled code is none, and looking through it
# takes a tenth of the time.
gc.set_threshold(100_000)
