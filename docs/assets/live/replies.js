// The replies that do not lose at once, as `replies` of step 10 finds them.

import { HEIGHT } from "../wasm/kernels.js";
import { COLUMNS, winningSquares } from "./rules.js";

/** Return the winning squares of the player who has just moved, the mover's safe cells, and those that lose. */
export function sortReplies(game) {
  const dangers = winningSquares(game.cells)[2 - game.player];
  const playable = COLUMNS.filter((column) => game.heights[column] < HEIGHT).map(
    (column) => column * HEIGHT + game.heights[column],
  );
  const forced = playable.filter((cell) => dangers.includes(cell));
  const isBelow = (cell) => (cell + 1) % HEIGHT !== 0 && dangers.includes(cell + 1);
  const possible = forced.length ? forced : playable;
  const safe = forced.length > 1 ? [] : possible.filter((cell) => !isBelow(cell));
  return { dangers, safe, forbidden: playable.filter((cell) => !safe.includes(cell)) };
}
