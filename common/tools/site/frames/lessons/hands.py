"""Two threads as two hands on one tree: step 24 answers one question of a search with two threads.

The threads take turns, a node each, so that every recording is the same. The step keeps short searches to one
thread. Its SETTINGS are changed here, so that a short search shows all that threads do for each other.
"""

from contextlib import ExitStack
from itertools import pairwise
from threading import Condition, Thread, local
from types import SimpleNamespace
from typing import NamedTuple

from c4.engine import Bitboard
from c4.words import join_names
from common.position import CELLS, parse
from common.score import MAX_SCORE
from common.tools import course
from common.tools.site.frames.cells import name_column
from common.tools.site.frames.frame import (
    Frame,
    draw_dots,
    draw_label,
    draw_letters,
    draw_path,
    draw_picture,
)
from common.tools.site.searches.recording import replaced

MOVES = "5362673257441455522572323346"
BETA = 1  # the question of the root that is shown: is the score at least this?
HANDS = (1, 2)
SIZE = 4093  # slots of the table
WIDTH, ROW = 340, 44  # of the picture, and of a ply in it
SETTINGS = {
    "SHARED": CELLS,  # all positions are shared
    "NEAR": CELLS,
    "LIVE": CELLS,
    "TOGETHER": 0,
    "PAUSE": 0,  # a thread asks after each node
}


class Event(NamedTuple):
    """An action of a hand: "enter" or "leave" a node, or "find" the other at it. A path is its columns."""

    hand: int
    kind: str
    path: str
    number: int = 0  # the question when a node is entered, the bound when it is left
    goes_back: bool = False


class Turns:
    """Threads that take turns: only one runs at a time."""

    def __init__(self, hands: tuple[int, ...]) -> None:
        self._waiting = list(hands)
        self._condition = Condition()

    def wait(self, hand: int) -> None:
        """Wait until it is a hand's turn."""
        with self._condition:
            self._condition.wait_for(lambda: self._waiting[0] == hand)

    def pass_on(self, is_over: bool = False) -> None:
        """Pass the turn to the next hand, and wait for this one's next turn unless it is done."""
        with self._condition:
            hand = self._waiting.pop(0)
            self._waiting += [] if is_over else [hand]
            self._condition.notify_all()
        if not is_over:
            self.wait(hand)


def watch_hands(hands: tuple[int, ...]) -> list[Event]:
    """Return the events of some hands that search the position together, in order."""
    step = course.load("24")
    table, solver, position = (getattr(step.module, name) for name in ("table", "solver", "position"))
    root = parse(MOVES, step.Position.start())
    events: list[Event] = []
    turns, mine = Turns(hands), local()
    negamax, is_taken = solver.negamax, table.Table.is_taken

    def note(kind: str, child: Bitboard, number: int = 0, goes_back: bool = False) -> None:
        masks = [each.mask for each in (*mine.path, child)]
        path = "".join(name_column(mask ^ before) for before, mask in pairwise(masks))
        events.append(Event(mine.hand, kind, path, number, goes_back))

    def watch_call(
        child: Bitboard, place: int, beta: int, book: object, entries: SimpleNamespace, *others: object
    ) -> int:
        note("enter", child, beta)
        turns.pass_on()
        mine.path.append(child)
        score = negamax(child, place, beta, book, entries, *others)
        mine.path.pop()
        note("leave", child, score, entries.scratch[table.BACK] > 0)
        return score

    def watch_taken(entries: object, child: Bitboard) -> bool:
        answer = is_taken(entries, child)
        if answer:
            note("find", child)
        return answer

    def search(hand: int) -> None:
        mine.hand, mine.path = hand, []
        turns.wait(hand)
        scratch, nodes = [0] * table.SCRATCH, [0]
        own = table.Table(shared, SIZE, scratch)
        solver.search(root, -MAX_SCORE, MAX_SCORE, solver.NO_BOOK, own, scratch, nodes)
        turns.pass_on(is_over=True)

    with ExitStack() as patches:
        for module in (table, solver, position):
            for name in SETTINGS.keys() & vars(module).keys():
                patches.enter_context(replaced(module, name, SETTINGS[name]))
        patches.enter_context(replaced(solver, "negamax", watch_call))
        patches.enter_context(replaced(table.Table, "is_taken", watch_taken))
        shared = [0] * (SIZE + table.PLACES)
        threads = [Thread(target=search, args=(hand,)) for hand in hands]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return events


def pick_question(events: list[Event]) -> list[Event]:
    """Return each hand's events for the question that is shown, from the root and back to it."""
    picked: list[Event] = []
    asking: set[int] = set()
    for event in events:
        if event.kind == "enter" and not event.path and event.number == BETA:
            asking.add(event.hand)
        if event.hand in asking:
            picked.append(event)
        if event.kind == "leave" and not event.path:
            asking.discard(event.hand)
    return picked


