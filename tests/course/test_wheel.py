"""Tests of a wheel: it works without the clone, wherever it is installed."""

import re
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from repository import PLAIN, ROOT, Done, read_output, run

from common.tools.learn.curriculum import stages

PATIENT = ("--seconds", "120")  # for an answer, which a busy machine keeps waiting


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that a wheel of this project installs, built from its source archive."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    read_output(run([*build, "-t", "sdist"]))
    (archive,) = folder.glob("*.tar.gz")
    read_output(run([sys.executable, "-m", "tarfile", "-e", str(archive), str(folder)]))  # also in 3.11.2
    read_output(run([*build, "-t", "wheel"], archive.with_suffix("").with_suffix("")))
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def run_installed(installed: Path, place: Path, *words: str) -> Done:
    command = [sys.executable, "-P", "-m", "common.tools", *words]
    return run(command, place, PYTHONPATH=str(installed), **PLAIN)


def test_a_wheel_is_what_users_import(installed: Path, tmp_path: Path) -> None:
    assert {path.name for path in installed.iterdir() if path.suffix != ".dist-info"} == {
        "c4",
        "common",
        "steps",
    }
    assert (installed / "c4" / "py.typed").exists()
    assert not [*installed.rglob("ruff.toml")]
    program = "import c4; print(c4.solve('4455'), c4.analyze('4455'))"
    done = run([sys.executable, "-P", "-c", program], tmp_path, PYTHONPATH=str(installed), **PLAIN)
    assert read_output(done) == "18 {0: -4, 1: -3, 2: 18, 3: 2, 4: 2, 5: 18, 6: -3}\n"


def test_learn_grade_and_bench_work_without_the_clone(installed: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    read_output(run_installed(installed, tmp_path, "learn", "start", "mine"))
    stages.write_files(mine, stages.load_stage("01").ours())
    checked = run_installed(installed, mine, "learn", "check", *PATIENT)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "Stage 01 is passed" in checked.stdout
    read_output(run_installed(installed, tmp_path, "grade", "mine", *PATIENT))
    words = ("--steps", "02", "--sets", "end-easy", "--positions", "2", "--timeout", "600")
    compared = read_output(run_installed(installed, tmp_path, "bench", *words))
    assert re.search(r"^end-easy[\s─]*02 ", compared, re.MULTILINE)
    assert "N/A" not in compared


def test_missing_sets_are_named_with_advice(installed: Path, tmp_path: Path) -> None:
    sets = installed / "common" / "data" / "test-data"
    assert run_installed(installed, tmp_path, "learn", "start", "mine").returncode == 0
    sets.rename(sets.with_name("elsewhere"))
    try:
        checked = run_installed(installed, tmp_path / "mine", "learn", "check")
        graded = run_installed(installed, tmp_path, "grade", "mine")
    finally:
        sets.with_name("elsewhere").rename(sets)
    assert checked.returncode == 2
    assert f"{sets / 'end-easy'} is missing: install the course anew" in checked.stderr
    assert graded.returncode == 1
    assert "is missing: install the course anew" in graded.stdout
    assert "Traceback" not in checked.stderr + graded.stderr


@pytest.mark.parametrize("url", ["", "https://example.org/course/"])
def test_a_package_names_its_repository_if_there_is_one(tmp_path: Path, url: str) -> None:
    words = ["-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    read_output(run([sys.executable, *words], REPO_URL=url))
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        metadata = archive.read(name).decode()
    assert ("Project-URL: Repository, https://example.org/course\n" in metadata) == bool(url)
    pictures = re.findall(r'(?:src|srcset)="([^"]*)"', metadata)
    assert pictures
    assert all(picture.startswith("https://example.org/course/raw/") == bool(url) for picture in pictures)


@pytest.mark.parametrize(
    ("platform", "has_numba"),
    [
        ("x86_64-manylinux_2_28", True),
        ("aarch64-manylinux_2_28", True),
        ("aarch64-apple-darwin", True),
        ("x86_64-pc-windows-msvc", True),
        ("x86_64-apple-darwin", False),
        ("aarch64-pc-windows-msvc", False),
    ],
)
def test_wheels_are_there_for_a_platform(platform: str, has_numba: bool) -> None:
    words = ["--quiet", "--python-version", "3.11", "--only-binary", ":all:", "--python-platform", platform]
    done = run([sys.executable, "-m", "uv", "pip", "compile", *words, f"{ROOT / 'pyproject.toml'}"])
    if "error sending request" in done.stderr:
        pytest.skip("N/A: needs a package registry that answers")
    assert ("\nnumba==" in read_output(done)) == has_numba
