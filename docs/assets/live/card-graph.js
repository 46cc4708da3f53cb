// All cards as dots, by the stones on their boards, and lines from one card to those that come next.

import { ones } from "./bits.js";
import { shape } from "./dom.js";

const [APART, RADIUS] = [11, 4]; // between dots, and of one
const [ACROSS, LEFT, GAP] = [28, 62, 5]; // dots in a line; room for what a row says, and between rows

export class CardGraph {
  #onOpen;
  #dots = []; // by the number of the card
  #places = [];
  #lines = shape("g", { class: "card-links" });
  element;

  /** A dot that is pressed calls a function with its card's number. */
  constructor(deck, onOpen) {
    this.#onOpen = onOpen;
    const rows = Map.groupBy(deck.keys(), (number) => ones(deck[number].mask).length);
    const drawn = [];
    let y = APART;
    for (const [stones, numbers] of [...rows].sort(([one], [other]) => one - other)) {
      drawn.push(shape("text", { x: LEFT - 10, y: y + 3 }, `${stones}: ${numbers.length}`));
      for (const [at, number] of numbers.entries()) {
        this.#place(number, LEFT + APART * (at % ACROSS), y + APART * Math.floor(at / ACROSS));
      }
      y += APART * Math.ceil(numbers.length / ACROSS) + GAP;
    }
    const label = `${deck.length} cards. ${[...rows].map(([stones, { length }]) => `${stones} stones: ${length}`).join(", ")}`;
    this.element = shape(
      "svg",
      { class: "card-graph", viewBox: `0 0 ${LEFT + ACROSS * APART} ${y}`, role: "img", "aria-label": label },
      this.#lines,
      ...drawn,
      shape("g", { onclick: ({ target }) => this.#open(target) }, ...this.#dots),
    );
  }

  /** Highlight a card, or -1 for none, and those that come next. */
  light(number, next) {
    this.#dots.forEach((dot, at) => {
      dot.classList.toggle("current", at === number);
      dot.classList.toggle("next", next.includes(at));
    });
    const lines = next.map((other) => {
      const [[x1, y1], [x2, y2]] = [this.#places[number], this.#places[other]];
      return shape("line", { x1, y1, x2, y2 });
    });
    this.#lines.replaceChildren(...lines);
  }

  /** Forget what has been proven. */
  clear() {
    for (const dot of this.#dots) dot.classList.remove("proven", "failed");
  }

  /** Note that a card holds, or fails. */
  note(number, isProven) {
    this.#dots[number].classList.add(isProven ? "proven" : "failed");
  }

  #place(number, cx, cy) {
    this.#places[number] = [cx, cy];
    this.#dots[number] = shape("circle", { class: "card-dot", cx, cy, r: RADIUS });
  }

  #open(dot) {
    const number = this.#dots.indexOf(dot);
    if (number >= 0) this.#onOpen(number);
  }
}
