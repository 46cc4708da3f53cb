// <c4-search-tree moves="4455" search="02">: a recorded search with its whole tree, from its first cutoff on. The root
// is on top; each call has a box, each column left out a stub. The search has a window, and fits a page.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { element, shape } from "./dom.js";
import { count } from "./format.js";
import { SearchView } from "./search-view.js";
import { fetchTrace, markBound, scoreInWords, Trace } from "./trace.js";

const [WIDE, HIGH] = [50, 51]; // a box
const [ACROSS, DOWN] = [55, 79]; // from one box to the next
const LEFT = 14; // for the letter of the player to move
const MARGIN = 2; // for the border of a box
const LINES = [11, 26, 42]; // in a box

class SearchTree extends HTMLElement {
  async connectedCallback() {
    const [moves, step] = ["moves", "search"].map((name) => this.getAttribute(name));
    const view = new SearchView(new Drawing(), Number.POSITIVE_INFINITY);
    try {
      const { searches } = await fetchTrace(moves);
      const search = searches.find((one) => one.step === step);
      this.replaceChildren(view.element);
      view.open(new Trace(moves, search), 0);
      view.goTo(view.nextCutoff);
    } catch (error) {
      this.append(element("p", { class: "complaint", role: "alert" }, error.message));
    }
  }
}

class Drawing {
  element = element("div", { class: "tree" });

  show({ roots: [root] }, moment) {
    const boxes = placeCalls(root, 0);
    const shown = boxes.filter(({ call }) => call.index < moment.made);
    const rows = new Map(boxes.map(({ call, y }) => [y, call.game.letters[0]]));
    const players = [...rows].map(([y, player]) => makeLabel("player", player, LEFT / 2, y + HIGH / 2));
    const branches = shown.flatMap((box) => drawBranches(box, moment));
    const parts = [...branches, ...shown.map((box) => drawBox(box, moment))];
    const size = `${LEFT + ACROSS * boxes[0].right} ${Math.max(...rows.keys()) + HIGH + MARGIN}`;
    const said = { role: "img", "aria-label": describeTree(root, moment) };
    this.element.replaceChildren(shape("svg", { viewBox: `0 0 ${size}`, ...said }, ...players, ...parts));
  }
}

/** Return where a call and all below it are, from `left` on, and where the next may begin, counted in boxes. */
function placeCalls(call, left) {
  const below = [];
  const ends = new Map(); // of the branches, by column
  let right = left;
  for (const child of call.children) {
    const [box, ...others] = placeCalls(child, right);
    ends.set(child.column, box.x);
    below.push(box, ...others);
    right = box.right;
  }
  for (const column of call.isCut ? call.leftOut : []) {
    ends.set(column, LEFT + ACROSS * (right + 0.25));
    right += 0.5;
  }
  right = Math.max(right, left + 1);
  const place = { x: LEFT + (ACROSS * (left + right)) / 2, y: MARGIN + DOWN * call.ply };
  return [{ call, ends, right, ...place }, ...below];
}

/** Return the lines that go down from a box at a moment. */
function drawBranches({ call, ends, x, y }, moment) {
  const [y1, y2] = [y + HIGH, y + DOWN];
  return moment.slots(call).flatMap(({ state }, column) => {
    if (!ends.has(column) || state === "waiting") return [];
    const end = ends.get(column);
    const line = shape("line", { x1: x, y1, x2: end, y2 });
    const name = makeLabel("column", COLUMN_NAMES[column], (x + 2 * end) / 3, (y1 + 2 * y2) / 3);
    const cut = state === "cut" ? [makeLabel("cut", "cut", end, y2 + LINES[0])] : [];
    return [shape("g", { class: `branch-${state}` }, line, name, ...cut)];
  });
}

/** Return a box: the window as the call's moves have left it, and what has been returned. */
function drawBox({ call, x, y }, moment) {
  const { alpha, beta } = moment.window(call);
  const state = moment.stateOf(call);
  const lines = [`α ${alpha}`, `β ${beta}`, state === "done" ? markBound(call) : ""];
  const texts = lines.map((text, at) => makeLabel(at === 2 ? "value" : "limit", text, x, y + LINES[at]));
  const box = shape("rect", { x: x - WIDE / 2, y, width: WIDE, height: HIGH, rx: 5 });
  return shape("g", { class: `box-${state}${call === moment.call ? " now" : ""}` }, box, ...texts);
}

function makeLabel(kind, text, x, y) {
  return shape("text", { class: kind, x, y }, text);
}

function describeTree(root, moment) {
  const tried = root.children.filter((child) => moment.hasReturnedFrom(child));
  const scores = tried.map(
    (child) => `, ${scoreInWords(child.tried)} for column ${COLUMN_NAMES[child.column]}`,
  );
  return `A tree of ${count(moment.made, "node")}; ${root.game.letters[0]} is to move${scores.join("")}`;
}

customElements.define("c4-search-tree", SearchTree);
