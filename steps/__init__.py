"""The course: each folder a self-contained increment of a perfect solver."""

# First, as it keeps the code of the modules that Python loads.
from common import Finder as Finder
