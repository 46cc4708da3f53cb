"""What happens in a search, stage by stage: in words, and as changes of the drawing of its tree."""

from dataclasses import dataclass

from common.tools.site.searches.tree import Node

BOUNDS = {-1: "≤ ", 0: "", 1: "≥ "}
ALPHA, BETA = "\N{GREEK SMALL LETTER ALPHA}", "\N{GREEK SMALL LETTER BETA}"


@dataclass
class Stage:
    """Something that happens: in words, and what becomes of the parts of the drawing.

    A change is the state of a node, its window and what came back, by the node's moves. A branch left out has
    the moves that would lead there, and a state only.
    """

    words: str
    changes: dict[str, tuple[str, ...]]


def stages(root: Node) -> list[Stage]:
    """Return all that happens in a search, in order."""
    found = [entered(root)]
    for tried, child in enumerate(root.children, 1):
        found += [*stages(child), returned(root, tried)]
    return found


def window(node: Node, tried: int) -> str:
    """Return a node's window after so many of its moves."""
    return f"{ALPHA} {node.alpha_after(tried)}  {BETA} {node.lowered}"


def value(node: Node) -> str:
    """Return what came back, marked if it is a bound."""
    return f"{BOUNDS[node.bound]}{node.score}"


def entered(node: Node) -> Stage:
    """Return the call of a node: its window, and what is known before a move is tried."""
    words = [given(node), begun(node)]
    if node.children:
        return Stage(" ".join(words), {node.moves: ("open", window(node, 0), "")})
    return Stage(" ".join(words), {node.moves: ("done", window(node, 0), value(node))})


def given(node: Node) -> str:
    """Say whose turn it is and with which window."""
    if not node.parent:
        widest = f"The window is the widest there is: alpha {node.alpha}, beta {node.beta}."
        return f"{node.mover} is to move. {widest}"
    return (
        f"{node.parent.mover} plays column {node.column}, and {node.mover} is to move. "
        f"The window from {-node.beta} to {-node.alpha}, seen from the other side, is "
        f"alpha {node.alpha}, beta {node.beta}."
    )


def begun(node: Node) -> str:
    """Say what is known before a move is tried."""
    if node.winning:
        return f"{node.mover} wins at once in column {node.winning}: {node.score} comes back."
    if node.is_over:
        return "The board is full, a draw: 0 comes back."
    known = f"No move wins at once, so the score is at most {node.highest}"
    if node.lowered == node.beta:
        return f"{known}. Beta says as much already."
    if node.children:
        return f"{known}, and beta falls to that."
    return f"{known}. That is no more than alpha: nothing has to be searched, and {node.score} comes back."


def returned(node: Node, tried: int) -> Stage:
    """Return what a node makes of the score of the move that it has just tried."""
    words = f"{weighed(node, tried)} {judged(node, tried)}"
    if tried < len(node.children):
        return Stage(words, {node.moves: ("open", window(node, tried), "")})
    changes: dict[str, tuple[str, ...]] = {node.moves: ("done", window(node, tried), value(node))}
    changes |= {node.moves + column: ("cut",) for column in node.left_out}
    return Stage(words if node.is_cut else f"{words} {searched(node)}", changes)


def weighed(node: Node, tried: int) -> str:
    """Say what came back from a move, and what that is for the player who made it."""
    child = node.children[tried - 1]
    found = f"{value(child)} for {child.mover} is {turned(child)} for {node.mover}"
    return f"{found}, who tried column {child.column}."


def turned(node: Node) -> str:
    """Return what came back, as the player who moved there sees it."""
    return f"{BOUNDS[-node.bound]}{-node.score}"


def judged(node: Node, tried: int) -> str:
    """Say what the score of a move does to the window."""
    score, alpha = -node.children[tried - 1].score, node.alpha_after(tried - 1)
    if score >= node.lowered:
        return cutoff(node)
    if score > alpha:
        return f"That is more than alpha. {node.mover} is sure of {score} now, and alpha rises to it."
    return f"That is no more than alpha, {alpha}, which stays."


def cutoff(node: Node) -> str:
    """Say why the rest of a node's moves is left out."""
    other = "XO"["XO".index(node.mover) - 1]
    why = f"{other} is sure of {-node.beta} by another choice, and will not come here"
    if node.lowered < node.beta:
        why = f"no score is higher than {node.highest}"
    left = f" Column {' and '.join(node.left_out)} is left out." if node.left_out else ""
    return f"That reaches beta, {node.lowered}. A cutoff: {why}.{left} {node.score} comes back, {kind(node)}."


def searched(node: Node) -> str:
    """Say what comes back when all moves have been tried."""
    return f"No move is left. Alpha, {node.score}, comes back, {kind(node)}."


def kind(node: Node) -> str:
    """Say what came back, the score or a bound."""
    return ("the score", "a lower bound", "an upper bound")[node.bound]
