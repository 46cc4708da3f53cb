// <c4-explorer moves="4455" search="02">: the recorded searches of a few positions, moment by moment. With these
// attributes it begins with that search; without, the page's address names it, and follows.

import { HEIGHT } from "../wasm/kernels.js";
import { axis, axisCaption } from "./axis.js";
import { board } from "./board.js";
import { Choices } from "./choices.js";
import { statusLine } from "./controls.js";
import { element } from "./dom.js";
import { readQuery, withQuery } from "./explored.js";
import { fetched } from "./fetched.js";
import { latest } from "./latest.js";
import { Playback } from "./playback.js";
import { tell, windowInWords } from "./tell.js";
import { count } from "./words.js";
import { Trace } from "./trace.js";
import { Tree } from "./tree.js";

const TRACES = new URL("../traces/", import.meta.url);
const PLIES = 4; // how deep the tree is shown
const SETTLED = 400; // milliseconds until the address follows; browsers refuse to change it all the time
const LEGEND =
  "Each box shows its column, when it was tried, what the move is worth to the player who makes it, with ≥ or ≤ " +
  "where only a bound is known, and the nodes it took. Press a box to go to the end of its search.";

class Explorer extends HTMLElement {
  #index;
  #searches = new Map(); // of each position seen, by its moves: what the steps did
  #latest = latest();
  #trace;
  #moments;
  #at;
  #settling; // the timer after which the address follows
  #choices;
  #tree = new Tree(PLIES, (call) => this.#goTo(this.#returnOf(call)));
  #playback = new Playback((at) => this.#show(at));
  #cutoff = element("button", { type: "button", onclick: () => this.#goTo(this.#nextCutoff) }, "Next cutoff");
  #counter = element("p", { class: "counter" });
  #status = statusLine();
  #board = board(() => {});
  #window = element("div");
  #hidden = element("p");
  #complaint = element("p", { class: "complaint", role: "alert" });

  async connectedCallback() {
    try {
      if (!this.#choices) await this.#begin();
      if (!this.#isPart) addEventListener("popstate", this.#restore);
    } catch (error) {
      this.replaceChildren(this.#complaint);
      this.#complaint.textContent = error.message;
    }
  }

  disconnectedCallback() {
    removeEventListener("popstate", this.#restore);
    this.#playback.stop();
  }

  /** Whether this is a part of a page about something else, whose address says nothing of it. */
  get #isPart() {
    return this.hasAttribute("moves");
  }

  get #asked() {
    if (!this.#isPart) return new URLSearchParams(location.search);
    return new URLSearchParams(["moves", "search"].map((name) => [name, this.getAttribute(name)]));
  }

  async #begin() {
    this.#index = await recorded("index.json");
    this.#choices = new Choices(this.#index, (moves, step) => this.#choose(moves, step));
    this.#build();
    await this.#restore();
  }

  #build() {
    this.#board.toggleAttribute("disabled", true);
    const buttons = element("div", { class: "controls" }, ...this.#playback.buttons, this.#cutoff);
    const node = element("div", { class: "node" }, this.#board, this.#window);
    const view = element("div", { class: "explored" }, this.#tree.element, node);
    const controls = [this.#choices.element, this.#complaint, buttons, this.#playback.slider, this.#counter];
    this.replaceChildren(...controls, this.#status, view, element("p", {}, LEGEND), this.#hidden);
  }

  /** Show what the address names, or say why that cannot be shown. */
  #restore = async () => {
    clearTimeout(this.#settling);
    this.#playback.stop();
    try {
      await this.#open(readQuery(this.#asked, this.#index));
    } catch (error) {
      if (!this.#trace) await this.#open(readQuery(new URLSearchParams(), this.#index));
      this.#complaint.textContent = error.message;
    }
  };

  /** Show another search; of the same position, with the call that was shown if it comes to that. */
  async #choose(moves, step) {
    this.#playback.stop();
    this.#settle();
    const { call } = this.#moments[this.#at];
    const columns = call.path.slice(1).map((each) => each.column);
    const isSame = moves === this.#trace.start.text && this.#at > 0;
    try {
      await this.#open({ moves, step, at: 0 });
      if (isSame) this.#show(this.#returnOf(this.#trace.follow(columns)));
      if (!this.#isPart) history.pushState(null, "", this.#address);
    } catch (error) {
      this.#choices.show(this.#trace.start.text, this.#trace.step);
      this.#complaint.textContent = error.message;
    }
  }

  /** Show a search; if another one is asked for meanwhile, what waits for this one waits forever. */
  async #open({ moves, step, at }) {
    const searches = await this.#latest(this.#searchesOf(moves));
    this.#complaint.textContent = "";
    const search = searches.find((each) => each.step === step);
    this.#trace = new Trace(moves, search);
    this.#moments = this.#trace.moments(PLIES);
    this.#choices.show(moves, step);
    const shown = this.#moments.length / 2;
    this.#hidden.textContent = `The tree shows the nodes at most ${PLIES} plies from the start: ${shown} of ${this.#total}.`;
    this.#draw(Math.min(at, this.#moments.length - 1));
  }

  async #searchesOf(moves) {
    if (!this.#searches.has(moves)) this.#searches.set(moves, (await recorded(`${moves}.json`)).searches);
    return this.#searches.get(moves);
  }

  #show(at) {
    this.#draw(at);
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), SETTLED);
  }

  #goTo(at) {
    this.#playback.stop();
    this.#show(at);
  }

  #draw(at) {
    this.#at = at;
    const moment = this.#moments[at];
    const { call } = moment;
    const last = this.#moments.length - 1;
    this.#playback.show(at, last);
    this.#cutoff.disabled = this.#nextCutoff < 0;
    const nodes = `${count(moment.made, "node")} of ${this.#total} so far`;
    this.#counter.textContent = `Moment ${at + 1} of ${last + 1}; ${nodes}`;
    this.#status.textContent = tell(moment, PLIES);
    this.#tree.show(this.#trace, moment);
    this.#board.show(call.game, [], call.path.slice(1).map(stoneOf));
    const words = element("p", {}, `${axisCaption(call)} ${windowInWords(call)}`);
    this.#window.replaceChildren(axis(moment), words);
  }

  get #total() {
    return this.#trace.calls.length.toLocaleString("en");
  }

  get #nextCutoff() {
    return this.#moments.findIndex((moment, at) => at > this.#at && moment.isCutoff);
  }

  #returnOf(call) {
    return this.#moments.findIndex((moment) => moment.call === call && moment.hasReturned);
  }

  get #address() {
    const { start, step } = this.#trace;
    return withQuery(location.href, { moves: start.text, step, at: this.#at });
  }

  /** Let the address follow. */
  #settle() {
    clearTimeout(this.#settling);
    if (!this.#isPart) history.replaceState(null, "", this.#address);
  }
}

customElements.define("c4-explorer", Explorer);

async function recorded(name) {
  return (await fetched(new URL(name, TRACES))).json();
}

/** Return the cell of the stone that led to a call. */
function stoneOf({ column, parent }) {
  return column * HEIGHT + parent.game.heights[column];
}
