"""Tests of building books: by processes, by a cluster that ends; verified."""

import json
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from repository import PLAIN, ROOT, Done, Run, check_refused, read_output, run_c4, run_python

from c4.engine import load_step
from common.book_file import EMBEDDED, HEADER, count_plies, write_book
from common.tools import course
from common.tools.bench.entrants import BitBully
from common.tools.make.book import parse_key
from common.tools.pools import ClusterLost, map_in_order, open_executor

STEP = load_step()
BOOKS = STEP.module.book
SMALL = PLAIN | {"C4_BOARD": "4x3"}  # solved before it would be compiled for


def run_c4_book(*arguments: str) -> Done:
    return run_c4("book", *arguments, **SMALL)


def build_book(path: Path, *options: str, plies: int = 5) -> Done:
    return run_c4_book("build", "--plies", f"{plies}", "--out", str(path), *options)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "4x3.book"
    assert read_output(build_book(path, "--jobs", "2")) == f"{path}\n"
    assert [file.name for file in path.parent.iterdir()] == ["4x3.book"]
    return path


def test_info_says_what_is_in_a_book(book: Path) -> None:
    lines = dict(line.split(maxsplit=1) for line in run_c4_book("info", f"{book}").stdout.splitlines())
    size = HEADER.unpack_from(book.read_bytes())[5]
    assert (lines["board"], lines["plies"], lines["positions"].split()[0]) == ("4x3", "5", f"{size}")
    assert lines["bytes"] == f"{book.stat().st_size}"
    assert int(lines["won"]) + int(lines["drawn"]) + int(lines["lost"]) == size


ASKED = """
import json, sys
from itertools import product
from pathlib import Path
from common.tools import course
for number in course.numbers()[7:]:
    step, said = course.load(number), []
    known = step.module.Solver(size=70_001, book=Path(sys.argv[1]))
    for solver in (known, step.module.Solver(size=70_001, book=None)):
        scores, nodes = [], 0
        for moves in map("".join, product("12", repeat=3)):
            solver.reset()
            scores.append(solver.solve(step.parse(moves)))
            nodes += solver.nodes
        said.append((scores, nodes))
    most = 0
    for position in step.module.book.openings(5).values():
        known.reset()
        known.solve(step.Position(*position), weak=True)
        most = max(most, known.nodes)
    print(json.dumps([number, *said, most]))
"""  # each step's scores and nodes with a book and without, and its most nodes for a position of the book


def test_a_book_changes_no_score_and_saves_nodes(book: Path) -> None:
    for line in run_python(ASKED, f"{book}", **SMALL).splitlines():
        step, (scores, nodes), (same, more), most = json.loads(line)
        assert (len(scores), scores) == (8, same), step
        assert 5 * nodes < more, step
        assert most == 2, step  # is it won, is it lost: a node for each question


