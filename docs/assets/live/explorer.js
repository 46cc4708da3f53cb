// <c4-explorer moves="4455" search="02">: the recorded searches of a few positions, moment by moment. With these
// attributes it begins with that search; without, the page's address names it, and follows.

import { COLUMN_NAMES, STEPS, WIDTH } from "../wasm/kernels.js";
import { hearQuery, pushQuery, replaceQuery } from "./address.js";
import { complaintLine } from "./controls.js";
import { button, choice, controls, element, shape } from "./dom.js";
import { latest } from "./fetching.js";
import { capitalize, count, ordinal } from "./format.js";
import { Game } from "./rules.js";
import { SearchView } from "./search-view.js";
import { fetchTrace, markBound, readQuery, scoreInWords, Trace } from "./trace.js";

const PLIES = 4; // how deep the tree is shown
const SETTLED = 400; // milliseconds until the address follows; browsers refuse to change it all the time
const LEGEND =
  "Each box shows its column, when it was tried, what the move is worth to the player who makes it, with ≥ or ≤ " +
  "where only a bound is known, and the nodes it took. Press a box to go to the end of its search. The words, the number " +
  "line and the window are from the point of view of one player: the mover, or the player who has just tried a move. " +
  "From the other's point of view, alpha and beta change places and signs.";

/** Two lists; `onChoose` gets the moves and the step. */
class Choices {
  #positions;
  #position;
  #search;

