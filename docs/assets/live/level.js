// Levels: columns chosen by their scores, as common/tools/play/players/perfect.py chooses them.

import { WIDTH } from "../wasm/kernels.js";
import { CENTRE_FIRST, highest } from "./rules.js";

/**
 * Return a column by the scores, or null where a column is full. At a temperature above 0 each point of score makes
 * a column exp(1 / temperature) times as likely. At 0 it is the best column nearest to the centre, or one of two.
 */
export function choose(scores, temperature, random = Math.random) {
  const best = highest(scores);
  const columns = CENTRE_FIRST.filter((column) => scores[column] !== null);
  const nearest = columns.find((column) => scores[column] === best);
  const odds = columns.map((column) => {
    if (temperature > 0) return Math.exp((scores[column] - best) / temperature);
    return Number(scores[column] === best && [nearest, WIDTH - 1 - nearest].includes(column));
  });
  return drawn(columns, odds, random);
}

/** Return one of the columns, each as often as its odds say. */
function drawn(columns, odds, random) {
  let left = random() * odds.reduce((sum, each) => sum + each);
  for (const [at, each] of odds.entries()) {
    left -= each;
    if (left < 0) return columns[at];
  }
  return columns.at(-1); // the sum was rounded
}
