"""The end of the eight steps: the page after stage 08, and the match."""

import re
import shlex
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from learners import PATIENT, STAGES
from repository import start_c4

from common.position import CELLS
from common.tools import course
from common.tools.learn import ending, ending_screen, project, screen
from common.tools.learn.curriculum import stages
from common.tools.learn.project import STATE, Done
from common.tools.learn.trying import runner
from common.tools.learn.trying.timed import Late, limit_time

EIGHTH = STAGES[stages.EIGHTH]
NODES = {"01": 184_293, "02": 9_120, "03": 7_430, "04b": 7_430, "05c": 4_880, "06": 4_880, "07c": 402}


def start_at_the_end(folder: Path) -> Path:
    """Return a folder with our step 08 in it, which has passed all stages before."""
    project.start_project(folder, EIGHTH)
    stages.write_files(folder, EIGHTH.ours())
    mine = project.read_project(folder)
    mine.done |= {name: Done("passed", 10, 0.1, 10, 0.1, nodes) for name, nodes in NODES.items()}
    mine.save()
    return folder


def pass_the_eighth(folder: Path) -> Path:
    """Return such a folder in which stage 08 is passed too, without any check."""
    with project.open_project(start_at_the_end(folder)) as mine:
        mine.finish(EIGHTH, Done("passed", 10, 0.1, 10, 0.1, 342, 99_999, 1.5), EIGHTH.ours())
    return folder


@pytest.mark.full("half a minute: a stage's checks, a compiled program and two games")
def test_who_passes_stage_08_wins_as_x_with_stone_41(tmp_path: Path, run_learn: Callable[..., str]) -> None:
    said = run_learn("check", "--folder", start_at_the_end(tmp_path))
    games = re.findall(r"(?m)^  ([1-7]{41})\n  (.*) wins with stone 41$", said)
    assert [winner for _, winner in games] == ["your program", "perfect"]
    mine = project.read_project(tmp_path)
    assert mine.done["08"].how == "passed"
    assert f"{ending.BOTH_PERFECT}" in " ".join(said.split())
    assert "  -2  -1   0   1   0  -1  -2\n" in said
    for row in ending.list_climb(mine.done):
        assert re.search(rf"(?m){row['title']} +{row['position']} +{row['nodes']:,}$", said)
    took = f"{mine.done['08'].board_nodes:,} nodes"
    assert f"X wins with stone 41: {took}" in said
    assert "Stage 09a" in said
    assert STAGES["09a"].brief.splitlines()[0] not in said


def test_the_climb_has_the_steps_that_were_measured_and_ends_with_the_empty_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = project.read_project(pass_the_eighth(tmp_path))
    mine.done["06"] = Done("caught up")
    climb = {row["step"]: (row["nodes"], row["position"]) for row in ending.list_climb(mine.done)}
    rest = {name[:2]: (nodes, "lesson 01") for name, nodes in NODES.items() if name != "06"}
    assert climb == rest | {"08": (99_999, "the empty board")}
    screen.print_stages(mine)
    assert "solved the empty board: 99,999 nodes, 1.5 s" in capsys.readouterr().out


def test_a_folder_is_typed_as_the_ending_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in (Path(), Path("08"), Path("my solver"), tmp_path / "08"):
        folder.mkdir(exist_ok=True)
        stages.write_files(folder, EIGHTH.ours())
        (typed,) = shlex.split(ending_screen.quote_folder(folder))
        assert course.choose(typed).folder == folder.absolute()


def test_a_program_scores_the_empty_board_with_the_book_that_it_is_given(tmp_path: Path) -> None:
    stages.write_files(tmp_path, EIGHTH.ours())
    book = course.locate_book("8")
    *scored, last = runner.score_columns(tmp_path, PATIENT, book)
    assert [event["score"] for event in scored] == [-2, -1, 0, 1, 0, -1, -2]
    step = course.load(stages.EIGHTH).with_options(book=book)
    assert (last["event"], last["score"]) == ("Solved", 1)
    assert last["nodes"] == step.ask("", columns=True).nodes
    (tmp_path / "solver.py").write_text("raise ValueError('spoilt')\n", "utf-8")
    *_, last = runner.score_columns(tmp_path, PATIENT)
    assert "spoilt" in last["came"]


def test_where_a_program_is_late_perfect_moves_for_it() -> None:
    filled = "737167457417142561265443556473322216621335"  # a draw

    def follow(moves: str) -> int:
        return int(filled[len(moves)]) - 1

    def be_late(moves: str) -> int:
        if len(moves) > CELLS - 5:
            raise Late
        return follow(moves)

    events = [*ending.play_games(be_late, follow)]
    stones = [event for event in events if event["event"] == "Played"]
    late = [len(event["moves"]) for event in stones if event["late"]]
    assert late == [39, 41, 40, 42]
    ended = [(event["moves"], event["result"]) for event in events if event["event"] == "Ended"]
    assert ended == 2 * [(filled, "a draw")]
    assert "For 4 of its stones" in events[-1]["says"]
    assert "mistake." not in events[-1]["says"]


def test_a_program_that_takes_too_long_is_interrupted() -> None:
    def count_down(number: int) -> int:
        return number and count_down(number - 1)

    with pytest.raises(Late), limit_time(0.05):
        while True:
            count_down(10)
    with limit_time(60):
        assert count_down(10) == 0


def test_a_match_that_is_interrupted_loses_nothing(tmp_path: Path) -> None:
    state = (pass_the_eighth(tmp_path) / STATE).read_bytes()
    with start_c4("learn", "match", "--folder", f"{tmp_path}") as process:
        while not process.stdout.readline().startswith("Game 1"):
            pass
        process.send_signal(signal.SIGINT)
        shown, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "Stopped" in shown
    assert (tmp_path / STATE).read_bytes() == state


def test_the_match_waits_for_stage_08(tmp_path: Path, run_learn: Callable[..., str]) -> None:
    assert "stage 08" in run_learn("match", "--folder", start_at_the_end(tmp_path), status=2)


def test_a_program_that_gives_no_move_is_told_why(tmp_path: Path, run_learn: Callable[..., str]) -> None:
    pass_the_eighth(tmp_path)
    (tmp_path / ".learn" / "done" / "08" / "solver.py").write_text("raise ValueError('spoilt')\n", "utf-8")
    assert "spoilt" in run_learn("match", "--folder", tmp_path)
