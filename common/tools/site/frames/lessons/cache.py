"""The processor's cache and the tables of steps 13 and 14: the slots that are in the cache.

Both steps solve one position, with tables of so few slots that they can be drawn, as many for both. The
accesses are real. The cache is a model: it keeps the LINES most recently used slots.
"""

from contextlib import nullcontext
from typing import NamedTuple

from common.position import parse
from common.score import MAX_SCORE
from common.tools import course
from common.tools.searches import replaced
from common.tools.site.frames.frame import Frame, draw_label, draw_picture, draw_squares

MOVES = "7347116545715225176667"
WHOLE, FAR, NEAR = 47, 37, 11  # slots of the table of step 13, and of both parts of that of step 14: primes
LINES = 8  # slots that the cache holds
SIZE, ACROSS = 14, 24  # of a slot in the picture, and slots in a row of it
FIRST, AFTER, EVERY = 3, 14, 60  # frames at the start, at the first access to the near part, and after that


class Access(NamedTuple):
    """An access to a slot: the cache before and after it, and the slots that have an entry."""

    slot: int
    is_store: bool
    was_cached: bool
    cached: frozenset[int]
    filled: frozenset[int]
    fetched: int  # accesses so far that the cache did not have


class WatchedTable(list[int]):
    """The integers of a table; it records each access to a slot. After the slots comes the age."""

    def __init__(self, slots: int) -> None:
        super().__init__([0] * (slots + 1))
        self._slots = slots
        self.accesses: list[tuple[int, bool]] = []

    def __getitem__(self, index: int) -> int:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return an integer, and note that it was loaded."""
        if index < self._slots:
            self.accesses.append((index, False))
        return super().__getitem__(index)

    def __setitem__(self, index: int, value: int) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Change an integer, and note that it was stored."""
        if index < self._slots:
            self.accesses.append((index, True))
        super().__setitem__(index, value)


def record_cache() -> list[Frame]:
    """Return the frames: the memory accesses of both steps, one by one."""
    whole = list_cache_states(watch_accesses("13", WHOLE, 0))
    parted = list_cache_states(watch_accesses("14", FAR, NEAR))
    border = next(index for index, access in enumerate(parted) if access.slot >= FAR)
    last = min(len(whole), len(parted)) - 1
    shown = {*range(FIRST), *range(border - 1, border + AFTER), *range(border + EVERY, last, EVERY), last}
    return [draw_caches(index, whole[index], parted[index], index == last) for index in sorted(shown)]


def watch_accesses(number: str, size: int, near: int) -> list[tuple[int, bool]]:
    """Return the slots that a step's search accesses, in order, and whether it stores there."""
    step = course.load(number)
    table, watched = step.module.table, WatchedTable(size + near)
    with replaced(table, "NEAR_ENTRIES", near) if near else nullcontext():
        memory = step.with_options(use_book=False).memory | {"table": table.Table(watched, size)}
        step.module.solver.search(
            parse(MOVES, step.Position.start()), -MAX_SCORE, MAX_SCORE, *memory.values()
        )
    return watched.accesses


def list_cache_states(accesses: list[tuple[int, bool]]) -> list[Access]:
    """Return the accesses, each with the cache after it, which keeps the slots used last."""
    states: list[Access] = []
    latest: list[int] = []
    filled: set[int] = set()
    fetched = 0
    for slot, is_store in accesses:
        was_cached = slot in latest
        fetched += not was_cached
        latest = [slot, *(other for other in latest if other != slot)][:LINES]
        filled |= {slot} if is_store else set()
        states.append(Access(slot, is_store, was_cached, frozenset(latest), frozenset(filled), fetched))
    return states


def draw_caches(index: int, whole: Access, parted: Access, is_last: bool) -> Frame:
    """Return a frame with both tables after an access."""
    shapes: list[str] = []
    for top, name, access, parts in ((0, "Step 13", whole, (WHOLE, 0)), (78, "Step 14", parted, (FAR, NEAR))):
        waits = f"{name}: accesses {index + 1}, waits {access.fetched}"
        shapes += [draw_label(1, top + 16, waits), *draw_slots(top + 24, access, *parts)]
    found = [index + 1 - access.fetched for access in (whole, parted)]
    words = (
        f"Access {index + 1}. Step 13 {describe_access(whole, WHOLE)} Step 14 {describe_access(parted, FAR)}"
    )
    if is_last:
        words = (
            f"The search is over. Of {index + 1} accesses, the cache could serve {found[0]} for step 13 and "
            f"{found[1]} for step 14."
        )
    return Frame(draw_picture(ACROSS * SIZE + 2, 136, words, shapes), words)


def describe_access(access: Access, far: int) -> str:
    """Name the slot that is used, and say whether the step waits."""
    part = ", in the near part" if access.slot >= far else ""
    verb = "stores in" if access.is_store else "loads"
    return f"{verb} slot {access.slot + 1}{part}, {'without waiting' if access.was_cached else 'and waits'}."


def draw_slots(top: int, access: Access, far: int, near: int) -> list[str]:
    """Return the slots of a table from the top left on, those of the near part last."""
    places = [(1 + SIZE * (slot % ACROSS), top + SIZE * (slot // ACROSS)) for slot in range(far + near)]
    entries = [(places[slot][0] + 5, places[slot][1] + 5) for slot in sorted(access.filled)]
    return [
        draw_squares(places[:far], SIZE, "slot"),
        draw_squares(places[far:], SIZE, "slot slot-near"),
        draw_squares((places[slot] for slot in sorted(access.cached)), SIZE, "slot slot-cached"),
        draw_squares(entries, 4, "slot-entry"),
        draw_squares([places[access.slot]], SIZE, "slot-used"),
    ]
