"""The checks that stages name: each a title, what a failure points to, and its questions."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from common.tools import claims
from common.tools.claims import Program, Question
from common.tools.learn.checks import bits, drawn, entries, following, horizon, keys, search, soon, tables
from common.tools.learn.checks.lanes import ask_lanes
from common.tools.learn.curriculum.sample import Lines


class Check(NamedTuple):
    """A check: its title, the idea that a failure points to if no more is known, and its questions."""

    title: str
    idea: str
    questions: Callable[[Program, Lines], Iterator[Question]]


CHECKS = {
    "rules": Check(
        "the rules",
        "No score is right on a board that breaks the rules: mend this first.",
        search.ask_rules_on_the_way,
    ),
    "scores": Check("scores", "A score that differs is wrong, however few nodes it took.", search.ask_scores),
    "children": Check(
        "a score is the best of minus the scores after each move",
        "The search disagrees with itself one move later: look at what a call returns to its caller.",
        search.make_ask_latest(claims.ask_best_of_children),
    ),
    "mirror": Check(
        "mirror images",
        "They have one score: look for a column that is treated unlike the others.",
        search.make_ask_latest(claims.ask_mirror_image),
    ),
    "weak": Check(
        "weak scores",
        "A weak score is the sign of the score, 1, 0 or -1: its window reaches from -1 to 1.",
        search.ask_weak_scores,
    ),
    "soon": Check(
        "games that end soon",
        "Near the end a single stone tells: who plays the last ones, and how many cells are left.",
        soon.ask_soon,
    ),
    "random": Check(
        "random positions, by C4_SEED={seed}",
        "The score is not that of our last solver. With that C4_SEED, the same positions are asked again.",
        drawn.ask_random,
    ),
    "calls": Check(
        "counting calls",
        "Each call of negamax counts, the first one too, and nothing else does.",
        search.ask_calls,
    ),
    "reset": Check(
        "counting nodes",
        "Nodes are the calls of negamax since the last reset. That forgets all else too: whatever is kept "
        "from one position to the next has to be emptied there.",
        search.ask_counting,
    ),
    "board": Check(
        "the board is left as it was",
        "Every stone that the search plays has to be taken back, on every way out of the function.",
        search.ask_untouched,
    ),
    "windows": Check(
        "windows",
        "Inside the window the search returns the score; outside, a bound on the side where the score is.",
        search.ask_windows,
    ),
    "closing": Check(
        "closing in on the score",
        "Each answer must narrow low and high, and keep the score between them.",
        search.ask_closing,
    ),
    "order": Check(
        "the order of the columns", "Each column once, from the centre outwards.", search.ask_order
    ),
    "small table": Check(
        "scores with a small table",
        "A table may forget, but what it says must hold for the very position that asks.",
        search.ask_small_table,
    ),
    "remembered": Check(
        "what is known is remembered",
        "What was found is looked up when the position comes again: put and get by the same key.",
        search.ask_remembered,
    ),
    "ends": Check(
        "bottom and top", "A column takes HEIGHT + 1 bits, its lowest cell the lowest of them.", bits.ask_ends
    ),
    "aligned": Check(
        "four in a row",
        "One step in a direction is a shift by 1, or by HEIGHT and one more or less.",
        bits.ask_aligned,
    ),
    "bitboards": Check(
        "bits are where the stones are",
        "stones are the mover's, mask all; after a move the other player is the mover.",
        bits.ask_bitboards,
    ),
    "keys": Check(
        "keys", "A key tells a position from all others, and does not depend on the way there.", keys.ask_keys
    ),
    "key bits": Check(
        "the bits of a key",
        "A key has to fit in the table: no more bits than a board, WIDTH * (HEIGHT + 1).",
        keys.ask_key_bits,
    ),
    "in two": Check(
        "wins and losses in two",
        "Wins: ONE safe move leaves no safe reply. Loses: after EACH safe move, the opponent wins in two.",
        horizon.ask_in_two,
    ),
    "table": Check(
        "the table", "A slot has one value, and the entry must say whose it is.", tables.ask_table
    ),
    "winning squares": Check(
        "winning squares",
        "Each of the four cells of a line can be the missing one.",
        bits.ask_winning_squares,
    ),
    "safe moves": Check(
        "safe moves",
        "Safe is a move after which the opponent's next stone does not win, and no other.",
        bits.ask_safe_moves,
    ),
    "ternary keys": Check(
        "ternary keys",
        "Digits of base 3, each column from the bottom, a 0 between columns; the smaller of two readings.",
        keys.ask_ternary_keys,
    ),
    "book": Check(
        "the book is asked",
        "A position with as many stones as those of the book is looked up, and what it says is the score.",
        search.ask_book,
    ),
    "threats": Check(
        "threats",
        "The squares are those after the move: its stone is the mover's, and its cell is taken.",
        bits.ask_threats,
    ),
    "forced": Check(
        "a single safe move",
        "Where there is nothing to choose, the table is neither asked nor told.",
        entries.ask_forced,
    ),
    "single": Check(
        "a single safe move",
        "Where there is nothing to choose, the table is neither asked nor told.",
        entries.make_ask_left_alone(entries.is_forced),
    ),
    "wide table": Check(
        "the table, with wider values",
        "A value takes 16 bits now: wherever an entry is put together or taken apart.",
        tables.ask_wide_table,
    ),
    "symmetric keys": Check(
        "symmetric keys",
        "A position and its mirror image have one key, which no other position has.",
        keys.ask_symmetric_keys,
    ),
    "shared": Check(
        "mirror images share an entry",
        "What was found is looked up when the mirror image comes: the key of the table is the symmetric one.",
        search.ask_shared,
    ),
    "bounds": Check(
        "both bounds of an entry",
        "An entry has two bounds: a search believes both, and what it finds moves one of them.",
        entries.ask_bounds,
    ),
    "closed": Check(
        "windows that are closed",
        "The scores may all be right, but a cut that a brief asks for is missing: where what is known leaves "
        "no score between alpha and beta, nothing is searched.",
        entries.ask_closed,
    ),
    "follow-ups": Check(
        "positions that can be followed",
        "With alpha at 0 or more, such a position is answered before any move is played.",
        search.ask_follow_ups,
    ),
    "late": Check(
        "the last plies",
        "With few empty cells, the table is neither asked nor told.",
        entries.make_ask_left_alone(entries.is_late),
    ),
    "probes": Check(
        "probes of the children",
        "Before any move is searched, the table is asked for the upper bound of each child.",
        entries.ask_probes,
    ),
    "near table": Check(
        "the two parts of the table",
        "The number of stones says which part it is; slot and rest of the key are those of that part.",
        tables.ask_near_table,
    ),
    "following": Check(
        "following up",
        "The mover may get the lowest empty cell of each column, and those that a follower does not get.",
        following.ask_following,
    ),
    "follow-up bounds": Check(
        "bounds by following up",
        "A waiting square stops its column: the mover gets neither it nor what is above it.",
        following.ask_follow_up_bounds,
    ),
    "lanes": Check("lanes", "The stones are shifted by STEPS, in all four directions at once.", ask_lanes),
}
