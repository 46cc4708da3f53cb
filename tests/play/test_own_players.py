"""Tests of users' players: programs, and folders of `c4 learn`, with limits."""

import json
import re
from pathlib import Path

import pytest
from learners import FIRST, start_folder
from repository import PLAIN, ROOT, Run, read_output, run_c4

from common.tools.sets import load_set

CENTRAL = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs/players/overview.md").read_text("utf-8"), re.DOTALL
)
ANSWERS = "import sys\nfor line in sys.stdin:\n    {}\n"
FAULTS = {
    "import time; time.sleep(3600)": "no answer within 1 s",
    "import os, time; os.close(1); time.sleep(3600)": "closed its standard output",
    "print('4\\n5', flush=True)": "answered twice",
    "print(4); print('as near to the centre as there is room')": "answered twice",
    "print('middle', flush=True)": "'middle'",
    "print(flush=True)": "''",
    "print('44', flush=True)": "'44'",
    "print(4, flush=True)": "'4', a column that is full",
    "memory = [0] * 10**9": "exit status 1",
    "sys.stdout.buffer.write(b'\\xff' * 10**7); sys.stdout.flush()": "xff",
}


def make_bot(folder: Path, text: str, name: str = "bot.py") -> str:
    """Return the path of a program."""
    (folder / name).write_text(text, encoding="utf-8")
    (folder / name).chmod(0o755)
    return f"{folder / name}"


def test_the_bot_of_the_page_plays(c4_here: Run, tmp_path: Path) -> None:
    (text,) = CENTRAL
    assert len(text.splitlines()) <= 10
    bot, path = make_bot(tmp_path, text), tmp_path / "match.json"
    shown = read_output(c4_here("match", bot, "random", "--games", "6", "--swap", "--json", f"{path}"))
    assert f"not reproducible: {bot}" in shown
    (match,) = json.loads(path.read_text(encoding="utf-8"))["matches"]
    for game in match["games"]:
        own = game["moves"][game["x"] :: 2]
        assert own[0] == "4"
        assert set(own) <= set("4352617")


@pytest.mark.parametrize(("line", "reason"), FAULTS.items(), ids=FAULTS.values())
def test_a_bot_that_gives_no_move_loses(c4_here: Run, tmp_path: Path, line: str, reason: str) -> None:
    bot = f"{make_bot(tmp_path, ANSWERS.format(line))}:seconds=1,memory=512"
    path = tmp_path / "match.json"
    done = c4_here("match", bot, "minimax:depth=1", "--games", "2", "--json", f"{path}")
    assert done.returncode == 1
    assert f"games forfeited by {bot}: 2" in done.stdout
    assert reason in done.stdout
    (match,) = json.loads(path.read_text(encoding="utf-8"))["matches"]
    assert [game["winner"] for game in match["games"]] == [1, 1]
    assert all(reason in game["forfeit"] for game in match["games"])


def test_any_language_will_do(c4_here: Run, tmp_path: Path) -> None:
    bot = make_bot(tmp_path, "#!/bin/sh\nwhile read -r moves; do echo 4; echo $moves >&2; done\n", "bot")
    done = c4_here("play", "--x", bot, "--o", bot, "--moves", "44")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "moves: 444444"
    assert "X loses" in done.stdout


def test_a_learners_folder_plays_its_best(tmp_path: Path) -> None:
    mine = f"{start_folder(tmp_path / 'mine', FIRST.ours())}"
    moves = next(line.moves for line in load_set("end-easy") if line.score > 0 and len(line.moves) > 34)
    won = run_c4("play", "--x", mine, "--o", mine, "--moves", moves, **PLAIN)
    assert ("X wins", "O wins")[len(moves) % 2] in read_output(won)
    with (tmp_path / "mine" / "solver.py").open("a", encoding="utf-8") as file:
        file.write("Solver.solve = lambda *_: 99\n")
    lost = run_c4("match", mine, "random", "--games", "1", **PLAIN)
    assert lost.returncode == 1
    assert "solve(position) is 99" in lost.stdout


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("./none.py", "./none.py: "),
        ("{}", "solver.py"),
        ("{}/text", "chmod"),
        ("{}/bot.py:", "bot.py:: "),
        ("{}/bot.py:seconds=1e3", "'1e3'"),
        ("{}/bot.py:depth=3", "seconds, memory"),
        ("bot", "./bot.py"),
    ],
)
def test_what_cannot_play_is_refused(c4_here: Run, tmp_path: Path, path: str, complaint: str) -> None:
    make_bot(tmp_path, "")
    (tmp_path / "text").touch()
    done = c4_here("match", path.format(tmp_path), "random")
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


def test_a_bot_that_holds_its_answers_back_is_told_to_flush(c4_here: Run, tmp_path: Path) -> None:
    unflushed = make_bot(
        tmp_path, ANSWERS.format("print([name for name in '4352617' if line.count(name) < 6][0])")
    )
    assert c4_here("match", unflushed, "random", "--games", "2").returncode == 0
    silent = make_bot(tmp_path, "#!/bin/sh\nsleep 3600\n", "bot")
    done = c4_here("match", f"{silent}:seconds=0.1", "random", "--games", "2")
    assert "flush" in done.stdout
    assert done.stderr.count("flush") == 1


FIRST_FREE = """
def first(obs, config=None):
    print("it may print")
    assert (obs.mark, obs["mark"]) == (obs.step % 2 + 1,) * 2
    if config:  # not input()
        assert obs.board.count(0) == config["columns"] * config["rows"] - obs.step
        assert config.timeout == config["actTimeout"] == 7 > config.inarow > obs.remainingOverageTime
        assert config["__raw_path__"].endswith("bot.py")
    return [column for column in range(7) if obs.board[column] == 0][0]
"""


@pytest.mark.parametrize(
    "agent",
    [
        "def my_agent(obs, cfg): return first(obs, cfg)",
        "def agent(obs): return first(obs)",
        "def agent(obs, conf, verbose=True): return first(obs) if verbose is True else 8",
        "agent = lambda o, c: first(o, c)",
        "class Agent:\n    def __call__(self, o, c): return first(o)\nagent = Agent()",
        "def agent(a, b): return 8\nclass Mine:\n    def act(self, o, c): return first(o)\nact = Mine().act",
    ],
)
def test_an_agent_has_any_form_that_kaggle_takes(c4_here: Run, tmp_path: Path, agent: str) -> None:
    """As there, it is the last thing that can be called; it can read how long it may take."""
    bot = make_bot(tmp_path, FIRST_FREE + agent)
    done = c4_here("play", "--x", f"{bot}:seconds=7", "--o", f"{bot}:seconds=7", "--moves", "1")
    assert read_output(done).splitlines()[-1] == "moves: 1111112222223333334"


def test_an_agent_beyond_the_board_loses(c4_here: Run, tmp_path: Path) -> None:
    done = c4_here("match", make_bot(tmp_path, "def my_agent(obs): return 7"), "random", "--games", "1")
    assert done.returncode == 1
    assert "my_agent returned 7" in done.stdout


def test_a_match_ends_when_one_of_its_processes_is_killed(c4_here: Run, tmp_path: Path) -> None:
    """The bot kills the process that plays, whose child is the bot's guard."""
    kill = 'import os\nos.kill(int(open(f"/proc/{os.getppid()}/stat").read().split()[3]), 9)\n'
    done = c4_here("match", make_bot(tmp_path, kill), "random", "--games", "4", "--jobs", "2")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch("c4 match: a process .* ended from outside\n", done.stderr)
