// Following: the player who is not to move answers every stone by a rule, and knows beforehand who gets which cell; as
// follow_up_bound of step 17 has it.
//
// turned      the column in which the follower gets the other cells of each pair, null for none
// open        the cells that either may get: the lowest of their columns, if those are the follower's

import { HEIGHT } from "../wasm/kernels.js";
import { CELLS, CENTRE_FIRST, COLUMNS, rowThrough } from "./rules.js";
import { winningSquares } from "./squares.js";

const ALL = [...Array(CELLS).keys()];

/** Return the plan that promises the follower most, null if there is none. */
export function findPlan(game) {
  if ((CELLS - game.moves) % 2 === 0) return planWith(game, null);
  const waiting = winningSquares(game.cells)[2 - game.player].filter((cell) => !isUpper(cell));
  const columns = new Set(waiting.filter((cell) => !isLowest(game, cell)).map(columnOf));
  const plans = [...columns].map((turned) => planWith(game, turned)).filter(Boolean);
  return plans.toSorted((one, other) => other.score - one.score)[0] ?? null;
}

/** Return who gets which cells if a column is turned, and the least score of the follower; null if the mover may win. */
export function planWith(game, turned) {
  const isFollowers = (cell) => getsCell(cell, turned);
  const empty = ALL.filter((cell) => !game.cells[cell]);
  const squares = winningSquares(game.cells)[2 - game.player].filter(
    (cell) => isFollowers(cell) && !isLowest(game, cell),
  );
  const isStopped = (cell) => squares.some((square) => columnOf(square) === columnOf(cell) && square <= cell);
  const open = empty.filter((cell) => isFollowers(cell) && isLowest(game, cell));
  const movers = empty.filter((cell) => !isFollowers(cell) && !isStopped(cell));
  const followers = empty.filter((cell) => isFollowers(cell) && !isStopped(cell) && !open.includes(cell));
  const most = [...game.cells];
  for (const cell of [...movers, ...open]) most[cell] = game.player;
  for (const cell of COLUMNS.map((column) => lowestOf(game, column)).filter((cell) => cell !== null)) {
    most[cell] = game.player;
  }
  if (ALL.some((cell) => most[cell] === game.player && rowThrough(most, cell, game.player))) return null;
  const score = empty.filter((cell) => isStopped(cell) && isUpper(cell)).length;
  return { turned, score, squares, movers, followers, open };
}

/** Return where the follower replies to a stone in a column, null once the game is over. */
export function replyTo(game, column, turned) {
  const after = game.play(column);
  if (after.isOver) return null;
  const winning = COLUMNS.find((other) => after.canPlay(other) && after.isWinningMove(other));
  if (winning !== undefined) return winning;
  const isOpen = (position, other) =>
    position.canPlay(other) && getsCell(lowestOf(position, other), turned);
  return isOpen(game, column) ? CENTRE_FIRST.find((other) => isOpen(after, other)) : column;
}

/** Tell whether a follower gets a cell: from the top down every second one, in a turned column the others. */
function getsCell(cell, turned) {
  return isUpper(cell) !== (columnOf(cell) === turned);
}

function isUpper(cell) {
  return (HEIGHT - 1 - (cell % HEIGHT)) % 2 === 0;
}

function columnOf(cell) {
  return Math.floor(cell / HEIGHT);
}

function lowestOf(game, column) {
  return game.heights[column] < HEIGHT ? column * HEIGHT + game.heights[column] : null;
}

function isLowest(game, cell) {
  return lowestOf(game, columnOf(cell)) === cell;
}
