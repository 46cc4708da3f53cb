"""The course: each folder a self-contained increment of a perfect solver."""

import common as common  # first, as it keeps the code of the modules that Python loads