@pytest.mark.full("starts a cluster")
def test_a_cluster_makes_the_same_book(book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    path = tmp_path / "4x3.book"
    for name, value in SMALL.items():
        monkeypatch.setenv(name, value)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        read_output(build_book(path, "--dask", cluster.scheduler_address))
    assert path.read_bytes() == book.read_bytes()


CLUSTER = """
import time
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, processes=False, protocol="tcp", dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        time.sleep(600)
"""


@pytest.mark.full("starts a cluster")
def test_work_of_a_cluster_that_ended_says_so() -> None:
    """Kill the scheduler, and its only worker with it, during the work."""
    pytest.importorskip("distributed")
    with subprocess.Popen([sys.executable, "-c", CLUSTER], stdout=subprocess.PIPE, text=True) as cluster:
        assert cluster.stdout
        address = cluster.stdout.readline().strip()
        with pytest.raises(ClusterLost, match=address) as lost, open_executor(1, address) as pool:
            for done in map_in_order(pool, int, count()):
                if done == 9:
                    cluster.kill()
    assert lost.value.status == 1


def test_workers_with_another_board_score_nothing(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    path = tmp_path / "4x3.book"
    with distributed.LocalCluster(
        n_workers=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        answer = build_book(path, "--dask", cluster.scheduler_address)
    check_refused(answer, "7x6", "C4_BOARD=4x3")
    assert not path.exists()


def test_bad_usage_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "x"
    pytest.importorskip("distributed")
    check_refused(build_book(path, "--dask", "nowhere"), "--dask nowhere")
    check_refused(build_book(path, "--board", "5x5", plies=17), "0 to 16")


def test_verify_finds_a_wrong_score(c4_here: Run, tmp_path: Path) -> None:
    """Write a book of late results on the whole board, one of them wrong."""
    path = tmp_path / "7x6.book"
    scores = dict.fromkeys(BOOKS.openings(1), 99)
    write_book(path, 1, scores)

    def verify(*options: str) -> tuple[int, str]:
        answer = c4_here("book", "verify", "--oracle", "bitbully", *options, str(path))
        return answer.returncode, answer.stdout

    status, said = verify()
    assert (status, said.count("the book says 99")) == (1, 4)
    first_stones = {"1": 2, "2": 1, "3": 0, "4": -1}  # as published; the others are mirror images
    right = {BOOKS.ternary_key(STEP.parse(name)): score for name, score in first_stones.items()}
    write_book(path, 1, right)
    assert verify() == (0, "4 positions, 0 wrong\n")
    assert verify("--sample", "3") == (0, "3 positions, 0 wrong\n")
    del right[min(right)]
    write_book(path, 1, right)
    assert verify()[0] == 1
    write_book(path, 1, right | {BOOKS.ternary_key(STEP.parse("44")): 1})
    status, said = verify()
    assert (status, said[0], said.splitlines()[-1]) == (1, "2", "4 positions, 2 wrong")
    assert verify("--sample", "4")[1].splitlines()[-1] == "4 positions, 1 wrong"


def test_a_sample_needs_no_other_position(c4_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """All positions of twelve plies take minutes."""
    monkeypatch.setattr(BOOKS, "openings", None)
    done = c4_here("book", "verify", "--oracle", "bitbully", "--sample", "30", "12")
    assert read_output(done) == "30 positions, 0 wrong\n"


@pytest.mark.parametrize("plies", range(6))
def test_a_key_leads_back_to_its_position(plies: int) -> None:
    known = BOOKS.openings(plies)
    for key, position in known.items():
        read = parse_key(key, plies)
        assert read
        assert (BOOKS.ternary_key(read), read.moves) == (key, position.moves)
    keys = range(max(known) + 100) if plies < 4 else known
    assert [key for key in keys if parse_key(key, plies)] == list(known)


def test_a_book_is_verified_by_a_step(book: Path) -> None:
    done = run_c4_book("verify", "--oracle", "4", "--sample", "9", "--seed", "2", f"{book}")
    assert (done.returncode, done.stdout) == (0, "9 positions, 0 wrong\n")


@pytest.mark.full("reads all of a book that seldom changes")
def test_the_small_book_is_whole_and_right() -> None:
    path = course.locate_book("8")
    assert path.stat().st_size <= 60_000
    read = BOOKS.read_book(path)
    assert read.plies == 8
    openings = BOOKS.openings(8)
    assert [read.entries[index] >> 8 for index in range(read.size)] == list(openings)
    oracle, positions = BitBully("null_window", use_book=True), list(openings.values())
    for index in range(0, read.size, 100):
        position = positions[index]
        assert read.score(index) == oracle.solve(position)


@pytest.mark.parametrize("gap", [2003, pytest.param(1, marks=pytest.mark.full("all positions, not some"))])
def test_the_embedded_book_knows_what_the_small_one_does(gap: int) -> None:
    """Search from positions with eight stones to those with twelve."""
    solver = STEP.solver()
    assert EMBEDDED and EMBEDDED.stat().st_size <= 6_000_000
    small = BOOKS.read_book(course.locate_book("8"))
    positions = list(BOOKS.openings(8).values())
    for index in range(0, small.size, gap):
        assert solver.solve(positions[index]) == small.score(index)
    assert solver.nodes > 0


def test_the_book_of_the_pages_is_right_and_small() -> None:
    path = ROOT / "docs" / "assets" / "7x6.book"
    assert count_plies(path) == 9
    assert path.stat().st_size <= 160_000
    done = run_c4("book", "verify", "--sample", "1000", "--oracle", "bitbully", f"{path}")
    assert read_output(done) == "1000 positions, 0 wrong\n"
