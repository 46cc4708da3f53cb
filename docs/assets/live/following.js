// Following: the player who is not to move answers every stone by a rule, and knows beforehand who gets which cell; as
// follow_up_bound of step 17 has it. Cells are bitboards here.
//
// turned       the column in which the follower gets the other cells of each pair, null for none
// squares      where the follower waits
// stopped      these and all cells above them, which nobody gets
// movers       cells that the mover may get, followers those that the follower gets
// odd          the lowest cells that either may get
// score        the least that the follower gets

import { BOARD, cellsOf, countCells, FOLLOWED, listColumns, lowestOf, winningSquares } from "./bitboards.js";
import { aligned } from "./bits.js";
import { CELLS, COLUMNS } from "./rules.js";

/** Return the plan that promises the follower most, null if there is none. */
export function findPlan(position) {
  if ((CELLS - position.moves) % 2 === 0) return planWith(position, null);
  const waiting = findSquares(position) & ~FOLLOWED;
  const columns = COLUMNS.filter((column) => waiting & cellsOf(column));
  const plans = columns.map((turned) => planWith(position, turned)).filter(Boolean);
  return plans.toSorted((one, other) => other.score - one.score)[0] ?? null;
}

/** Return who gets which cells if a column is turned, null if the mover might win. */
export function planWith(position, turned) {
  const followed = turned === null ? FOLLOWED : FOLLOWED ^ cellsOf(turned);
  const [empty, lowest] = [BOARD & ~position.mask, lowestOf(position)];
  const squares = findSquares(position) & followed;
  // Adding a square carries through all empty cells above it: 111000 + 001000 = 1 000000
  const stopped = (empty & ~(empty + squares)) | squares;
  const movers = empty & ~followed & ~stopped;
  if (aligned(position.stones | lowest | movers)) return null;
  const followers = empty & followed & ~stopped & ~lowest;
  return {
    turned,
    squares,
    stopped,
    movers,
    followers,
    odd: lowest & followed,
    score: countCells(stopped & FOLLOWED),
  };
}

/** Return a plan as a reason that its player can play by, as rule.js takes it. */
export function reasonOf({ odd }) {
  return { kind: "wait", odd_columns: listColumns(odd).map((column) => column + 1) };
}

/** Return the follower's winning squares that cannot be played at once. */
function findSquares({ stones, mask }) {
  return winningSquares(stones ^ mask, mask) & ~lowestOf({ mask });
}
