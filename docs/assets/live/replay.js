// A recorded search, moment by moment: its tree, the board and the window of the current node, and what happens in words.

import { axis, axisCaption } from "./axis.js";
import { board } from "./board.js";
import { statusLine } from "./controls.js";
import { button, controls, element } from "./dom.js";
import { hearArrows } from "./keys.js";
import { Playback } from "./playback.js";
import { tell } from "./tell.js";
import { count } from "./words.js";

/** The view of a search within that many plies of its start; `onMove` is called when the reader moves in it. */
export class Replay {
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
    const node = element("div", { class: "replay-board" }, this.#board, this.#window);
    const parts = [node, buttons, this.#playback.slider, this.#counter, this.#status, tree.element];
    this.element = element("div", { class: "replay", style: "visibility: hidden" }, ...parts);
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
    const nodes = `${count(moment.made, "node")} of ${this.trace.total} so far`;
    this.#counter.textContent = `Moment ${at + 1} of ${last + 1}; ${nodes}`;
    this.#status.textContent = tell(moment, this.#plies);
    this.#tree.show(this.trace, moment);
    const stones = call.path.slice(1).map(({ game }) => game.last);
    this.#board.show(call.game, [], stones);
    this.#window.replaceChildren(axis(moment), element("p", {}, axisCaption(moment)));
  }
}
