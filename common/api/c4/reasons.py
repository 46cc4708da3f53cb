"""Reasons: facts about a position that show its result, and the explanations that give them.

A reason can be checked without a search. It is a claim: from here on, `player` gets at least `score`,
whatever the other one plays. In the kinds of the first table `score` is a win. In those of the second it is
0, so a draw needs a reason for each player. The tables also say how `player` gets the score; above all, they
make four whenever they can.

kind    player to move     the condition, and the action of `player`
four    `player`           `squares` can be played now
fork    the other player   two or more of `squares` can be played now: one can be filled
block   the other player   one of `squares` can be played now, and the cell above it is the other one
poison  the other player   each cell that can be played is below one of `squares`
tower   the other player   `squares` are two cells on top of each other, and the cell below them can be played
                           now: `player` does so next, and no stone of the other one stops it
wait    the other player   `player` follows, and waits for `squares`

hold    the other player   `player` follows, and the cells that the other one can get hold no four
dead    either             the other one has no four left, even with all cells that are empty

To follow is to reply in the column that the other one has just used, with one exception. Call a column odd if
its lowest empty cell is one that `player` gets: `odd_columns`. A stone in one of these is answered in another
one of these; after that neither is odd. There is an even number of them whenever the other player is to move.
By following, `player` gets every second cell, counted from the top; in the column `turned` the cells between.

On integers, as the cards and the pages ask for them too:

stones, mask   the cells of the mover's stones, and those of all stones
player         0 or 1, who gets the score
turned         the column in which the follower gets the other cells of each pair, -1 for none

Python calls these functions as they are, which is quicker than compiling them for a few positions; compiled
code calls them compiled.
"""

from typing import Any, NamedTuple

from c4.engine import EnginePosition, board_bits
from c4.model import PLAYERS, Cell, Reason, Stone, WorseMove
from c4.wording import Explanation
from common.jit import compilable
from common.position import CELLS, HEIGHT, WIDTH, parse
from common.score import remaining, win_score
from common.solver import Solver, analyze

BOARD, BOTTOMS, FOLLOWED = board_bits.BOARD, board_bits.BOTTOMS, board_bits.FOLLOWED
aligned, cells, count = board_bits.aligned, board_bits.cells, board_bits.count
column_of, winning_squares = board_bits.column_of, board_bits.winning_squares
KINDS = "", "fork", "poison", "tower", "wait", "dead", "hold", "block", "four"
NONE, FORK, POISON, TOWER, WAIT, DEAD, HOLD, BLOCK, FOUR = range(len(KINDS))
SHOWN = 3
"""If the winner needs so few stones, the line goes on to the end, so that a player sees how."""
CENTRE_FIRST = sorted(range(WIDTH), key=lambda column: abs(2 * column + 1 - WIDTH))


class Shown(NamedTuple):
    """A reason as numbers: the least result of its player, and odd columns as their lowest empty cells."""

    kind: int
    least: int
    squares: int
    turned: int
    odd: int
    cells_left: int


class Plan(NamedTuple):
    """The cells that each player gets if the player who has just moved follows.

    The follower gets `least` at least, -1 if the mover might make four. They wait for `squares`; nobody gets
    `stopped`, these and the cells above them. The lowest cells of odd columns go to either.
    """

    least: int
    turned: int
    squares: int
    stopped: int
    movers: int
    followers: int
    odd: int


@compilable
def find_shown(stones: int, mask: int, player: int) -> Shown:
    """Return a player's best reason, or NONE if no reason shows a win or a draw."""
    moves, lowest = count(mask), (mask + BOTTOMS) & BOARD
    fours = winning_squares(stones, mask) & lowest
    if moves % 2 == player:
        if fours:
            return Shown(FOUR, win_score(moves), fours, -1, 0, 0)
        return Shown(NONE if aligned(stones ^ mask | BOARD & ~mask) else DEAD, 0, 0, -1, 0, 0)
    if fours:
        return Shown(NONE, 0, 0, -1, 0, 0)
    squares, score = winning_squares(stones ^ mask, mask), win_score(moves + 1)
    now, above = squares & lowest, squares & lowest << 1
    if now & (now - 1):
        return Shown(FORK, score, now, -1, 0, 0)
    if now << 1 & squares:
        return Shown(BLOCK, score, now | now << 1, -1, 0, 0)
    if above and not now and above >> 1 == lowest:
        return Shown(POISON, score, above, -1, 0, 0)
    tower = find_tower(stones, mask, squares)
    if tower:
        return Shown(TOWER, win_score(moves + 3), tower, -1, 0, 0)
    plan = find_plan(stones, mask)
    if plan.least > 0:
        waiting = plan.squares & ~(plan.stopped << 1)  # the lowest of each column
        left = count(BOARD & ~mask & ~plan.stopped & ~(waiting >> 1))
        return Shown(WAIT, plan.least, waiting, plan.turned, plan.odd, left)
    if not aligned(stones | BOARD & ~mask):
        return Shown(DEAD, 0, 0, -1, 0, 0)
    if plan.least == 0:
        return Shown(HOLD, 0, 0, -1, plan.odd, CELLS - moves)
    return Shown(NONE, 0, 0, -1, 0, 0)


