// The ladder: every step solves one position in turn, each within a time limit, and has a row for its name and idea, and for
// the score, nodes and time of its search as text and as bars.
//
// a result   { step, state: "searching" } when a step begins, and then one of
//            { step, state: "done", score, nodes, milliseconds }
//            { step, state: "late", milliseconds } if it gave up after so long

import { STEPS } from "../wasm/kernels.js";
import { pageAddress } from "./address.js";
import { element } from "./dom.js";
import { count, joinNames, readableTime } from "./format.js";
import { Game } from "./rules.js";

// Won at once: a step that has solved it has loaded all that a search needs, and searched nothing.
const READY = new Game([0, 1, 0, 1, 0, 1]);

/** Yield the results of steps, one after the other; throw Stopped when the solver is stopped. */
export async function* climb(solver, game, limit, steps = STEPS.keys()) {
  for (const step of steps) {
    solver.step = step;
    await solver.ask("score", READY);
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
    return { state: "done", ...(await solver.ask("time", game)) };
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
  const [first, ...others] = listFinished(results);
  const other = others.find(({ score }) => score !== first.score);
  return other ? [first, other] : null;
}

/** Say which steps gave up, and how far apart the others are. */
export function summary(results) {
  const late = results.filter(({ state }) => state === "late");
  const numbers = joinNames(late.map(({ step }) => step));
  const who = late.length === STEPS.size ? "Every step" : `Step${late.length > 1 ? "s" : ""} ${numbers}`;
  const gaveUp = late.length ? `${who} gave up after ${late[0].milliseconds / 1000} s.` : "";
  return [gaveUp, compareSteps(listFinished(results))].filter(Boolean).join(" ");
}

const SHORTEST = 0.1; // the fewest milliseconds that differ from none
const NODES = {
  name: "rung-nodes",
  say: (nodes) => count(nodes, "node"),
  range: [1, 1e10],
  marks: { 1: "1 node", 1e3: "10³", 1e6: "10⁶", 1e9: "10⁹" },
};
const TIMES = {
  name: "rung-time",
  say: readableTime,
  range: [SHORTEST, 30_000],
  marks: { [SHORTEST]: "0.1 ms", 10: "10 ms", 1e3: "1 s", 3e4: "30 s" },
};

/** Return the scales above the bars, logarithmic, or linear from 0 to an end that is given. */
export function scales({ nodes = null, milliseconds = null } = {}) {
  const parts = [scale(NODES, nodes), scale(TIMES, milliseconds)];
  return element("div", { class: "rung rung-scales", "aria-hidden": "true" }, ...parts);
}

function scale({ name, range, marks, say }, end) {
  const places = Object.entries(marks).map(([number, text]) => [logShare(number, range), text]);
  const ends = Object.entries({ 0: "0", 1: end && say(end) });
  const spans = (end ? ends : places).map(([share, text]) =>
    element("span", { style: `--share: ${share}` }, text),
  );
  return element("div", { class: name }, ...spans);
}

export class Rung {
  #score = element("span", { class: "rung-score" });
  #nodes = new Bar(NODES);
  #time = new Bar(TIMES);
  #began = null; // when the search began that is under way

  constructor(step) {
    const { name, idea } = STEPS.get(step);
    const href = pageAddress(`lessons/${step}_${name.replaceAll(" ", "_")}`);
    const said = [element("a", { href }, `${step} ${name}`), element("br"), element("small", {}, idea)];
    const title = element("div", { class: "rung-title" }, ...said);
    const parts = [title, this.#score, this.#nodes.element, this.#time.element];
    this.element = element("li", { class: "rung" }, ...parts);
  }

  clear() {
    this.#began = null;
    this.#score.textContent = "";
    this.#nodes.clear();
    this.#time.clear();
  }

  show({ state, score, nodes, milliseconds }) {
    if (state === "searching") this.#grow();
    else this.#began = null;
    if (state === "late") this.#time.show(milliseconds, `gave up after ${milliseconds / 1000} s`, true);
    if (state !== "done") return;
    this.#score.textContent = `score ${score}`;
    this.#nodes.show(nodes, count(nodes, "node"));
    this.#time.show(milliseconds, milliseconds < SHORTEST ? "under 0.1 ms" : readableTime(milliseconds));
  }

  /** Draw the bars on linear scales where these have an end. */
  rescale({ nodes, milliseconds }) {
    this.#nodes.rescale(nodes);
    this.#time.rescale(milliseconds);
  }

  /** End the search under way, if any, without a result. */
  stop() {
    if (this.#began === null) return;
    const passed = performance.now() - this.#began;
    this.#time.show(passed, `stopped after ${readableTime(passed)}`, true);
    this.#began = null;
  }

  /** Let the bar of the time grow until the search ends. */
  #grow() {
    const began = performance.now();
    const draw = () => {
      if (this.#began !== began) return;
      const passed = performance.now() - began;
      this.#time.show(passed, `${readableTime(passed)} …`);
      requestAnimationFrame(draw);
    };
    this.#began = began;
    draw();
  }
}

/** A number as a length on a logarithmic scale, and what it is in words below. */
class Bar {
  #range;
  #number = 0;
  #track;
  #fill = element("div", { class: "rung-fill" });
  #text = element("span");

  constructor({ name, range }) {
    this.#range = range;
    this.#track = element("div", { class: "rung-track" }, this.#fill);
    this.element = element("div", { class: name }, this.#track, this.#text);
    this.clear();
  }

  clear() {
    this.#track.style.setProperty("--powers", Math.log10(this.#range[1] / this.#range[0]));
    this.#fill.hidden = true;
    this.#text.textContent = "";
  }

  show(number, text, isUnfinished = false) {
    this.#number = number;
    this.#fill.hidden = number === 0;
    this.#fill.style.setProperty("--share", logShare(number, this.#range));
    this.#fill.classList.toggle("unfinished", isUnfinished);
    this.#text.textContent = text;
  }

  /** Draw the number on a linear scale from 0 to an end, if there is one. */
  rescale(end) {
    if (!end) return;
    this.#track.style.setProperty("--powers", 1);
    this.#fill.style.setProperty("--share", this.#number / end);
  }
}

export function rungList(rungs) {
  const rows = [...rungs.values()].map((rung) => rung.element);
  return element("ol", { class: "rungs", "aria-label": "Steps" }, ...rows);
}

function listFinished(results) {
  return results.filter(({ state }) => state === "done");
}

/** Say how the first step and the one with the fewest nodes compare, "" if there is none. */
function compareSteps(done) {
  const [first] = done;
  if (!first) return "";
  const best = done.reduce((fewest, each) => (each.nodes < fewest.nodes ? each : fewest));
  if (done.length === 1)
    return `Only step ${first.step} found the score, with ${count(first.nodes, "node")}.`;
  if (best === first) return `No step found the score with fewer nodes than step ${first.step}.`;
  const ratio = first.nodes / best.nodes;
  const digits = ratio < 10 ? 1 : 0;
  const times = ratio.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const more = best.nodes && times !== "1.0" ? `, which is ${times} times as many` : "";
  const most = first.nodes.toLocaleString("en");
  return `Step ${best.step} found the score with ${count(best.nodes, "node")}; step ${first.step} took ${most}${more}.`;
}
