"""The words of reasons, explanations and reviews; columns and rows are counted from 1."""

from dataclasses import replace

from common.position import CELLS, COLUMN_NAMES
from common.score import explain, sign
from common.tools.play.explaining.explanation import Explanation, Stone, WorseMove, list_best
from common.tools.play.explaining.reasons import PLAYERS, Reason, list_cells
from common.tools.play.explaining.review import Review, ReviewedStone
from common.tools.words import join_names, name_cells

RESULTS = {1: ("wins", "win"), 0: ("draws", "draw"), -1: ("loses", "lose")}


def describe_explanation(explanation: Explanation) -> list[str]:
    """Return an explanation in words: the result, the best columns, the line, why, the worse columns."""
    sentences = [describe_result(explanation), describe_best(explanation.scores)]
    if explanation.line and not any(reason.kind == "four" for reason in explanation.reasons):
        sentences.append(describe_line(explanation.line))
    return [*sentences, describe_reasons(explanation), *describe_worse_moves(explanation)]


def describe_result(explanation: Explanation) -> str:
    """Say what a position is worth."""
    score, moves = explanation.score, len(explanation.moves)
    end = "." if score > 0 else ", whatever they play." if score < 0 else " with best play."
    return f"{PLAYERS[moves % 2]} to move {explain(score, moves)}{end}"


def describe_best(scores: tuple[int | None, ...]) -> str:
    """Say which columns are best."""
    values, best = [score for score in scores if score is not None], list_best(scores)
    score = max(values)
    worse = [value for value in values if value < score]
    if not worse:
        equal = "All columns are equally bad." if score < 0 else "All columns are equally good."
        return equal if len(best) > 1 else "No other column is left."
    verb = RESULTS[sign(score)][len(best) > 1]
    if all(sign(value) < sign(score) for value in worse):
        return f"Only {name_columns(best)} {verb}."
    names = capitalize(name_columns(best))
    if score > 0:
        return f"{names} {verb} soonest."
    return f"{names} {'hold' if len(best) > 1 else 'holds'} out longest."


def describe_line(line: tuple[Stone, ...]) -> str:
    """Write a line of stones, and what its marks mean."""
    marks = {"!": any(stone.is_forced for stone in line), "#": any(stone.wins for stone in line)}
    meanings = {"!": "! loses at once anywhere else", "#": "# makes four"}
    legend = ", ".join(meanings[mark] for mark, is_used in marks.items() if is_used)
    return f"Best play: {' '.join(map(spell_stone, line))}" + (f"   ({legend})" if legend else "")


def spell_stone(stone: Stone) -> str:
    """Write a stone of a line: who plays where, and its marks."""
    marks = "!" * stone.is_forced + "#" * stone.wins
    return f"{PLAYERS[stone.player]}{COLUMN_NAMES[stone.column]}{marks}"


def describe_reasons(explanation: Explanation) -> str:
    """Say what shows the result, and where on the line."""
    reasons, after = explanation.reasons, explanation.shown_after
    if not reasons:
        nodes = explanation.nodes
        searched = f" Nothing shorter than a search shows it: {nodes:,} positions." if nodes else ""
        return f"The board fills.{searched}"
    if not after:
        where = ""
    elif after == len(explanation.line):
        where = "Then: "
    else:
        where = "After the first of these stones: " if after == 1 else f"After {after} of these stones: "
    if all(reason.kind == "dead" for reason in reasons):
        return f"{where}No line of four is left to anybody: each has stones of both players."
    return where + " ".join(map(describe_reason, reasons))


def describe_reason(reason: Reason) -> str:
    """Say what a reason claims and why it is so."""
    return f"{PLAYERS[reason.player]} {describe_claim(reason)}{describe_proof(reason)}."


def describe_claim(reason: Reason) -> str:
    """Say what a reason claims, as what its player does."""
    other, cells = PLAYERS[1 - reason.player], name_cells(list_cells(reason.squares))
    match reason.kind:
        case "four":
            return f"makes four in {cells.replace(' and ', ' or ')}"
        case "fork":
            return f"threatens {cells} at once"
        case "block":
            return f"threatens {cells}, one above the other"
        case "poison":
            return f"makes four on top of whatever {other} plays now"
        case "tower":
            return f"wins in {cells}, one above the other"
        case "wait":
            return f"waits for {cells}"
        case "hold":
            return f"need only reply in the column that {other} has just used"
        case _:
            return f"does not lose: every line of four has one of {PLAYERS[reason.player]}'s stones"


def describe_proof(reason: Reason) -> str:
    """Say why a claim is so, as the rest of its sentence."""
    player, other = PLAYERS[reason.player], PLAYERS[1 - reason.player]
    fill = f"{other} has to fill the lower one, and {player} makes four in the upper one"
    match reason.kind:
        case "fork":
            return f", and {other} can fill only one of them"
        case "block":
            return f": {fill}"
        case "tower":
            return f". {player} plays below them next: {fill}"
        case "wait":
            return describe_waiting(reason)
        case "hold":
            return f". {describe_exception(reason)}All that {other} gets then holds no four"
        case _:
            return ""


