"""Hints for a position, given one by one, as docs/assets/live/hint.js gives them."""

from dataclasses import replace

from c4.explanation import Explanation
from c4.sentences import SENTENCES
from c4.wording import describe_best, describe_reasons
from common.score import explain


def list_hints(explanation: Explanation) -> list[str]:
    """Return three hints, each of which tells more: how the game ends, why, and the best columns."""
    end, after = explain(explanation.score, len(explanation.moves)), explanation.shown_after
    kind = explanation.reasons[0].kind if explanation.reasons else ""
    nudge = f"; {SENTENCES['nudges'][kind]}" if kind in SENTENCES["nudges"] else "."
    start = f"After {after} more stone{'s' * (after > 1)}: " if after else ""
    reasons = start + describe_reasons(replace(explanation, shown_after=0))
    return [f"with best play, {end}{nudge}", reasons, describe_best(explanation.scores)]
