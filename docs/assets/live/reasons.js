// Reasons: facts about a position that show a result without a search, in the form that common/api/c4/reasons.py
// describes, as its JSON has them. Its own functions find them, compiled. Whoever plays by one searches nothing.

import { HEIGHT } from "../wasm/kernels.js";
import { KERNELS, KINDS, PLAN, SHOWN } from "../wasm/reasons.js";
import { listCells } from "./bits.js";
import { Compiled } from "./kernel.js";
import { CENTRE_FIRST, LETTERS } from "./rules.js";

const FUNCTIONS = new Map();

/** Return the numbers that a compiled function gives, by their names; it is there from its first call on. */
function call(name, fields, { stones, mask }, values) {
  if (!FUNCTIONS.has(name)) {
    const { code, arguments: given } = KERNELS[name];
    const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
    FUNCTIONS.set(name, new Compiled(new WebAssembly.Module(bytes), given));
  }
  const numbers = FUNCTIONS.get(name).call({ stones, mask, ...values });
  return Object.fromEntries(fields.map((field, at) => [field, numbers[at]]));
}

/** Return cells, by their numbers on a board, as columns and rows, both from 0. */
function spellCells(cells) {
  return cells.map((cell) => [Math.floor(cell / HEIGHT), cell % HEIGHT]);
}

/** Return the number that the board has for a cell of a column and a row, both from 0. */
export function cellOf([column, row]) {
  return column * HEIGHT + row;
}

/** Return a reason's squares as marks on a board. */
export function markReason({ player, squares }) {
  return { squares: LETTERS.slice(1).map((each) => (each === player ? squares.map(cellOf) : [])) };
}

/** Return what shows the result of a game with this score: one reason for a win, two for a draw, or none. */
export function findReasons(game, score) {
  if (score === 0) {
    const reasons = [0, 1].map((player) => findReason(game, player));
    return reasons.every(Boolean) ? reasons : [];
  }
  const reason = findReason(game, score > 0 ? game.moves % 2 : 1 - (game.moves % 2));
  return reason?.score > 0 ? [reason] : [];
}

/** Return the reason by which a player, 0 or 1, gets most, or null if there is none that they get a win or a draw. */
export function findReason({ fields }, player) {
  const shown = call("find_reason", SHOWN, fields, { player: BigInt(player) });
  if (!shown.kind) return null;
  return {
    kind: KINDS[shown.kind],
    player: LETTERS[1 + player],
    score: shown.least,
    squares: spellCells(listCells(shown.squares)),
    turned: shown.turned < 0 ? null : shown.turned,
    odd_columns: spellCells(listCells(shown.odd)).map(([column]) => column),
    cells_left: shown.cells_left,
  };
}

/** Return which cells the mover gets, which the follower, and for which the follower waits, with a column turned or null. */
export function follow({ fields }, turned) {
  const plan = call("follow", PLAN, fields, { turned: BigInt(turned ?? -1) });
  const [movers, followers, squares] = [plan.movers, plan.followers, plan.squares].map(listCells);
  return { holds: plan.least >= 0, movers, followers, squares };
}

/** Return the reason that the player who is not to move can play by, or null if none needs any play. */
export function findPlayable(reasons, game) {
  const [, other] = game.letters;
  return reasons.find(({ kind, player }) => player === other && kind !== "dead") ?? null;
}

/** Return the column of the reply in a game that began with `start`, where a reason held. */
export function replyByReason(reason, start, game) {
  const winning = CENTRE_FIRST.find((column) => game.canPlay(column) && game.isWinningMove(column));
  if (winning !== undefined) return winning;
  if (reason.kind === "tower") return reason.squares[0][0];
  const played = game.columns.slice(start.moves);
  const last = played.at(-1);
  const isOdd = (column) => reason.odd_columns.includes(column);
  const isFirst = played.indexOf(last) === played.length - 1;
  if (!isOdd(last) || !isFirst) return last;
  return CENTRE_FIRST.find((column) => isOdd(column) && !played.includes(column));
}
