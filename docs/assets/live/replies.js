// The replies that do not lose at once, as `replies` of step 10 finds them. Cells are bitboards.

import { lowestOf, winningSquares } from "./bitboards.js";

/** Return the winning squares of the player who has just moved, the mover's safe cells, and those that lose. */
export function sortReplies({ stones, mask }) {
  const dangers = winningSquares(stones ^ mask, mask);
  const playable = lowestOf({ mask });
  const forced = playable & dangers;
  const possible = forced || playable;
  const safe = forced & (forced - 1n) ? 0n : possible & ~(dangers >> 1n);
  return { dangers, safe, forbidden: playable & ~safe };
}
