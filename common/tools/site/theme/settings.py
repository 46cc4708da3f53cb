"""What mkdocs is told before all else: the pages' Python needs no compiler, which takes longer to import."""

import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
