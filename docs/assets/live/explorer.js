// <c4-explorer moves="4455" search="02">: the recorded searches of a few positions, moment by moment. With these
// attributes it begins with that search; without, the page's address names it, and follows.

import { STEPS } from "../wasm/kernels.js";
import { hearQuery, pushAddress, replaceAddress } from "./address.js";
import { complaintLine } from "./controls.js";
import { controls, element } from "./dom.js";
import { readQuery, withQuery } from "./explored.js";
import { latest } from "./latest.js";
import { Replay } from "./replay.js";
import { Game } from "./rules.js";
import { letters } from "./tell.js";
import { fetchRecord, Trace } from "./trace.js";
import { Tree } from "./tree.js";
import { count } from "./words.js";

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
    this.#position = element("select", { onchange }, ...positions.map((each) => option(each, steps[0])));
    this.#search = element(
      "select",
      { onchange },
      ...steps.map((step) => element("option", { value: step })),
    );
    const labelled = (name, select) => element("label", {}, `${name} `, select);
    this.element = controls(labelled("Position", this.#position), labelled("Search", this.#search));
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

function option({ moves, nodes }, first) {
  const game = Game.parse(moves);
  const most = `${count(nodes[0], "node")} in step ${first}`;
  const what = `${game.moves} stones, ${letters(game)[0]} to move: ${most}`;
  return element("option", { value: moves }, what);
}

class Explorer extends HTMLElement {
  #index;
  #searches = new Map(); // of each position seen, by its moves: what the steps did
  #latest = latest();
  #settling; // the timer after which the address follows
  #choices;
  #tree = new Tree(PLIES, (call) => this.#replay.goTo(this.#replay.returnOf(call)));
  #replay = new Replay(this.#tree, PLIES, () => this.#settleSoon());
  #hidden = element("p");
  #complaint = complaintLine();

  async connectedCallback() {
    try {
      await this.#begin();
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

  async #begin() {
    this.#index = await fetchRecord("index");
    this.#choices = new Choices(this.#index, (moves, step) => this.#choose(moves, step));
    const shown = [this.#choices.element, this.#complaint, this.#replay.element];
    this.replaceChildren(...shown, element("p", {}, LEGEND), this.#hidden);
    this.#replay.element.addEventListener("click", ({ target }) => target.closest("a") && this.#settle());
    await this.#restore();
  }

  /** Show what the address names, or say why that cannot be shown. */
  #restore = async () => {
    clearTimeout(this.#settling);
    this.#replay.stop();
    try {
      await this.#open(readQuery(this.#asked, this.#index));
    } catch (error) {
      if (!this.#replay.trace) await this.#open(readQuery(new URLSearchParams(), this.#index));
      this.#complaint.textContent = error.message;
    }
  };

  /** Show another search; of the same position, with the call that was shown if it comes to that. */
  async #choose(moves, step) {
    this.#replay.stop();
    this.#settle();
    const { moments, trace, at } = this.#replay;
    const columns = moments[at].call.path.slice(1).map((each) => each.column);
    const isSame = moves === trace.start.text && at > 0;
    try {
      await this.#open({ moves, step, at: 0 });
      if (isSame) this.#replay.goTo(this.#replay.returnOf(this.#replay.trace.follow(columns)));
      if (!this.#isPart) pushAddress(this.#address);
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
    this.#replay.open(new Trace(moves, search), at);
    const { moments, trace } = this.#replay;
    this.#hidden.textContent = `The tree shows the nodes at most ${PLIES} plies from the start: ${moments.length / 2} of ${trace.total}.`;
  }

  async #searchesOf(moves) {
    if (!this.#searches.has(moves)) this.#searches.set(moves, (await fetchRecord(moves)).searches);
    return this.#searches.get(moves);
  }

  get #address() {
    const { trace, at } = this.#replay;
    return withQuery(location.href, { moves: trace.start.text, step: trace.step, at });
  }

  #settleSoon() {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), SETTLED);
  }

  /** Let the address follow. */
  #settle() {
    clearTimeout(this.#settling);
    if (!this.#isPart) replaceAddress(this.#address);
  }
}

customElements.define("c4-explorer", Explorer);
