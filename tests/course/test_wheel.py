"""Tests of a wheel: it holds the solver below `c4`, and works wherever it is installed, without the clone."""

import re
import shutil
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest
from repository import PLAIN, ROOT, Done, check_refused, read_output, run

SHORTENED = {"match": ["--games", "2"], "book": ["--plies", "1"]}
"""What is added to the first examples of commands that play or compute for long."""
TYPED = {"solve": "4455\n", "play": "4\nquit\n"}
"""What is typed into commands that read."""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment with a wheel, built from the source archive, and pytest, in which nothing ran."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    read_output(run([*build, "-t", "sdist"]))
    (archive,) = folder.glob("*.tar.gz")
    read_output(run([sys.executable, "-m", "tarfile", "-e", str(archive), str(folder)]))  # also in 3.11.2
    read_output(run([*build, "-t", "wheel"], archive.with_suffix("").with_suffix("")))
    (wheel,) = folder.glob("*.whl")
    uv, environment = [sys.executable, "-m", "uv"], folder / "environment"
    read_output(run([*uv, "venv", "--python", sys.executable, str(environment)]))
    done = run([*uv, "pip", "install", "--python", str(environment), str(wheel), "pytest"])
    if "error sending request" in done.stderr:
        pytest.skip("N/A: needs a package registry that answers")
    read_output(done)
    return environment


@pytest.fixture
def installed(bare: Path, tmp_path: Path) -> "Installed":
    """Return the wheel, to be used from a folder with modules named as the clone's folders are."""
    for name in ("common.py", "steps.py"):
        (tmp_path / name).write_text("raise SystemExit('not of the course')\n", encoding="utf-8")
    return Installed(bare, tmp_path)


class Installed:
    """An environment with a wheel, and the folder in which it is used."""

    def __init__(self, environment: Path, folder: Path) -> None:
        self.folder = folder
        (self.programs,) = {path.parent for path in environment.glob("*/c4*")}
        (self.package,) = environment.rglob("site-packages/c4")

    def run_python(self, *words: str, **environment: str) -> Done:
        """Run Python in the folder."""
        python = self.programs / Path(sys.executable).name
        return run([str(python), *words], self.folder, PYTHONPATH="", **environment)

    def run_c4(self, *words: str, given: str = "", **environment: str) -> Done:
        """Run a command line of `c4` in the folder."""
        return run([str(self.programs / "c4"), *words], self.folder, given, PYTHONPATH="", **environment)


def find_first_example(package: Path, command: str) -> Sequence[str]:
    """Return the words of the first example that a command's help gives, from `c4` on."""
    groups = tomllib.loads((package / "common" / "tools" / "cli.toml").read_text(encoding="utf-8"))
    (about,) = (group[command] for group in groups.values() if command in group)
    example = re.split("  +", about["examples"])[0]
    return example.partition("c4 ")[2].split()


def test_a_wheel_adds_one_package(installed: Installed) -> None:
    (record,) = installed.package.parent.glob("connect4_step_by_step-*/RECORD")
    names = {line.partition("/")[0] for line in record.read_text(encoding="utf-8").splitlines()}
    assert names == {"c4", record.parent.name, ".."}  # the last is the program `c4`
    assert (installed.package / "py.typed").exists()
    program = "import c4, sys; print(c4.solve('4455'), {'common', 'steps'} & {*sys.modules})"
    assert read_output(installed.run_python("-c", program, **PLAIN)) == "18 set()\n"
    assert read_output(installed.run_python("-m", "c4", "--version")).startswith("c4 ")


@pytest.mark.parametrize("command", ["solve", "explain", "review", "play", "match", "book", "cards"])
def test_a_command_does_its_first_example(installed: Installed, command: str) -> None:
    words = find_first_example(installed.package, command)
    assert words[0] == command
    done = installed.run_c4(*words, *SHORTENED.get(command, ()), given=TYPED.get(command, ""))
    assert read_output(done)
    assert f"\n  {command} " in read_output(installed.run_c4("--all"))


def test_a_program_of_ones_own_plays(installed: Installed) -> None:
    agent = "def act(observation):\n    return observation.board.index(0) % 7\n"
    (installed.folder / "agent.py").write_text(agent, encoding="utf-8")
    played = read_output(installed.run_c4("match", "./agent.py", "forward", "--games", "1", **PLAIN))
    assert "forfeited" not in played


@pytest.mark.parametrize(
    "words",
    [
        *(["learn"], ["grade", "mine"], ["diff", "04", "05"], ["bench"], ["serve"]),
        *(["solve", "--step", "05"], ["solve", "--step", "./mine"]),
        *(["match", "./mine", "random"], ["play", "--x", "./mine"]),
        ["book", "verify", "--oracle", "20", "8"],
    ],
    ids=" ".join,
)
def test_what_is_in_the_course_is_said_to_be_there(installed: Installed, words: list[str]) -> None:
    mine = installed.folder / "mine"
    mine.mkdir()
    (mine / "solver.py").touch()
    done = installed.run_c4(*words, **PLAIN)
    check_refused(done, "part of the course: clone its repository")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("common/score.py", "(CELLS + 1 - moves) // 2", "(CELLS - 1 - moves) // 2"),
        ("steps/21_fading/solver.py", "    nodes[0] += 1\n", "    nodes[0] += 2\n"),
        ("loop.py", "batch.nodes[index] = nodes[0]", "batch.nodes[index] = nodes[0] + 1"),
    ],
)
def test_an_edited_file_is_compiled_anew(
    installed: Installed, tmp_path: Path, file: str, old: str, new: str
) -> None:
    program = "import c4; print([x[0] for x in c4.solve_many(['4455'] * 501, book=None)])"
    before = read_output(installed.run_python("-c", program))
    path = installed.package / file
    kept = shutil.copy(path, tmp_path / "kept")
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1
    try:
        path.write_text(source.replace(old, new), encoding="utf-8")
        assert read_output(installed.run_python("-c", program)) != before
    finally:
        shutil.copy(kept, path)
    assert read_output(installed.run_python("-c", program)) == before


def test_the_tests_of_the_api_pass(installed: Installed) -> None:
    tests = shutil.copytree(ROOT / "tests" / "api", installed.folder / "api")
    done = installed.run_python("-m", "pytest", "-q", str(tests))
    assert "skipped" not in read_output(done)


def test_types_are_those_of_a_users_file(installed: Installed) -> None:
    file = shutil.copy(ROOT / "tests" / "api" / "user.py", installed.folder)
    settings = installed.folder / "pyrightconfig.json"
    settings.write_text('{"typeCheckingMode": "strict", "include": ["user.py"]}', encoding="utf-8")
    python = installed.programs / Path(sys.executable).name
    done = run([sys.executable, "-m", "pyright", "--pythonpath", str(python)], installed.folder)
    assert "0 errors, 0 warnings" in read_output(done), file


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
