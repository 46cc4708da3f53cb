"""Everything that uses the steps: the command line, tests, benchmarks, players, the site.

    bench/      timing: entrants, measuring, the rows of a benchmark (report.py)
    commands/   the options of each command of `c4`, and what it does; its summary is in cli.toml
    learn/      for learners: stages and their texts (curriculum/stage_files/), checks/, trying programs out
    make/       what makes a record, and the ledger that lists them all (records.toml)
    play/       matches, cards, players/
    site/       the site: its macros are in macros/, figures/, drawings/ and frames/
    solve/      many lines, in several processes
    terminal/   options, streams, tables, progress
    testing/    the contract of every step, the pytest plugin

The files here are what rooms share: course.py finds the steps, sets.py the test sets, measured.py benchmarks.
"""

import gc
import os

# Nothing here multiplies matrices. NumPy would start a thread for that on every processor, and let it spin: a
# fifth of the processor time of a program that answers one position.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Python looks for garbage after every 700 objects. Imported and compiled code is none, and looking through it
# takes a tenth of the time.
gc.set_threshold(100_000)