def record_hands() -> list[Frame]:
    """Return the frames: one turn of a hand per frame."""
    alone = sum(event.kind == "enter" for event in pick_question(watch_hands(HANDS[:1])))
    events = pick_question(watch_hands(HANDS))
    assert any(event.goes_back for event in events)
    assert any(event.kind == "find" for event in events)
    places = place_nodes({event.path for event in events})
    paths: dict[int, str | None] = dict.fromkeys(HANDS)
    searched: set[str] = set()
    frames: list[Frame] = []
    for turn in split_turns(events):
        hand = turn[0].hand
        for event in turn:
            if event.kind == "leave":
                searched.add(event.path)
            if event.kind != "find":  # a hand that leaves a node enters another in the same turn, or is done
                paths[hand] = event.path if event.kind == "enter" else None
        words = describe_turn(turn)
        frames.append(Frame(draw_hands(places, paths, searched, words), words))
    visits = [sum(event.kind == "enter" and event.hand == hand for event in events) for hand in HANDS]
    words = (
        f"Both have the answer, after {visits[0]} and {visits[1]} positions. One hand alone takes {alone}. "
        f"Together they have looked at {len(places)} different ones."
    )
    return [*frames, Frame(draw_hands(places, paths, searched, words), words)]


def split_turns(events: list[Event]) -> list[list[Event]]:
    """Return the events in turns: a turn ends when the hand enters a node or the other hand moves."""
    turns: list[list[Event]] = []
    for before, event in pairwise([None, *events]):
        assert event
        if not before or before.kind == "enter" or before.hand != event.hand:
            turns.append([])
        turns[-1].append(event)
    return turns


def describe_turn(turn: list[Event]) -> str:
    """Describe a hand's turn in words."""
    left = [event for event in turn if event.kind == "leave"]
    steps: list[str] = []
    back = sum(event.goes_back for event in left)
    if back:
        up = f"{back} plies" if back > 1 else "one ply"
        steps.append(f"finds that the other has answered a position {up} up, and goes back to it")
    elif left:
        steps.append(f"has answered {len(left)} positions" if len(left) > 1 else "has the answer")
    for event in turn:
        column = event.path[-1:]
        if event.kind == "find":
            steps.append(f"sees the other at column {column}")
        if event.kind == "enter":
            steps.append(f"plays column {column}" if column else f"asks at the root for {BETA} or more")
    return f"Hand {turn[0].hand} {join_names(steps)}."


def place_nodes(paths: set[str]) -> dict[str, tuple[float, float]]:
    """Return a place in the picture for each path: leaves side by side, a parent above its children."""
    leaves = [path for path in sorted(paths) if not any(other.startswith(path) for other in paths - {path})]
    gap = WIDTH / len(leaves)
    places: dict[str, tuple[float, float]] = {}
    for path in sorted(paths, key=lambda path: (-len(path), path)):
        below = [places[other][0] for other in paths if other[:-1] == path and other]
        x = (min(below) + max(below)) / 2 if below else gap * (leaves.index(path) + 0.5)
        places[path] = x, ROW * (len(path) + 0.5)
    return places


def draw_hands(
    places: dict[str, tuple[float, float]], paths: dict[int, str | None], searched: set[str], words: str
) -> str:
    """Return the tree with both hands."""
    below = [path for path in places if path]
    shapes = [draw_edges(places, below, "edge")]
    for hand, path in paths.items():
        ways = [path[:length] for length in range(1, len(path) + 1)] if path else []
        shapes.append(draw_edges(places, ways, f"edge hand-{hand}", 3 * hand - 4.5))
    shapes += [
        draw_dots([places[path] for path in places if path in searched], "node node-searched"),
        draw_dots([places[path] for path in places if path not in searched], "node node-rim"),
        draw_dots(places.values(), "node"),
        draw_letters([places[path] for path in below], "".join(path[-1] for path in below), "node-name"),
        draw_label(*places[""], "root", "node-name"),
    ]
    for hand, path in paths.items():
        if path is not None:
            x, y = places[path][0] + 17 * (2 * hand - 3), places[path][1] - 9
            shapes.append(f'<circle class="hand hand-{hand}" cx="{x:g}" cy="{y:g}" r="9"/>')
            shapes.append(draw_label(x, y, f"{hand}", "hand-name"))
    height = ROW * (max(map(len, places)) + 1)
    return draw_picture(WIDTH, height, words, shapes)


def draw_edges(places: dict[str, tuple[float, float]], paths: list[str], kind: str, shift: float = 0) -> str:
    """Return the lines from some nodes to their parents as one shape, a little to the right or left."""
    lines = [(*places[path[:-1]], *places[path]) for path in paths]
    return draw_path(
        "".join(f"M{x + shift:g} {y:g}L{to + shift:g} {down:g}" for x, y, to, down in lines), kind
    )
