"""The command that tests of learners' folders run."""

from collections.abc import Callable

import pytest
from repository import Run


@pytest.fixture
def run_learn(c4_here: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that checks the exit status of `c4 learn` and returns its output."""
    monkeypatch.setenv("C4_SEED", "[/a seed]")

    def run_here(*words: object, status: int = 0) -> str:
        patient = ["--seconds", "120"] if "check" in words else []
        done = c4_here("learn", *map(str, words), *patient)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run_here
