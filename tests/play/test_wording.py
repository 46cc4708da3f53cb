"""Tests of the wording of explanations and reviews, with every sentence used."""

import re

from syrupy.assertion import SnapshotAssertion

from c4.explanation import explain_position
from c4.reviews import review_game
from c4.solver import PositionSolver
from c4.wording import describe_explanation, describe_review

POSITIONS = re.findall(
    r"\d+",
    """
    1627776151434725557422137123213 2227563417517345543251721164 4164146444667567751121 324174753257566
    32311327134226657376221474314446516757 6711724117115272246324326675335 5246372434636236174
    73716745741714256126544355647332221662133 473646716576325737545612132322 16714271774116374
    533657323317365271112611747224676264454 775236654371347376335625121215662245 132267266173355
    7231176436576272567343437641111625 1616351164761267712327226543455 6653755354633737324467641212541
    153564345766775153464442212122732711 156726516223375316344474561273321172 3221233563414467
    1753432151772336557113742217246652 45123121463554211765665473344122 3575122557741451 344627513233113456
    36441313154642776751532726551614 72573776232522353666175151 261465414135411153335454 17612214112414462277
    """,
)
GAMES = re.findall(
    r"\d+",
    """
    4 3 45 454 1212121 4545454 7571624224661126433133 424524411451554166522115727266
    737167457417142561265443556473322216621335 443566215144311655617747656157773343223
    7543555574334225776336317716666444111122 44444433333355
    """,
)


def test_every_sentence_of_an_explanation(snapshot: SnapshotAssertion) -> None:
    words = {moves: describe_explanation(explain_position(moves, PositionSolver())) for moves in POSITIONS}
    assert words == snapshot


def test_every_sentence_of_a_review(snapshot: SnapshotAssertion) -> None:
    words = {moves: describe_review(review_game(moves, PositionSolver())) for moves in ["", *GAMES]}
    assert words == snapshot


def test_the_json_of_an_explanation_and_a_review(snapshot: SnapshotAssertion) -> None:
    explained = [
        explain_position(moves, PositionSolver()).to_json() | {"nodes": 0} for moves in POSITIONS[:3]
    ]
    reviewed = [
        review_game(moves, PositionSolver()).to_json() | {"explanation": None} for moves in ("", "4545454")
    ]
    assert [*explained, *reviewed] == snapshot