def describe_waiting(reason: Reason) -> str:
    """Say why the other player has to play below a square that somebody waits for."""
    other, is_one = PLAYERS[1 - reason.player], reason.squares & (reason.squares - 1) == 0
    rest = "this square, the cell right below it" if is_one else "these squares, the cells right below them"
    below = "below the square" if is_one else "below one of the squares"
    return (
        f", and until then replies in the column that {other} has just used. {describe_exception(reason)}"
        f"Apart from {rest} and those above, {reason.cells_left} cells are left, an even number: so {other} "
        f"runs out of them first, and has to play {below}. All that {other} gets until then holds no four"
    )


def describe_exception(reason: Reason) -> str:
    """Say where a follower does not reply in the same column, nothing if they always do."""
    names = [COLUMN_NAMES[column] for column in reason.odd_columns]
    if not names:
        return ""
    other = PLAYERS[1 - reason.player]
    if len(names) == 2:
        return (
            f"There is one exception: if {other} plays in column {names[0]} first, the reply is in column "
            f"{names[1]}, and the other way round. "
        )
    return (
        f"There is one exception: if {other} is the first to play in one of columns {join_names(names)}, the "
        "reply is in another of these that nobody has used since. "
    )


def describe_worse_moves(explanation: Explanation) -> list[str]:
    """Say what is wrong with each column that is not best; columns with the same fault go together."""
    columns: dict[str, list[int]] = {}
    for move in sorted(explanation.worse, key=lambda move: (-move.score, move.column)):
        columns.setdefault(describe_worse_move(explanation, move), []).append(move.column)
    return [f"{capitalize(name_columns(names))}: {fault}" for fault, names in columns.items()]


def describe_worse_move(explanation: Explanation, move: WorseMove) -> str:
    """Say what a move that is not best leads to, and by which reply."""
    moves, score = len(explanation.moves), move.score
    player, other = PLAYERS[moves % 2], PLAYERS[1 - moves % 2]
    if move.wins:
        return f"{other} makes four at once in column {COLUMN_NAMES[move.reply]}."
    if score > 0:
        return f"{player} {explain(score, moves).replace('with', 'only with')}."
    result = explain(score, moves) if score else "only draws"
    claims = "".join(f" and {describe_claim(reason)}" for reason in move.reasons if score)
    return f"{player} {result}. {other} replies in column {COLUMN_NAMES[move.reply]}{claims}."


def name_columns(columns: list[int]) -> str:
    """Name columns in a sentence: "column 3", "columns 3 and 6"."""
    names = [COLUMN_NAMES[column] for column in columns]
    return f"column{'s' * (len(names) > 1)} {join_names(names)}"


def capitalize(words: str) -> str:
    """Return words as a sentence begins."""
    return words[0].upper() + words[1:]


def describe_review(review: Review) -> list[str]:
    """Return a review in words: how the game ended, what lost it and why, and the other mistakes."""
    losing = review.losing_stone
    others = [stone for stone in review.stones if stone.number in review.mistakes and stone != losing]
    return [
        describe_end(review),
        *(describe_losing_stone(losing, review.explanation) if losing and review.explanation else []),
        *(f"{describe_loss(stone)} {describe_best(review.mistakes[stone.number])}" for stone in others),
    ]


def describe_end(review: Review) -> str:
    """Say how a game ended, or how it stands, and whether whoever lost it could have saved it."""
    if not review.stones:
        return "No stone has been played."
    last, score = review.stones[-1].player, review.stones[-1].score
    if len(review.moves) == CELLS and review.winner is None:
        return "The game was drawn."
    if not score:
        return "The game is not over; with best play it is drawn."
    winner, loser = (last, 1 - last) if score > 0 else (1 - last, last)
    end = f"{PLAYERS[winner]} won with stone {len(review.moves)}."
    if review.winner is None:
        end = f"The game is not over; with best play {PLAYERS[winner]} wins."
    return end if review.losing_stone else f"{end} {PLAYERS[loser]} was lost from the beginning."


def describe_losing_stone(stone: ReviewedStone, explanation: Explanation) -> list[str]:
    """Say that a stone lost the game, what should have been played and why, and what punishes the stone."""
    faults = tuple(fault for fault in explanation.worse if fault.column == stone.column)
    return [
        f"{spell_reviewed_stone(stone)} lost the game: it was {'won' if stone.best > 0 else 'drawn'} before.",
        *describe_explanation(replace(explanation, worse=faults))[1:],
    ]


def describe_loss(stone: ReviewedStone) -> str:
    """Say what a stone that changed the result gave away."""
    if stone.score == 0:
        return f"{spell_reviewed_stone(stone)} gave away half."
    return f"{spell_reviewed_stone(stone)} lost what was {'won' if stone.best > 0 else 'drawn'}."


def spell_reviewed_stone(stone: ReviewedStone) -> str:
    """Name a stone of a game, with its mark."""
    return f"Stone {stone.number}, {PLAYERS[stone.player]}{COLUMN_NAMES[stone.column]}{stone.mark},"