  constructor({ positions, steps }, onChoose) {
    this.#positions = positions;
    const onchange = () => onChoose(this.#position.value, this.#search.value);
    const costs = new Map(positions.map(({ moves, nodes }) => [moves, count(nodes[0], "node")]));
    const describe = (moves) =>
      `${moves.length} stones, ${Game.parse(moves).letters[0]} to move: ${costs.get(moves)} in step ${steps[0]}`;
    this.#position = choice({ onchange }, [...costs.keys()], describe);
    this.#search = choice({ onchange }, steps, () => "");
    const label = (name, select) => element("label", {}, `${name} `, select);
    this.element = controls(label("Position", this.#position), label("Search", this.#search));
  }

  /** Mark a choice, and show the cost of each search on its position. */
  show(moves, step) {
    const { nodes } = this.#positions.find((position) => position.moves === moves);
    for (const [at, each] of [...this.#search.options].entries()) {
      each.textContent = `${each.value} ${STEPS.get(each.value).name}: ${count(nodes[at], "node")}`;
    }
    [this.#position.value, this.#search.value] = [moves, step];
  }
}

const EDGE = 10; // height of the lines between two rows, in the units of its drawing
const STATES = {
  open: ["…", "being searched"],
  full: ["full", "full"],
  unsafe: ["loses", "not tried, the opponent would win at once"],
  waiting: ["", "not tried yet"],
  cut: ["cut", "cut off"],
};

/** A tree drawn along one path: a row of boxes for each call on it, down to that many plies; `onChoose` gets a call whose box is pressed. */
class Tree {
  #rows;
  #onChoose;

  constructor(plies, onChoose) {
    this.#onChoose = onChoose;
    this.#rows = Array.from({ length: plies + 1 }, (_, ply) => new Row(ply ? WIDTH : 0, onChoose));
    this.element = element("div", { class: "tree" }, ...this.#rows.map((row) => row.element));
  }

  show(trace, moment) {
    const { path } = moment.call;
    if (this.#rows[0].places !== trace.roots.length) {
      const first = new Row(trace.roots.length, this.#onChoose);
      this.#rows[0].element.replaceWith(first.element);
      this.#rows[0] = first;
    }
    const start = `Start: ${trace.start.letters[0]} to move, ${trace.roots.length} searches`;
    this.#rows[0].show(trace.roots.length > 1 ? start : "Start", rootSlots(trace, moment), moment.call, null);
    this.#rows.slice(1).forEach((row, ply) => {
      const call = path[ply];
      row.element.classList.toggle("beyond", !call?.children.length);
      if (!call?.children.length) return;
      const from = ply ? middle(call.column, WIDTH) : middle(trace.roots.indexOf(call), trace.roots.length);
      row.show(caption(call, moment), moment.slots(call).map(labelSlot), moment.call, from);
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

function rootSlots({ roots, start }, moment) {
  return roots.map((root, order) => {
    const name = roots.length > 1 ? `${root.alpha} to ${root.beta}` : `${start.letters[0]} to move`;
    const what = roots.length > 1 ? `Search ${order + 1}, window ${name}` : `Start, ${name}`;
    const state = moment.stateOf(root);
    return { state, name, child: state === "waiting" ? null : root, ...inBox(what, state, root, root) };
  });
}

function caption(call, moment) {
  const [me] = call.game.letters;
  const best = moment.best(call);
  if (!call.trace.hasWindows) return `${me} to move${best === null ? "" : `, best so far ${best}`}`;
  const { alpha, beta } = moment.window(call);
  const cutoff = best !== null && best >= beta ? `: a move worth ${best} reaches beta, cutoff` : "";
  return `${me} to move, alpha ${alpha}, beta ${beta}${cutoff}`;
}

function labelSlot({ state, child, order }, column) {
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

class Explorer extends HTMLElement {
  #index;
  #searches = new Map(); // of each position seen, by its moves: what the steps did
  #latest = latest();
  #settling; // the timer after which the address follows
  #choices;
  #tree = new Tree(PLIES, (call) => this.#view.goTo(this.#view.returnOf(call)));
  #view = new SearchView(this.#tree, PLIES, () => {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), SETTLED);
  });
  #hidden = element("p");
  #complaint = complaintLine();

  async connectedCallback() {
    try {
      this.#index = await fetchTrace("index");
      this.#choices = new Choices(this.#index, (moves, step) => this.#choose(moves, step));
      const shown = [this.#choices.element, this.#complaint, this.#view.element];
      this.replaceChildren(...shown, element("p", {}, LEGEND), this.#hidden);
      this.#view.element.addEventListener("click", ({ target }) => target.closest("a") && this.#settle());
      await this.#restore();
      if (!this.#isPart) hearQuery(this.#restore);
    } catch (error) {
      this.replaceChildren(this.#complaint);
      this.#complaint.textContent = error.message;
    }
  }

  /** Whether this is a part of a page about something else, whose address says nothing about it. */
  get #isPart() {
    return this.hasAttribute("moves");
  }

  get #asked() {
    if (!this.#isPart) return new URLSearchParams(location.search);
    return new URLSearchParams(["moves", "search"].map((name) => [name, this.getAttribute(name)]));
  }

  /** Show what the address names, or say why that cannot be shown. */
  #restore = async () => {
    clearTimeout(this.#settling);
    this.#view.stop();
    try {
      await this.#open(readQuery(this.#asked, this.#index));
    } catch (error) {
      if (!this.#view.trace) await this.#open(readQuery(new URLSearchParams(), this.#index));
      this.#complaint.textContent = capitalize(error.message);
    }
  };

  /** Show another search; of the same position, with the call that was shown if it comes to that. */
  async #choose(moves, step) {
    this.#view.stop();
    this.#settle();
    const { moments, trace, at } = this.#view;
    const columns = moments[at].call.path.slice(1).map((each) => each.column);
    const isSame = moves === trace.start.text && at > 0;
    try {
      await this.#open({ moves, step, at: 0 });
      if (isSame) this.#view.goTo(this.#view.returnOf(this.#view.trace.follow(columns)));
      if (!this.#isPart) pushQuery(this.#query);
    } catch (error) {
      this.#choices.show(trace.start.text, trace.step);
      this.#complaint.textContent = error.message;
    }
  }

  /** Show a search; if another one is asked for meanwhile, the wait for this one never ends. */
  async #open({ moves, step, at }) {
    const searches = await this.#latest(this.#searchesOf(moves));
    this.#complaint.textContent = "";
    const search = searches.find((each) => each.step === step);
    this.#choices.show(moves, step);
    this.#view.open(new Trace(moves, search), at);
    const { moments, trace } = this.#view;
    this.#hidden.textContent = `The tree shows the nodes at most ${PLIES} plies from the start: ${moments.length / 2} of ${trace.calls.length.toLocaleString("en")}.`;
  }

  async #searchesOf(moves) {
    if (!this.#searches.has(moves)) this.#searches.set(moves, (await fetchTrace(moves)).searches);
    return this.#searches.get(moves);
  }

  get #query() {
    const { trace, at } = this.#view;
    return { moves: trace.start.text, search: trace.step, moment: at + 1 };
  }

  #settle() {
    clearTimeout(this.#settling);
    if (!this.#isPart) replaceQuery(this.#query);
  }
}

customElements.define("c4-explorer", Explorer);
