"""Tests of the stages as data: their order, their texts, their files."""

import builtins
import keyword
import re
from itertools import takewhile

import pytest
from learners import LAST, STAGES
from repository import PLAIN, run_python

from common.tools import course
from common.tools.files import ROOT
from common.tools.learn import screen
from common.tools.learn.checks.games import ask_random
from common.tools.learn.checks.program import load_ours
from common.tools.learn.checks.search import ask_book
from common.tools.learn.curriculum import stages
from common.tools.learn.curriculum.stages import Stage, make_seed
from common.tools.learn.trying.checking import is_right

SAMPLE = STAGES["07c"].sample


@pytest.mark.parametrize("stage", STAGES.values(), ids=lambda stage: stage.name)
def test_a_stage_can_be_read(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = course.load(stage.step).folder.name
    screen.print_brief(stage)
    assert f"/lessons/{lesson}/" in capsys.readouterr().out
    assert (ROOT / "docs" / "lessons" / f"{lesson}.md").exists()
    assert stage.brief
    assert stage.checks
    assert len(stage.hints) == 3
    assert len(stage.brief.split()) < 200
    assert set(stage.given_files()) <= set(stage.ours())


def test_stages_end_where_each_step_ends() -> None:
    steps = [stage.step for stage in STAGES.values()]
    assert steps == sorted(steps)
    assert sorted({*steps}) == course.numbers()[: len({*steps})]
    for number in set(steps):
        last = [stage for stage in STAGES.values() if stage.step == number][-1]
        assert last.ours() == stages.load_sources(number)


def test_stages_are_found_by_name() -> None:
    assert stages.load_stage("1").name == "01"
    assert stages.load_stage("5b").name == "05b"
    with pytest.raises(stages.UnknownStage, match=f"'99'.*{LAST.name}"):
        stages.load_stage("99")


def list_asked(seed: str) -> list[tuple[str, str]]:
    return [(claim.moves, claim.asked) for claim in ask_random(load_ours(), SAMPLE.lines(seed))]


def test_random_positions_come_again_by_their_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    first = list_asked("1")
    assert first == list_asked("1")
    assert len(set(first) & set(list_asked("2"))) < len(first) / 10
    assert make_seed() != make_seed()
    monkeypatch.setenv("C4_SEED", "as I say")
    assert make_seed() == "as I say"


def test_books_of_checks_have_room_in_compiled_integers() -> None:
    for name, stage in STAGES.items():
        for claim in ask_book(load_ours(), stage.sample.lines()) if "book" in stage.checks else ():
            assert is_right(claim, claim.ask()), (name, claim)


def test_checks_can_run_in_a_page() -> None:
    program = "import sys; from common.tools.learn.trying import child; print(*sys.modules)"
    imported = set(run_python(program, **PLAIN).split())
    assert not imported & {"multiprocessing", "numba", "rich", "resource"}


@pytest.mark.parametrize("name", ["20", "21"])
def test_the_numbers_of_a_brief_and_the_last_hint_are_those_of_the_step(name: str) -> None:
    stage, source = STAGES[name], "\n".join(STAGES[name].ours().values())
    lines = {line.partition("  #")[0].strip() for line in source.splitlines()}
    code = [line.strip().removeprefix("return ") for line in stage.hints[-1].splitlines()]
    constants = {line for line in lines if re.match(r"(EARLY|FADE|HISTORY) = ", line)}
    numbers = set(re.findall(r"\b\d+\b", "\n".join([*code, *constants])))
    assert set(re.findall(r"\b\d+\b", stage.brief)) <= numbers
    for line in code:
        line = re.sub(r"^in \w+: +|^def (\w+)\(.*", "", line)
        assert line in ("", "...") or any(line in known for known in lines), line


def test_the_code_that_a_brief_gives_is_that_of_the_step() -> None:
    stage = STAGES["14"]
    lines = {line.partition("  #")[0] for line in stage.ours()["table.py"].splitlines()}
    code = [line for line in stage.brief.splitlines() if line.startswith("    ")]
    assert code
    assert all(line in lines or line.strip() in lines for line in code)


@pytest.mark.parametrize("stage", STAGES.values(), ids=lambda stage: stage.name)
def test_the_last_hint_alone_shows_our_code(stage: Stage) -> None:
    ours = remove_blanks("".join(stage.ours().values()))
    lines = [map(remove_blanks, hint.splitlines()) for hint in stage.hints]
    assert [any(len(line) > 12 and line in ours for line in hint) for hint in lines] == [False, False, True]


def remove_blanks(text: str) -> str:
    return re.sub(r"\s", "", text)


ALWAYS = {
    *dir(builtins),
    *dir(int),
    *keyword.kwlist,
    *["self", "cls", "common", "jit", "py", "compiled", "Position"],
}


def list_used_names(text: str) -> set[str]:
    """Return the names in a text that are those of code: quoted, called, with an underscore, in capitals."""
    text = re.sub(r"\b\w+=\.\.\.", "", text)  # an argument by its name
    quoted = " ".join(code for code in re.findall(r"`([^`]+)`", text) if not code.startswith("c4 "))
    names = re.findall(r"[A-Za-z_]\w*", quoted)
    names += re.findall(
        r"\b[A-Za-z_]\w*(?= (?:[&|^]|<<|>>) )|(?<=[&|^<>] )[A-Za-z_]\w*|(?<=~)[A-Za-z_]\w*", text
    )
    names += re.findall(
        r"\b[A-Za-z_]\w*(?=\()|\b[a-z]\w*_\w+\b|\b[A-Z]+_[A-Z]+\b", re.sub(r"\b[X_]+\b", "", text)
    )
    return set(names)


def list_introduced_names(text: str) -> set[str]:
    """Return the names that a text gives a meaning: by an equals sign, in a loop, as a function."""
    chains = re.findall(r"((?:\b\w+(?:, | = ))*\b\w+) =(?!=)", text)
    loops = re.findall(r"\bfor (\w+) in", text)
    signatures = re.findall(r"(?:def|method) (\w+\([^)]*\))", text)
    return {name for part in (*chains, *loops, *signatures) for name in re.findall(r"\w+", part)}


@pytest.mark.parametrize("stage", STAGES.values(), ids=lambda stage: stage.name)
def test_a_stage_names_only_what_is_known(stage: Stage) -> None:
    sources = {**stage.begun(), "earlier": "".join(stage.begun().values())} | stage.ours()
    known = ALWAYS | {*re.findall(r"\w+", " ".join([*sources, *sources.values()]))}
    for other in takewhile(lambda other: other.name != stage.name, STAGES.values()):
        known |= list_introduced_names(other.brief)
    for text in (stage.brief, *stage.hints):
        known |= list_introduced_names(text)
        assert sorted(list_used_names(text) - known) == [], text
