"""The wording of explanations and reviews: the choice of sentences; columns are counted from 1."""

from dataclasses import replace

from c4.explanation import Explanation, Stone, WorseMove, list_best
from c4.reasons import PLAYERS, Reason, list_cells
from c4.reviews import Glance, Review, ReviewedStone
from c4.sentences import SENTENCES
from c4.words import join_names, name_cells
from common.position import CELLS, COLUMN_NAMES
from common.score import explain, sign

RESULTS = {1: "won", 0: "drawn", -1: "lost"}


def describe_explanation(explanation: Explanation) -> list[str]:
    """Return an explanation in words: the result, the best columns, the line, why, the worse columns."""
    sentences = [describe_result(explanation), describe_best(explanation.scores)]
    if explanation.line and not any(reason.kind == "four" for reason in explanation.reasons):
        sentences.append(describe_line(explanation.line))
    return [*sentences, describe_reasons(explanation), *describe_worse_moves(explanation)]


def describe_result(explanation: Explanation) -> str:
    """Return the value of a position in words."""
    score, moves = explanation.score, len(explanation.moves)
    return SENTENCES["result"][RESULTS[sign(score)]].format(
        player=PLAYERS[moves % 2], end=explain(score, moves)
    )


def describe_best(scores: tuple[int | None, ...]) -> str:
    """Name the best columns."""
    values, best, says = (
        [score for score in scores if score is not None],
        list_best(scores),
        SENTENCES["best"],
    )
    score = max(values)
    worse = [value for value in values if value < score]
    if not worse:
        return says["alone" if len(best) == 1 else "bad" if score < 0 else "good"]
    verbs, names = SENTENCES["verbs"], name_columns(best)
    if all(sign(value) < sign(score) for value in worse):
        return says["only"].format(columns=names, verb=verbs[RESULTS[sign(score)]][len(best) > 1])
    kind, verb = ("soonest", "won") if score > 0 else ("longest", "longest")
    return says[kind].format(columns=capitalize(names), verb=verbs[verb][len(best) > 1])


def describe_line(line: tuple[Stone, ...]) -> str:
    """Write a line of stones, with the meaning of its marks."""
    used = {"!": any(stone.is_forced for stone in line), "#": any(stone.wins for stone in line)}
    legend = ", ".join(f"{mark} {SENTENCES['line_marks'][mark]}" for mark, is_used in used.items() if is_used)
    stones = (
        f"{PLAYERS[stone.player]}{COLUMN_NAMES[stone.column]}{'!' * stone.is_forced}{'#' * stone.wins}"
        for stone in line
    )
    return f"Best play: {' '.join(stones)}" + (f"   ({legend})" if legend else "")


def describe_reasons(explanation: Explanation) -> str:
    """Give the reason for the result, and its place on the line."""
    reasons, after = explanation.reasons, explanation.shown_after
    if not reasons:
        searched = SENTENCES["searched"].format(nodes=f"{explanation.nodes:,}") if explanation.nodes else ""
        return SENTENCES["fills"] + searched
    where = "all" if after == len(explanation.line) else "first" if after == 1 else "some"
    start = SENTENCES["after"][where if after else ""].format(count=after)
    if all(reason.kind == "dead" for reason in reasons):
        return start + SENTENCES["nobody"]
    return start + " ".join(map(describe_reason, reasons))


def describe_reason(reason: Reason) -> str:
    """Return a reason's claim and its proof in words."""
    return f"{PLAYERS[reason.player]} {describe_claim(reason)}{describe_proof(reason)}."


def describe_claim(reason: Reason) -> str:
    """Return a reason's claim in words, as an action of its player."""
    cells = name_cells(list_cells(reason.squares))
    return SENTENCES["claims"][reason.kind].format(
        player=PLAYERS[reason.player],
        other=PLAYERS[1 - reason.player],
        cells=cells.replace(" and ", " or ") if reason.kind == "four" else cells,
    )


def describe_proof(reason: Reason) -> str:
    """Return the proof of a claim, as the rest of its sentence."""
    awaited = "one" if reason.squares & (reason.squares - 1) == 0 else "many"
    return SENTENCES["proofs"][reason.kind].format(
        player=PLAYERS[reason.player],
        other=PLAYERS[1 - reason.player],
        exception=describe_exception(reason),
        cells_left=reason.cells_left,
        **SENTENCES["awaited"][awaited],
    )


