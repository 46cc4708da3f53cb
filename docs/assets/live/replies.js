// The replies that do not lose at once, as `replies` of step 10 finds them.

import { HEIGHT } from "../wasm/kernels.js";
import { COLUMNS } from "./rules.js";
import { winningSquares } from "./squares.js";

/** Return the winning squares of the player who has just moved, the mover's cells that are safe, and the others. */
export function sortReplies(game) {
  const dangers = winningSquares(game.cells)[2 - game.player];
  const playable = COLUMNS.filter((column) => game.canPlay(column)).map(
    (column) => column * HEIGHT + game.heights[column],
  );
  const forced = playable.filter((cell) => dangers.includes(cell));
  const isBelowDanger = (cell) => (cell + 1) % HEIGHT > 0 && dangers.includes(cell + 1);
  const isSafe = (cell) =>
    forced.length < 2 && (!forced.length || forced.includes(cell)) && !isBelowDanger(cell);
  return { dangers, safe: playable.filter(isSafe), forbidden: playable.filter((cell) => !isSafe(cell)) };
}
