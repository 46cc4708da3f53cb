// <c4-stages moves="4455">: a search from a position as a drawn tree, and what happens in it, shown one by one.
//
// A part of the drawing is a node or a branch left out; data-part has the moves that lead there. A <li> has
// data-changes: the state of each part that changes then, the current one first, and the texts inside it.
// Without this script the page has the whole list, and the drawing as it is in the end.

import { HEIGHT } from "../wasm/kernels.js";
import { board } from "./board.js";
import { statusLine } from "./controls.js";
import { element } from "./dom.js";
import { Playback } from "./playback.js";
import { Game } from "./rules.js";

class Stages extends HTMLElement {
  #stages;
  #parts;
  #playback = new Playback((at) => this.#show(at));
  #counter = element("p", { class: "counter" });
  #status = statusLine();
  #board = board(() => {});

  connectedCallback() {
    if (this.#stages) return;
    this.#stages = [...this.querySelectorAll(".stages > li")].map((item) => ({
      words: item.textContent,
      changes: Object.entries(JSON.parse(item.dataset.changes)),
    }));
    this.#parts = new Map([...this.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.#board.toggleAttribute("disabled", true);
    const buttons = element("div", { class: "controls" }, ...this.#playback.buttons);
    const steering = element("div", {}, buttons, this.#playback.slider, this.#counter, this.#status);
    this.querySelector(".stages-head").replaceChildren(this.#board, steering);
    this.#show(0);
  }

  disconnectedCallback() {
    this.#playback.stop();
  }

  #show(at) {
    const { words, changes } = this.#stages[at];
    for (const part of this.#parts.values()) part.setAttribute("class", "waiting");
    for (const stage of this.#stages.slice(0, at + 1)) {
      for (const [name, [state, ...texts]] of stage.changes) fill(this.#parts.get(name), state, texts);
    }
    this.#counter.textContent = `Stage ${at + 1} of ${this.#stages.length}`;
    this.#status.textContent = words;
    this.#playback.show(at, this.#stages.length - 1);
    const [[current]] = changes;
    this.#board.show(Game.parse(current), [], stonesAfter(this.getAttribute("moves"), current));
    this.#parts.get(current).classList.add("now");
    this.#scrollTo(this.#parts.get(current));
  }

  /** Bring a node to the middle of a drawing that is wider than the screen. */
  #scrollTo(part) {
    const tree = this.querySelector(".search-tree");
    const [inner, outer] = [part, tree].map((each) => each.getBoundingClientRect());
    tree.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }
}

customElements.define("c4-stages", Stages);

function fill(part, state, texts) {
  part.setAttribute("class", state);
  part.querySelectorAll("rect ~ text").forEach((text, place) => {
    text.textContent = texts[place];
  });
}

/** Return the cells of the stones that were played after a start. */
function stonesAfter(start, moves) {
  return [...moves.slice(start.length)].map((name, at) => {
    const before = Game.parse(moves.slice(0, start.length + at));
    return (name - 1) * HEIGHT + before.heights[name - 1];
  });
}
