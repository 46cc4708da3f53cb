// The ladder without its elements: every step solves one position in turn, each within a time limit.
//
// a result   { step, state: "searching" } when a step begins, and then one of
//            { step, state: "done", score, nodes, milliseconds }
//            { step, state: "late", milliseconds } if it gave up after so long

import { STEPS } from "../wasm/kernels.js";
import { Game } from "./rules.js";
import { count, joinNames } from "./words.js";

// Won at once: a step that has solved it has loaded all that a search needs, and searched nothing.
const READY = new Game([0, 1, 0, 1, 0, 1]);

/** Yield the results of steps, one after the other; throw Stopped when the solver is stopped. */
export async function* climb(solver, game, limit, steps = STEPS.keys()) {
  for (const step of steps) {
    solver.step = step;
    await solver.score(READY);
    yield { step, state: "searching" };
    yield { step, ...(await within(limit, solver, game)) };
  }
}

async function within(limit, solver, game) {
  let isLate = false;
  const alarm = setTimeout(() => {
    isLate = true;
    solver.stop();
  }, limit);
  try {
    return { state: "done", ...(await solver.solve(game)) };
  } catch (error) {
    if (!isLate) throw error;
    return { state: "late", milliseconds: limit };
  } finally {
    clearTimeout(alarm);
  }
}

/** Return the end of a scale from 0 that shows numbers less than ten times apart; null if they are further. */
export function linearEnd(numbers) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return numbers.length > 1 && most < 10 * least ? most : null;
}

/** Return where a number stands between two others if each power of ten gets the same room: 0 to 1. */
export function logShare(number, [low, high]) {
  const share = Math.log(number / low) / Math.log(high / low);
  return Math.min(Math.max(share, 0), 1);
}

/** Return two steps' results that contradict each other, or null. */
export function contradiction(results) {
  const [first, ...others] = finished(results);
  const other = others.find(({ score }) => score !== first.score);
  return other ? [first, other] : null;
}

/** Say which steps gave up, and how far apart the others are. */
export function summary(results) {
  const late = results.filter(({ state }) => state === "late");
  const gaveUp = late.length ? [`${stepsIn(late)} gave up after ${late[0].milliseconds / 1000} s.`] : [];
  return [...gaveUp, ...compared(finished(results))].join(" ");
}

function finished(results) {
  return results.filter(({ state }) => state === "done");
}

/** Return a sentence about the first step and the one with the fewest nodes, if any. */
function compared(done) {
  if (!done.length) return [];
  const first = done[0];
  const best = done.reduce((fewest, each) => (each.nodes < fewest.nodes ? each : fewest));
  if (done.length === 1)
    return [`Only step ${first.step} found the score, with ${count(first.nodes, "node")}.`];
  if (best === first) return [`No step found the score with fewer nodes than step ${first.step}.`];
  const times = factor(first.nodes / best.nodes);
  const more = best.nodes && times !== "1.0" ? `, which is ${times} times as many` : "";
  const most = first.nodes.toLocaleString("en");
  return [
    `Step ${best.step} found the score with ${count(best.nodes, "node")}; step ${first.step} took ${most}${more}.`,
  ];
}

function stepsIn(results) {
  if (results.length === STEPS.size) return "Every step";
  const numbers = results.map(({ step }) => step);
  return `Step${numbers.length > 1 ? "s" : ""} ${joinNames(numbers)}`;
}

function factor(ratio) {
  const digits = ratio < 10 ? 1 : 0;
  return ratio.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
