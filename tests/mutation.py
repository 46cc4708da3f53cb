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
OPTIONS = "-x -q --tb=no -rfE -p no:cacheprovider --hypothesis-seed=0 -o timeout=240"  # seconds a test


def find_failure(tests: list[str], tree: Path, limit: float | None = None) -> str:
    """Return the first of some tests that fails in a copy of the program, "" if none does."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *OPTIONS.split(), *tests],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree), "TMPDIR": str(tree.parent)},
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
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    return "" if process.returncode == 0 else failed[1] if failed else output[-300:]


def choose_mutants(areas: list[str], seed: int, count: int) -> list[Mutant]:
    """Return the mutants that a seed stands for, as many in each area."""
    return [
        mutant
        for area in areas
        for mutant in random.Random(f"{seed} {area}").sample(list(mutants(area, AREAS[area]["files"])), count)
    ]


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
            tests = AREAS[mutant.area]["tests"]
            if mutant.area not in limits:  # what is compiled here serves all mutants
                before = time.monotonic()
                if unchanged := find_failure(tests, program):
                    sys.exit(f"{mutant.area}: {unchanged} fails with the program unchanged")
                limits[mutant.area] = 60 + 4 * (time.monotonic() - before)
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as other:
                tree = shutil.copytree(program, Path(other) / "tree")
                mutant.apply(tree)
                fate = find_failure([mutant.path, *tests], tree, limits[mutant.area])
            kept.write(json.dumps([mutant, fate]) + "\n")
            kept.flush()
            left = (time.monotonic() - started) / done * (len(pending) - done) / 60
            what = f"{done} of {len(pending)}, {left:.0f} min left: line {mutant.line} of {mutant.name()}"
            print(f"{what}: killed by {fate}" if fate else f"{what}: SURVIVED", flush=True)


def format_table(command: str, fates: dict[Mutant, str]) -> str:
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
    parser.add_argument("--count", type=int, default=200, help="how many mutants, in these areas together")
    parser.add_argument("--area", choices=AREAS, action="append", help="try those of some areas only")
    parser.add_argument("--again", action="store_true", help="try those that survived again")
    parser.add_argument("--journal", type=Path, default=ROOT / "mutation.journal", help="of the results")
    asked = parser.parse_args()
    for ending in (signal.SIGINT, signal.SIGTERM):  # ignored in the background of a shell
        signal.signal(ending, signal.default_int_handler)
    areas = asked.area or list(AREAS)
    chosen = choose_mutants(areas, asked.seed, asked.count // len(areas))
    fates = read_fates(asked.journal)
    done = {m for m, fate in fates.items() if fate or m.name() in EQUIVALENT or not asked.again}
    try_mutants([mutant for mutant in chosen if mutant not in done], asked.journal)
    fates = read_fates(asked.journal)
    command = f"python tests/mutation.py --seed {asked.seed} --count {asked.count}"
    command += "".join(f" --area {area}" for area in asked.area or ())
    result = format_table(command, {mutant: fates[mutant] for mutant in chosen})
    print(result)
    if not asked.area:
        text = TABLE.sub(lambda _: result, CONTRIBUTING.read_text(encoding="utf-8"))
        CONTRIBUTING.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
