"""Measure how strong the tests are: change the program at random, and see whether they notice.

    python tests/mutation.py --seed 2 --count 200

A mutant is killed if a test of its area fails or does not end. Of those that survive, `mutation.json` says
which do as the program does, and why. Each runs in a copy of its own. What came of it is kept in a journal:
a run that was stopped goes on where it was.
"""

import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from mutants import ROOT, Mutant, mutants

KNOWN = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
AREAS, EQUIVALENT = KNOWN["areas"], KNOWN["equivalent"]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
TABLE = re.compile(r"(?<=<!-- mutants -->\n).*?(?=<!-- /mutants -->)", re.DOTALL)
IGNORED = shutil.ignore_patterns(".git", ".venv", ".cache", ".*_cache", ".hypothesis", "*.journal")
MEMORY = 8 << 30  # bytes that a process may write to; V8 reserves more addresses than that
TEST_SECONDS = 240  # which no test may take, of the unchanged program neither


def failure(tests: str, program: Path, mutant: Mutant | None = None, limit: float | None = None) -> str:
    """Return the first of some tests that fails with a mutant, "" if none does."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        tree = shutil.copytree(program, Path(folder) / "tree")
        if mutant:
            mutant.apply(tree)
        options = f"-x -q --tb=no -rfE -p no:cacheprovider --hypothesis-seed=0 -o timeout={TEST_SECONDS}"
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *options.split(), *tests.split()],
            cwd=tree,
            env=os.environ | {"PYTHONPATH": str(tree), "TMPDIR": folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY)),
        )
        try:
            output = process.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            return "a test that does not end"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if not mutant:  # what was compiled serves all mutants
            shutil.copytree(tree, program, dirs_exist_ok=True)
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    return "" if process.returncode == 0 else failed[1] if failed else output[-300:]


def find_tests(mutant: Mutant) -> str:
    """Return the tests that a mutant is tried with: the examples of its file, and those of its area."""
    tests = next(tests for pattern, tests in AREAS[mutant.area].items() if Path(mutant.path).match(pattern))
    return f"{mutant.path} {tests}" if ">>> " in (ROOT / mutant.path).read_text(encoding="utf-8") else tests


def chosen_mutants(seed: int, count: int) -> list[Mutant]:
    """Return mutants that a seed stands for, as many in each area."""
    chosen: list[Mutant] = []
    for number, area in enumerate(AREAS, 1):
        missing = count * number // len(AREAS) - len(chosen)
        chosen += random.Random(f"{seed} {area}").sample(list(mutants(area, AREAS[area])), missing)
    return chosen


def read_fates(journal: Path) -> dict[Mutant, str]:
    """Return what killed each mutant that was tried, "" for one that survived."""
    lines = journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []
    return {Mutant(*mutant): fate for mutant, fate in map(json.loads, lines)}


def try_mutants(pending: list[Mutant], journal: Path) -> None:
    """Try mutants, keep what comes of each, and say how long the rest will take."""
    started, limits = time.monotonic(), dict[str, float]()
    with tempfile.TemporaryDirectory() as folder, journal.open("a", encoding="utf-8") as kept:
        program = shutil.copytree(ROOT, Path(folder) / "program", ignore=IGNORED)
        for done, mutant in enumerate(pending, 1):
            if mutant.area not in limits:
                before = time.monotonic()
                all_tests = " ".join(find_tests(other) for other in pending if other.area == mutant.area)
                if unchanged := failure(" ".join(dict.fromkeys(all_tests.split())), program):
                    sys.exit(f"{mutant.area}: {unchanged} fails with the program unchanged")
                limits[mutant.area] = 60 + 4 * (time.monotonic() - before)
            fate = failure(find_tests(mutant), program, mutant, limits[mutant.area])
            kept.write(json.dumps([mutant, fate]) + "\n")
            kept.flush()
            left = (time.monotonic() - started) / done * (len(pending) - done) / 60
            what = f"{done} of {len(pending)}, {left:.0f} min left: line {mutant.line} of {mutant.name()}"
            print(f"{what}: killed by {fate}" if fate else f"{what}: SURVIVED", flush=True)


def table(command: str, fates: dict[Mutant, str]) -> str:
    """Return what came of the mutants of each area, as Markdown."""
    lines = ["| area | mutants | equivalent | survived | killed of the others |", "|---|--:|--:|--:|--:|"]
    for area in dict.fromkeys(mutant.area for mutant in fates):
        here = [mutant for mutant in fates if mutant.area == area]
        equivalent = sum(not fates[mutant] and mutant.name() in EQUIVALENT for mutant in here)
        killed, others = sum(bool(fates[mutant]) for mutant in here), len(here) - equivalent
        share = f"{100 * killed // others} %" if others else "N/A"
        lines.append(f"| {area} | {len(here)} | {equivalent} | {others - killed} | {share} |")
    return f"`{command}`, {datetime.now(UTC):%Y-%m-%d}:\n\n" + "\n".join(lines) + "\n"


def main() -> None:
    """Try the mutants that the journal does not have; say what came of all, and keep that."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=2, help="which mutants")
    parser.add_argument("--count", type=int, default=200, help="how many mutants, in all areas together")
    parser.add_argument("--area", choices=AREAS, action="append", help="try those of some areas only")
    parser.add_argument("--again", action="store_true", help="try those that survived again")
    parser.add_argument(
        "--journal", type=Path, default=ROOT / "mutation.journal", help="where results are kept"
    )
    asked = parser.parse_args()
    for ending in (signal.SIGINT, signal.SIGTERM):  # ignored in the background of a shell
        signal.signal(ending, signal.default_int_handler)
    areas = asked.area or list(AREAS)
    chosen = [mutant for mutant in chosen_mutants(asked.seed, asked.count) if mutant.area in areas]
    fates = read_fates(asked.journal)
    done = {m for m, fate in fates.items() if fate or m.name() in EQUIVALENT or not asked.again}
    try_mutants([mutant for mutant in chosen if mutant not in done], asked.journal)
    fates = read_fates(asked.journal)
    command = ["python tests/mutation.py", f"--seed {asked.seed} --count {asked.count}"]
    command += [f"--area {area}" for area in asked.area or ()]
    result = table(" ".join(command), {mutant: fates[mutant] for mutant in chosen})
    print(result)
    CONTRIBUTING.write_text(
        TABLE.sub(lambda _: result, CONTRIBUTING.read_text(encoding="utf-8")), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
