// A recorded search, moment by moment: its tree, the board and the window of the current node, and what happens in words.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { board } from "./board.js";
import { statusLine, ways } from "./controls.js";
import { button, controls, element, hearArrows, shape } from "./dom.js";
import { count } from "./format.js";
import { Playback } from "./playback.js";
import { winScore } from "./rules.js";
import { scoreInWords, tell, viewOf, windowInWords } from "./trace.js";

const UNIT = 20; // between two scores
const MARGIN = 2 * UNIT; // for what is written at the ends
const LINE = 34; // where the axis is, from the top
const BELOW = 28;
const GAP = 4; // between alpha and beta, which may both be beyond one end

/** The view of a search within that many plies of its start; `onMove` is called when the reader moves in it. */
export class SearchView {
  #tree;
  #plies;
  #onMove;
  #playback = new Playback((at) => this.#show(at));
  #cutoff = button("Next cutoff", () => this.goTo(this.nextCutoff));
  #counter = element("p", { class: "counter" });
  #status = statusLine();
  #board = board(() => {});
  #window = element("div");

  constructor(tree, plies, onMove = () => {}) {
    [this.#tree, this.#plies, this.#onMove] = [tree, plies, onMove];
    this.#board.toggleAttribute("disabled", true);
    const buttons = controls(...this.#playback.buttons, this.#cutoff);
    const node = element("div", { class: "search-view-board" }, this.#board, this.#window);
    const said = [this.#counter, this.#status, ways(this.#board)];
    const parts = [node, buttons, this.#playback.slider, ...said, tree.element];
    this.element = element("div", { class: "search-view", style: "visibility: hidden" }, ...parts);
    hearArrows(node, (step) => this.goTo(this.at + step));
  }

  /** Show a search at a moment, or at its last one if there are fewer. */
  open(trace, at) {
    this.stop();
    this.trace = trace;
    this.element.style.visibility = "visible"; // before, its buttons had no names
    this.moments = trace.moments(this.#plies);
    this.#draw(Math.min(at, this.moments.length - 1));
  }

  goTo(at) {
    this.stop();
    if (this.moments[at]) this.#show(at);
  }

  stop() {
    this.#playback.stop();
  }

  get nextCutoff() {
    return this.moments.findIndex((moment, at) => at > this.at && moment.isCutoff);
  }

  returnOf(call) {
    return this.moments.findIndex((moment) => moment.call === call && moment.hasReturned);
  }

  #show(at) {
    this.#draw(at);
    this.#onMove();
  }

  #draw(at) {
    this.at = at;
    const moment = this.moments[at];
    const { call } = moment;
    const last = this.moments.length - 1;
    this.#playback.show(at, last);
    this.#cutoff.setAttribute("aria-disabled", String(this.nextCutoff < 0));
    const total = this.trace.calls.length.toLocaleString("en");
    const nodes = `${count(moment.made, "node")} of ${total} so far`;
    this.#counter.textContent = `Moment ${at + 1} of ${last + 1}; ${nodes}`;
    this.#status.textContent = tell(moment, this.#plies);
    this.#tree.show(this.trace, moment);
    const stones = call.path.slice(1).map(({ game }) => game.last);
    this.#board.show(call.game, [], stones);
    const view = viewOf(moment);
    const did = view === call ? "is to move" : `tried column ${COLUMN_NAMES[view.column]}`;
    const whose = `Scores for ${view.game.letters[0]}, who ${did}. ${windowInWords(view)}`;
    this.#window.replaceChildren(axis(view, moment), element("p", {}, whose));
  }
}

/** Return a drawing of a window, and of the score once that has come back. */
function axis(view, { hasReturned }) {
  const limit = winScore(view.trace.start.moves) + 1; // no score below goes further, windows may
  const x = (score) => MARGIN + UNIT * (limit + Math.max(-limit, Math.min(limit, score)));
  const diamond = `M${x(view.score)} ${LINE - 8} l8 8 l-8 8 l-8 -8 z`;
  const scores = Array.from({ length: 2 * limit - 1 }, (_, at) => at - limit + 1);
  const said = `${windowInWords(view)}${hasReturned ? ` Returned: ${scoreInWords(view)}.` : ""}`;
  return shape(
    "svg",
    { class: "axis", viewBox: `0 0 ${x(limit) + MARGIN} ${LINE + BELOW}`, role: "img", "aria-label": said },
    shape("line", { class: "axis-line", x1: x(-limit), x2: x(limit), y1: LINE, y2: LINE }),
    ...scores.map((score) => tick(x(score), score)),
    ...(view.trace.hasWindows ? interval(view, x, limit) : []),
    ...(hasReturned ? [shape("path", { class: "axis-score", d: diamond })] : []),
  );
}

function tick(x, score) {
  const line = shape("line", { class: "axis-line", x1: x, x2: x, y1: LINE - 3, y2: LINE + 3 });
  return shape("g", {}, line, shape("text", { x, y: LINE + 18 }, String(score)));
}

/** Return the stretch between alpha and beta, open where it goes beyond the axis. */
function interval({ alpha, beta }, x, limit) {
  const end = (at) => shape("line", { class: "axis-end", x1: at, x2: at, y1: LINE - 10, y2: LINE + 10 });
  const [from, to] = [x(alpha), x(beta)];
  return [
    shape("rect", { class: "axis-window", x: from, y: LINE - 6, width: to - from, height: 12 }),
    ...[alpha, beta].filter((score) => Math.abs(score) < limit).map((score) => end(x(score))),
    shape("text", { class: "axis-alpha", x: from - GAP, y: LINE - 18 }, `α ${alpha}`),
    shape("text", { class: "axis-beta", x: to + GAP, y: LINE - 18 }, `β ${beta}`),
  ];
}
