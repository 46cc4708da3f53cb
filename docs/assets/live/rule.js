// Playing by a reason alone: what its player does, as common/api/c4/reasons.py says it. Nothing is searched.

import { HEIGHT } from "../wasm/kernels.js";
import { cellOf, PLAYERS } from "./reasons.js";
import { CENTRE_FIRST } from "./rules.js";

/** Return the reason that the player who is not to move can play by, or null if none needs any play. */
export function findPlayable(reasons, game) {
  const other = PLAYERS[2 - game.player];
  return reasons.find(({ kind, player }) => player === other && kind !== "dead") ?? null;
}

/** Return the column of the reply in a game that began with `start`, where a reason held. */
export function replyByReason(reason, start, game) {
  const winning = CENTRE_FIRST.find((column) => game.canPlay(column) && game.isWinningMove(column));
  if (winning !== undefined) return winning;
  if (reason.kind === "tower") return Math.floor(cellOf(reason.squares[0]) / HEIGHT);
  const played = game.columns.slice(start.moves);
  const last = played.at(-1);
  const isOdd = (column) => reason.odd_columns.includes(column + 1);
  const isFirst = played.indexOf(last) === played.length - 1;
  if (!isOdd(last) || !isFirst) return last;
  return CENTRE_FIRST.find((column) => isOdd(column) && !played.includes(column));
}
