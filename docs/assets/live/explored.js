// The search and the moment, as in the page's address: ?moves=4455&search=02&moment=7.

import { readMoves } from "./notation.js";

/** Return the position, the step and the moment, from 0, that a query names; throw an Error if there is none. */
export function readQuery(query, { steps, positions }) {
  const moves = readMoves(query.get("moves") ?? positions[0].moves);
  const step = query.get("search") ?? steps[0];
  const moment = query.get("moment") ?? "1";
  if (!positions.some((position) => position.moves === moves)) {
    throw new Error(`No search after the moves '${moves}' was recorded; choose one of the positions.`);
  }
  if (!steps.includes(step)) {
    throw new Error(`No search of step '${step}' was recorded, only those of ${steps.join(", ")}.`);
  }
  if (!/^[1-9]\d*$/.test(moment)) throw new Error(`There is no moment '${moment}'; the first one is 1.`);
  return { moves, step, at: Number(moment) - 1 };
}

/** Return an address that names them. */
export function withQuery(address, { moves, step, at }) {
  const changed = new URL(address);
  for (const [name, value] of Object.entries({ moves, search: step, moment: at + 1 })) {
    changed.searchParams.set(name, value);
  }
  return changed;
}
