// A tree drawn along one path: a row of boxes for each call on it, one for each column.

import { COLUMN_NAMES, WIDTH } from "../wasm/kernels.js";
import { button, element, shape } from "./dom.js";
import { ordinal } from "./rules.js";
import { letters, markBound, scoreInWords } from "./tell.js";
import { count } from "./words.js";

const EDGE = 10; // height of the lines between two rows, in the units of its drawing
const STATES = {
  open: ["…", "being searched"],
  full: ["full", "full"],
  unsafe: ["loses", "not tried, the opponent would win at once"],
  waiting: ["", "not tried yet"],
  cut: ["cut", "cut off"],
};

/** The calls down to that many plies; `onChoose` gets a call whose box is pressed. */
export class Tree {
  #rows;
  #onChoose;

  constructor(plies, onChoose) {
    this.#onChoose = onChoose;
    this.#rows = Array.from({ length: plies + 1 }, (_, ply) => new Row(ply ? WIDTH : 0, onChoose));
    this.element = element("div", { class: "tree" }, ...this.#rows.map((row) => row.element));
  }

  /** Draw a search as it is at a moment. */
  show(trace, moment) {
    const { path } = moment.call;
    if (this.#rows[0].places !== trace.roots.length) {
      const first = new Row(trace.roots.length, this.#onChoose);
      this.#rows[0].element.replaceWith(first.element);
      this.#rows[0] = first;
    }
    this.#rows[0].show(startCaption(trace), rootSlots(trace, moment), moment.call, null);
    this.#rows.slice(1).forEach((row, ply) => {
      const call = path[ply];
      row.element.classList.toggle("beyond", !call?.children.length);
      if (!call?.children.length) return;
      const from = ply ? middle(call.column, WIDTH) : middle(trace.roots.indexOf(call), trace.roots.length);
      row.show(caption(call, moment), moment.slots(call).map(labelled), moment.call, from);
    });
  }
}

/** A row of boxes below a line of text, and the lines that come down to them. */
class Row {
  #caption = element("span");
  #edges = shape("svg", { viewBox: `0 0 1 ${EDGE}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  #slots = []; // what the boxes show
  #boxes;

  constructor(places, onChoose) {
    this.places = places;
    this.#boxes = Array.from({ length: places }, (_, at) =>
      button("", () => onChoose(this.#slots[at].child)),
    );
    const list = element("ol", {}, ...this.#boxes.map((box) => element("li", {}, box)));
    list.style.setProperty("--places", places);
    const caption = element("p", {}, this.#caption);
    this.element = element("div", { class: "tree-row", role: "group" }, this.#edges, caption, list);
  }

  show(text, slots, current, from) {
    this.#slots = slots;
    this.#caption.textContent = text;
    this.element.setAttribute("aria-label", text);
    this.#edges.replaceChildren(...(from === null ? [] : slots.map((slot, at) => edge(from, at, slot))));
    this.#boxes.forEach((box, at) => {
      fill(box, slots[at], slots[at].child === current);
    });
  }
}

function fill(box, { name, state, child, text, said }, isCurrent) {
  box.className = `box-${state}`;
  box.disabled = !child;
  box.setAttribute("aria-current", String(isCurrent));
  box.setAttribute("aria-label", said);
  box.replaceChildren(
    element("span", {}, name),
    element("b", {}, text),
    ...(state === "done" ? [element("small", {}, count(child.size, "node"))] : []),
  );
}

function edge(from, at, { state }) {
  const to = middle(at, WIDTH);
  const reach = state === "cut" || state === "unsafe" ? 0.5 : 1; // a stub does not reach its box
  const ends = { x1: from, y1: 0, x2: from + (to - from) * reach, y2: EDGE * reach };
  return shape("line", { class: `edge-${state}`, ...ends });
}

/** Return where the middle of a box is, the row being 1 wide. */
function middle(at, places) {
  return (at + 0.5) / places;
}

function startCaption({ roots, start }) {
  return roots.length > 1 ? `Start: ${letters(start)[0]} to move, ${roots.length} searches` : "Start";
}

function rootSlots({ roots, start }, moment) {
  return roots.map((root, order) => {
    const name = roots.length > 1 ? `${root.alpha} to ${root.beta}` : `${letters(start)[0]} to move`;
    const what = roots.length > 1 ? `Search ${order + 1}, window ${name}` : `Start, ${name}`;
    const state = moment.stateOf(root);
    return { state, name, child: state === "waiting" ? null : root, ...inBox(what, state, root, root) };
  });
}

function caption(call, moment) {
  const [me] = letters(call.game);
  const best = moment.best(call);
  if (!call.trace.hasWindows) return `${me} to move${best === null ? "" : `, best so far ${best}`}`;
  const { alpha, beta } = moment.window(call);
  const cutoff = best !== null && best >= beta ? `: a move worth ${best} reaches beta, cutoff` : "";
  return `${me} to move, alpha ${alpha}, beta ${beta}${cutoff}`;
}

function labelled({ state, child, order }, column) {
  const name = COLUMN_NAMES[column];
  if (!child) return { state, name, ...inBox(`Column ${name}`, state) };
  const what = `Column ${name}, tried ${ordinal(order + 1)}`;
  return { state, child, name: `${name} · ${ordinal(order + 1)}`, ...inBox(what, state, child, child.tried) };
}

/** Return what a box shows and says; for a finished call, the score as somebody sees it. */
function inBox(what, state, call, seen) {
  if (state in STATES) return { text: STATES[state][0], said: `${what}: ${STATES[state][1]}` };
  const said = `${what}: ${scoreInWords(seen)}, ${count(call.size, "node")}`;
  return { text: markBound(seen), said };
}
