// A step on the ladder: its name and idea, and the score, nodes and time of its search as text and as bars.

import { STEPS } from "../wasm/kernels.js";
import { logShare } from "./climb.js";
import { element } from "./dom.js";
import { count, readableTime } from "./words.js";

const SITE = new URL("../../", import.meta.url);
const SHORTEST = 0.1; // milliseconds that are told from none
const NODES = {
  name: "rung-nodes",
  range: [1, 1e10],
  marks: { 1: "1 node", 1e3: "10³", 1e6: "10⁶", 1e9: "10⁹" },
};
const TIMES = {
  name: "rung-time",
  range: [SHORTEST, 30_000],
  marks: { [SHORTEST]: "0.1 ms", 10: "10 ms", 1e3: "1 s", 3e4: "30 s" },
};

/** Return the scales above the bars. */
export function scales() {
  return element("div", { class: "rung rung-scales", "aria-hidden": "true" }, scale(NODES), scale(TIMES));
}

function scale({ name, range, marks }) {
  const placed = Object.entries(marks).map(([number, text]) =>
    element("span", { style: `--share: ${logShare(number, range)}` }, text),
  );
  return element("div", { class: name }, ...placed);
}

/** A row of the ladder. */
export class Rung {
  #score = element("span", { class: "rung-score" });
  #nodes = new Bar(NODES);
  #time = new Bar(TIMES);
  #began = null; // when the search began that is under way

  constructor(step) {
    const { name, idea } = STEPS.get(step);
    const href = new URL(`lessons/${step}_${name.replaceAll(" ", "_")}/`, SITE);
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

  /** Show a result of `climb`. */
  show({ state, score, nodes, milliseconds }) {
    if (state === "searching") this.#grow();
    else this.#began = null;
    if (state === "late") this.#time.show(milliseconds, `gave up after ${milliseconds / 1000} s`, true);
    if (state !== "done") return;
    this.#score.textContent = `score ${score}`;
    this.#nodes.show(nodes, count(nodes, "node"));
    this.#time.show(milliseconds, milliseconds < SHORTEST ? "under 0.1 ms" : readableTime(milliseconds));
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
  #fill = element("div", { class: "rung-fill" });
  #text = element("span");

  constructor({ name, range }) {
    this.#range = range;
    const style = `--powers: ${Math.log10(range[1] / range[0])}`;
    const track = element("div", { class: "rung-track", style }, this.#fill);
    this.element = element("div", { class: name }, track, this.#text);
    this.clear();
  }

  clear() {
    this.#fill.hidden = true;
    this.#text.textContent = "";
  }

  show(number, text, isUnfinished = false) {
    this.#fill.hidden = number === 0;
    this.#fill.style.setProperty("--share", logShare(number, this.#range));
    this.#fill.classList.toggle("unfinished", isUnfinished);
    this.#text.textContent = text;
  }
}

/** Return the list of the rungs of steps. */
export function rungList(rungs) {
  const rows = [...rungs.values()].map((rung) => rung.element);
  return element("ol", { class: "rungs", "aria-label": "Steps" }, ...rows);
}
