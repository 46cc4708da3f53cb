// Reasons: facts about a position that show a result without a search, as common/api/c4/reasons.py finds
// them. It says what each kind claims, and in which form the data are: the same here as its JSON.

import { HEIGHT } from "../wasm/kernels.js";
import { BOARD, BOTTOMS, countCells, listCells, listColumns, lowestOf, winningSquares } from "./bitboards.js";
import { aligned } from "./bits.js";
import { findPlan } from "./following.js";
import { CELLS, winScore } from "./rules.js";

export const PLAYERS = "XO";

/** Return cells as columns and rows, both from 1. */
export function spellCells(bits) {
  return listCells(bits).map(([column, row]) => [column + 1, row + 1]);
}

/** Return the number that the board has for a cell of a column and a row, both from 1. */
export function cellOf([column, row]) {
  return (column - 1) * HEIGHT + row - 1;
}

/** Return a reason's squares as marks on a board. */
export function marksOf({ player, squares }) {
  return { squares: [...PLAYERS].map((each) => (each === player ? squares.map(cellOf) : [])) };
}

/** Return the winning squares of a player, 0 or 1, in reach or not. */
export function findSquares({ stones, mask, moves }, player) {
  return winningSquares(moves % 2 === player ? stones : stones ^ mask, mask);
}

/** Return what shows the result of a position with this score: one reason for a win, two for a draw, or none. */
export function findReasons(position, score) {
  if (score === 0) {
    const reasons = [0, 1].map((player) => findReason(position, player));
    return reasons.every(Boolean) ? reasons : [];
  }
  const winner = score > 0 ? position.moves % 2 : 1 - (position.moves % 2);
  const reason = findReason(position, winner);
  return reason?.score > 0 ? [reason] : [];
}

/** Return the reason by which a player gets most, null if there is none that they get a win or a draw. */
function findReason(position, player) {
  if (position.moves % 2 === player) return findFour(position, player) ?? findDead(position, player);
  if (findSquares(position, 1 - player) & lowestOf(position)) return null; // the other one wins at once
  return (
    findTrap(position, player) ??
    findTower(position, player) ??
    findWait(position, player) ??
    findDead(position, player) ??
    findHold(position, player)
  );
}

/** Return the squares on which the mover wins at once. */
export function findFour(position, player) {
  const squares = findSquares(position, player) & lowestOf(position);
  return squares ? makeReason("four", player, winScore(position.moves), { squares }) : null;
}

/** Return why the mover has no move after which `player` does not win at once. */
function findTrap(position, player) {
  const [squares, lowest] = [findSquares(position, player), lowestOf(position)];
  const make = (kind, bits) => makeReason(kind, player, winScore(position.moves + 1), { squares: bits });
  const now = squares & lowest;
  if (now & (now - 1n)) return make("fork", now);
  if (now) return (now << 1n) & squares ? make("block", now | (now << 1n)) : null;
  const above = (lowest << 1n) & squares;
  return lowest && above >> 1n === lowest ? make("poison", above) : null;
}

/** Return two squares on top of each other below which `player` plays next, if nothing stops that. */
function findTower(position, player) {
  const [squares, lowest] = [findSquares(position, player), lowestOf(position)];
  for (let feet = lowest & (squares >> 1n) & (squares >> 2n) & ~squares; feet; feet &= feet - 1n) {
    const foot = feet & -feet;
    if (!isStopped(position, foot, squares & lowest || lowest & ~foot)) {
      return makeReason("tower", player, winScore(position.moves + 3), {
        squares: (foot << 1n) | (foot << 2n),
      });
    }
  }
  return null;
}

/** Tell whether one of the mover's stones makes a winning square that they can play after a stone on `foot`. */
function isStopped(position, foot, stones) {
  for (let rest = stones; rest; rest &= rest - 1n) {
    const stone = rest & -rest;
    const mask = position.mask | stone | foot;
    if (winningSquares(position.stones | stone, mask) & (mask + BOTTOMS)) return true;
  }
  return false;
}

/** Return the squares that `player` waits for while following: those that promise most. */
function findWait(position, player) {
  const plan = findPlan(position);
  if (!plan?.squares) return null;
  const squares = plan.squares & ~(plan.stopped << 1n); // the lowest of each column
  return makeReason("wait", player, plan.score, {
    squares,
    turned: plan.turned,
    oddColumns: listColumns(plan.odd),
    cellsLeft: countCells(BOARD & ~position.mask & ~plan.stopped & ~(squares >> 1n)),
  });
}

/** Return that `player`, who has nothing to wait for, can follow to the end, and the mover makes no four. */
export function findHold(position, player) {
  const plan = findPlan(position);
  if (!plan) return null;
  return makeReason("hold", player, 0, {
    oddColumns: listColumns(plan.odd),
    cellsLeft: CELLS - position.moves,
  });
}

/** Return that the other player makes no four even with all empty cells. */
function findDead({ stones, mask, moves }, player) {
  const other = moves % 2 === player ? stones ^ mask : stones;
  return aligned(other | (BOARD & ~mask)) ? null : makeReason("dead", player, 0);
}

function makeReason(
  kind,
  player,
  score,
  { squares = 0n, turned = null, oddColumns = [], cellsLeft = 0 } = {},
) {
  return {
    kind,
    player: PLAYERS[player],
    score,
    squares: spellCells(squares),
    turned: turned === null ? null : turned + 1,
    odd_columns: oddColumns.map((column) => column + 1),
    cells_left: cellsLeft,
  };
}