@compilable
def find_tower(stones: int, mask: int, squares: int) -> int:
    """Return two stacked squares below which their player can play next, if nothing stops that.

    Nothing does if no stone of the mover makes a winning square that they could play after the stone of
    the other player below the squares. If that player threatens to win at once, only the stone there counts.
    """
    lowest = (mask + BOTTOMS) & BOARD
    feet = lowest & squares >> 1 & squares >> 2 & ~squares
    while feet:
        foot = feet & -feet
        moves, is_stopped = squares & lowest or lowest & ~foot, False
        while moves and not is_stopped:
            stone = moves & -moves
            after = mask | stone | foot
            is_stopped = winning_squares(stones | stone, after) & (after + BOTTOMS) != 0
            moves ^= stone
        if not is_stopped:
            return foot << 1 | foot << 2
        feet ^= foot
    return 0


@compilable
def find_plan(stones: int, mask: int) -> Plan:
    """Return the plan that promises the follower most."""
    if (CELLS - count(mask)) % 2 == 0:
        return follow(stones, mask, -1)
    waiting = winning_squares(stones ^ mask, mask) & ~FOLLOWED & ~(mask + BOTTOMS)
    best = Plan(-1, -1, 0, 0, 0, 0, 0)
    for column in range(WIDTH):
        if waiting & cells(column):
            plan = follow(stones, mask, column)
            if plan.least > best.least:
                best = plan
    return best


@compilable
def follow(stones: int, mask: int, turned: int) -> Plan:
    """Return the plan with a column turned."""
    followed = FOLLOWED ^ cells(turned) if turned >= 0 else FOLLOWED
    empty, lowest = BOARD & ~mask, (mask + BOTTOMS) & BOARD
    squares = winning_squares(stones ^ mask, mask) & followed & ~lowest
    # Adding a square carries through all empty cells above it: 111000 + 001000 = 1 000000
    stopped = empty & ~(empty + squares) | squares
    movers = empty & ~followed & ~stopped
    score = -1 if aligned(stones | lowest | movers) else count(stopped & FOLLOWED)
    followers = empty & followed & ~stopped & ~lowest
    return Plan(score, turned, squares, stopped, movers, followers, lowest & followed)


def list_cells(board: int) -> tuple[Cell, ...]:
    """Return the cells of a bitboard."""
    return tuple(divmod(bit, HEIGHT + 1) for bit in range(board.bit_length()) if board >> bit & 1)


def find_squares(position: EnginePosition, player: int) -> int:
    """Return the winning squares of a player, playable or not."""
    own = position.stones if position.moves % 2 == player else position.stones ^ position.mask
    return board_bits.winning_squares(own, position.mask)


def find_lowest(position: EnginePosition) -> int:
    """Return the cells that can be played now."""
    return (position.mask + BOTTOMS) & BOARD


def find_reasons(position: EnginePosition, score: int) -> tuple[Reason, ...]:
    """Return the reasons that show this score's result: one for each player who gets it.

    That is one reason for a win and two for a draw, and none if the result is not seen without a search.
    """
    if score == 0:
        reasons = find_reason(position, 0), find_reason(position, 1)
        return tuple(reason for reason in reasons if reason) if all(reasons) else ()
    reason = find_reason(position, (position.moves + (score < 0)) % 2)
    return (reason,) if reason and reason.score > 0 else ()


