"""The horizon on a board: both questions of step 17, move by move."""

from c4.engine import EnginePosition, board_bits
from c4.picture import CELL
from common.position import CELLS, HEIGHT, WIDTH, parse
from common.score import win_score
from common.tools import course
from common.tools.site.drawings.marks import KINDS
from common.tools.site.frames.frame import Frame, Marks, draw_cells, draw_label, draw_picture, name_column

WINS, LOSES = "26625445113251253342176661", "26725643223171117774231255"  # the positions of lesson 17
LINE = 30  # below the board, for the stones that are left


def record_horizon_win() -> list[Frame]:
    """Return the frames of the first question: does a safe move leave no safe reply?"""
    root = parse(WINS, course.load("17").Position.start())
    safe = root.safe_moves()
    limit = win_score(root.moves + 4)
    assert root.wins_in_two(safe)
    question = f"Is the score more than {limit}? Only a win with X's second stone from now scores more."
    frames = [draw_horizon(root, root, Marks(), 3, question)]
    for move in list_cells_of(safe):
        child = root.after(move)
        squares = root.threats(move)
        replies = child.replies(squares)
        marks = Marks(squares=(squares, 0), forbidden=list_playable(child) & ~replies, chosen=move)
        column = name_column(move)
        count = replies.bit_count()
        words = (
            f"Column {column} leaves {count} safe repl{'y' if count == 1 else 'ies'}, so X does not win yet."
        )
        if not replies:
            words = f"Column {column}: no reply is safe, so X wins in two. The score is more than {limit}."
        frames.append(draw_horizon(root, child, marks, 3, words))
        if not replies:
            break
    return frames


def record_horizon_loss() -> list[Frame]:
    """Return the frames of the second question: after each safe move, does the opponent win in two?"""
    root = parse(LOSES, course.load("17").Position.start())
    safe = root.safe_moves()
    limit = -win_score(root.moves + 5)
    assert root.loses_in_two(safe)
    question = f"Is the score at least {limit}? Then X has a move after which O's second stone does not win."
    frames = [draw_horizon(root, root, Marks(), 4, question)]
    for move in list_cells_of(safe):
        child = root.after(move)
        answers = child.replies(root.threats(move))
        answer = next(
            one for one in list_cells_of(answers) if not child.after(one).replies(child.threats(one))
        )
        after = child.after(answer)
        squares = child.threats(answer)
        marks = Marks(squares=(0, squares), forbidden=list_playable(after), chosen=move | answer)
        words = (
            f"Column {name_column(move)}: O answers in column {name_column(answer)}. No reply of X is safe, "
            "so O wins with the second stone."
        )
        frames.append(draw_horizon(root, after, marks, 4, words))
    words = f"All {len(frames) - 1} safe moves lose this way: the score is less than {limit}."
    return [*frames, draw_horizon(root, root, Marks(forbidden=list_playable(root)), 4, words)]


def list_cells_of(cells: int) -> list[int]:
    """Return the cells of a bitboard, each as one, in the order of the step's loops."""
    return [1 << bit for bit in range(cells.bit_length()) if cells >> bit & 1]


def list_playable(position: EnginePosition) -> int:
    """Return the cells that can be played."""
    return (position.mask + board_bits.BOTTOMS) & board_bits.BOARD


def draw_horizon(
    root: EnginePosition, position: EnginePosition, marks: Marks, horizon: int, words: str
) -> Frame:
    """Return a frame: a board, and below it the stones to come, `horizon` of them before the horizon."""
    shapes = [*draw_cells(position, marks), *draw_stones_left(root.moves, position.moves, horizon)]
    return Frame(draw_picture(CELL * WIDTH, CELL * HEIGHT + 2 * LINE, words, shapes), words)


def draw_stones_left(first: int, now: int, horizon: int) -> list[str]:
    """Return the stones to come as a row of discs, those on the board already ringed, and the horizon."""
    gap = CELL * WIDTH / (CELLS - first)
    y = CELL * HEIGHT + LINE // 2
    shapes: list[str] = []
    for index in range(CELLS - first):
        kind = KINDS["XO"[(first + index) % 2]]
        beyond = " faded" * (index >= horizon)
        shapes.append(f'<circle class="disc-{kind}{beyond}" cx="{gap * (index + 0.5):g}" cy="{y}" r="7"/>')
        if index < now - first:
            shapes.append(f'<circle class="stone-played" cx="{gap * (index + 0.5):g}" cy="{y}" r="8"/>')
    x = gap * horizon
    shapes.append(f'<path class="horizon" d="M{x:g} {y - LINE // 2 + 3}v{LINE + 8}"/>')
    shapes.append(draw_label(x + 5, y + LINE - 4, "the horizon"))
    return shapes