def describe_exception(reason: Reason) -> str:
    """Name the columns in which a follower does not reply, "" if there are none."""
    names = [COLUMN_NAMES[column] for column in reason.odd_columns]
    first, second = [*names, "", ""][:2]
    kind = "pair" if len(names) == 2 else "more" if names else "none"
    return SENTENCES["exceptions"][kind].format(
        other=PLAYERS[1 - reason.player], columns=join_names(names), first=first, second=second
    )


def describe_worse_moves(explanation: Explanation) -> list[str]:
    """Describe the fault of each column that is not best; columns with the same fault go together."""
    columns: dict[str, list[int]] = {}
    for move in sorted(explanation.worse, key=lambda move: (-move.score, move.column)):
        columns.setdefault(describe_worse_move(explanation, move), []).append(move.column)
    return [f"{capitalize(name_columns(names))}: {fault}" for fault, names in columns.items()]


def describe_worse_move(explanation: Explanation, move: WorseMove) -> str:
    """Return the result of a move that is not best, and the reply that leads to it."""
    moves, score = len(explanation.moves), move.score
    player, other = PLAYERS[moves % 2], PLAYERS[1 - moves % 2]
    claims = "".join(f" and {describe_claim(reason)}" for reason in move.reasons)
    kind = "wins" if move.wins else "later" if score > 0 else "loses" if score else "draws"
    return SENTENCES["worse"][kind].format(
        player=player, other=other, reply=COLUMN_NAMES[move.reply], end=explain(score, moves), claims=claims
    )


def name_columns(columns: list[int]) -> str:
    """Name columns in a sentence: "column 3", "columns 3 and 6"."""
    names = [COLUMN_NAMES[column] for column in columns]
    return f"column{'s' * (len(names) > 1)} {join_names(names)}"


def capitalize(words: str) -> str:
    """Return words with a capital letter, to begin a sentence."""
    return words[0].upper() + words[1:]


def describe_review(review: Review) -> list[str]:
    """Return a review in words: the end, the oversight, the stone that lost, other mistakes."""
    losing = review.losing_stone
    others = [stone for stone in review.stones if stone.number in review.mistakes and stone != losing]
    return [
        describe_end(review),
        *(
            [describe_glance(review, review.glance)]
            if review.glance and review.glance.stone != losing
            else []
        ),
        *(describe_losing_stone(losing, review.explanation) if losing and review.explanation else []),
        *(
            f"{say_mistake(stone, 'sooner' if stone.mark == '?!' else 'lost' if stone.score else 'half')} "
            f"{describe_best(review.mistakes[stone.number])}"
            for stone in others
        ),
    ]


def describe_end(review: Review) -> str:
    """Return the end of a game, or its current value, and whether the loser could have saved it."""
    says = SENTENCES["ends"]
    if not review.stones:
        return says["none"]
    last, score = review.stones[-1].player, review.stones[-1].score
    if len(review.moves) == CELLS and review.winner is None:
        return says["full"]
    if not score:
        return says["drawn"]
    winner, loser = (last, 1 - last) if score > 0 else (1 - last, last)
    end = says["open" if review.winner is None else "won"]
    hopeless = "" if review.losing_stone else says["hopeless"]
    return (end + hopeless).format(winner=PLAYERS[winner], loser=PLAYERS[loser], number=len(review.moves))


def describe_losing_stone(stone: ReviewedStone, explanation: Explanation) -> list[str]:
    """Name the stone that lost the game, the better move and its reason, and the punishing reply."""
    faults = tuple(fault for fault in explanation.worse if fault.column == stone.column)
    return [say_mistake(stone, "game"), *describe_explanation(replace(explanation, worse=faults))[1:]]


def describe_glance(review: Review, glance: Glance) -> str:
    """Name the stone that let the winner make four at once, and the move that would have stopped it."""
    columns = capitalize(name_columns(glance.columns))
    return say_mistake(glance.stone, "glance", reply=review.moves[-1], columns=columns)


def say_mistake(stone: ReviewedStone, kind: str, **more: str) -> str:
    """Name a stone of a game, with its mark and its effect."""
    says = SENTENCES["mistakes"]
    return (says["stone"] + says[kind]).format(
        number=stone.number,
        player=PLAYERS[stone.player],
        column=COLUMN_NAMES[stone.column],
        mark=stone.mark,
        before=RESULTS[sign(stone.best)],
        other=PLAYERS[1 - stone.player],
        **more,
    )