def find_reason(position: EnginePosition, player: int) -> Reason | None:
    """Return the best reason of player 0 or 1, or None if no reason shows a win or a draw."""
    kind, score, squares, turned, odd, cells_left = find_shown(position.stones, position.mask, player)
    if not kind:
        return None
    name, cells, column = KINDS[kind], list_cells(squares), turned if turned >= 0 else None
    odd_columns = tuple(column for column, _ in list_cells(odd))
    return Reason(name, PLAYERS[player], score, cells, column, odd_columns, cells_left)


def score_columns(solver: Solver[Any], position: EnginePosition, weak: bool = False) -> dict[int, int]:
    """Return the score of playing in each column that has room."""
    scores = analyze(solver, position, weak)
    return {column: score for column, score in enumerate(scores) if score is not None}


def explain_position(moves: str, solver: Solver[Any]) -> Explanation:
    """Explain the position after a move string; raise InvalidPosition if the game is over.

    The solver is asked for exact scores only, of positions of the step that boards think with.
    """
    position = parse(moves, board_bits.Position.start())
    nodes_before = solver.nodes
    scores = score_columns(solver, position)
    score = max(scores.values())
    squares = dict(zip(PLAYERS, (list_cells(find_squares(position, who)) for who in (0, 1)), strict=True))
    line, shown_after, reasons = find_best_line(position, score, solver)
    columns = [column for column in CENTRE_FIRST if scores.get(column, score) < score]
    worse = tuple(find_punishment(position, column, scores[column], solver) for column in columns)
    nodes = solver.nodes - nodes_before
    return Explanation(moves, scores, squares, tuple(line), shown_after, reasons, worse, nodes)


def find_best_line(
    position: EnginePosition, score: int, solver: Solver[Any]
) -> tuple[list[Stone], int, tuple[Reason, ...]]:
    """Return a line of best play, the number of its stones before reasons hold, and these reasons."""
    line, shown_after, reasons = list[Stone](), 0, tuple[Reason, ...]()
    while position.moves < CELLS:
        is_near_end = score != 0 and (remaining(score, position.moves) + 1) // 2 <= SHOWN
        if not reasons:
            shown_after, reasons = len(line), find_reasons(position, score)
            if is_near_end and any(reason.score != abs(score) for reason in reasons):
                reasons = ()  # near the end, those that also show when it comes
        if reasons and not is_near_end:
            break
        column = find_best_column(position, score, solver)
        wins = position.is_winning_move(column)
        line.append(Stone(column, PLAYERS[position.moves % 2], is_only_safe(position, column), wins))
        if wins:
            break
        position, score = position.play(column), -score
    return line, shown_after, reasons


def find_best_column(position: EnginePosition, score: int, solver: Solver[Any]) -> int:
    """Return a column that keeps a score, if possible one after which a reason shows the result.

    A reason that promises exactly this score proves the column without a search; others are tried before the
    rest, each group from the centre.
    """
    columns = [column for column in CENTRE_FIRST if position.can_play(column)]
    for column in columns:
        if position.is_winning_move(column):
            return column
    after = {column: position.play(column) for column in columns}
    promised = {
        column: max((reason.score for reason in find_reasons(after[column], -score)), default=-1)
        for column in columns
    }
    if score >= 0:
        columns.sort(key=lambda column: -promised[column])
    return next(
        column
        for column in columns
        if (score > 0 and promised[column] == score) or solver.solve(after[column]) == -score
    )


def find_punishment(position: EnginePosition, column: int, score: int, solver: Solver[Any]) -> WorseMove:
    """Return the opponent's reply to a column of a score, and the reason after it."""
    child = position.play(column)
    reply = find_best_column(child, -score, solver)
    wins = child.is_winning_move(reply)
    return WorseMove(column, score, reply, wins, () if wins else find_reasons(child.play(reply), score))


def is_only_safe(position: EnginePosition, column: int) -> bool:
    """Return whether all columns but one lose to the next stone; a column that wins is not forced."""
    has_others = find_lowest(position).bit_count() > 1
    return list_safe(position) == [column] and has_others and not position.is_winning_move(column)


def list_safe(position: EnginePosition) -> list[int]:
    """Return the columns that win, and those after which the opponent does not win with the next stone."""
    wins = find_squares(position, position.moves % 2) & find_lowest(position)
    return [column for column, _ in list_cells(wins | position.safe_moves())]
