"""What mkdocs is told before all else: the environment that makes a build of the site quick."""

import os

os.environ.setdefault(
    "NUMBA_DISABLE_JIT", "1"
)  # pages solve a few small positions, Numba takes longer to import
os.environ.setdefault(
    "NBCONVERT_DISABLE_CONFIG_EXPORTERS", "1"
)  # or each of a dozen is asked if it is wanted
