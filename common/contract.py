"""What every step must hold, as tests: a step's `test_step.py` says which sets it can afford.

    class TestContract(Contract):
        step = course.load("05")
        sets = {"end-easy": 1000, "middle-easy": 200}

A set that is not named is out of the step's reach. Subclasses are collected by pytest.
"""

import json
import os
import random
import subprocess
import sys
from itertools import pairwise
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from common import course
from common.benchmark import sets
from common.benchmark.engines import StepEngine
from common.benchmark.measure import measure, total
from common.course import Step
from common.diff import changed_lines
from common.position import CELLS, COLUMN_NAMES, InvalidPosition, children, mirror, parse
from common.score import sign, win_score
from common.solver import analyze, best_move

BUDGET = 40  # changed lines of solver.py from a step to the next
