// Winning squares, as winning_squares of step 07 finds them, from stones alone.

import { CELLS, rowThrough } from "./rules.js";

/** Return the empty cells, in reach or not, where one more stone makes four in a row: X's, then O's. */
export function winningSquares(owners) {
  const empty = [...Array(CELLS).keys()].filter((cell) => !owners[cell]);
  return [1, 2].map((player) => empty.filter((cell) => rowThrough(owners, cell, player)));
}
