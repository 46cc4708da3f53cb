// The moves of a game as a row of buttons, which Left and Right go along.

import { button, controlGroup, shape } from "./dom.js";
import { hearArrows } from "./keys.js";
import { LETTERS } from "./rules.js";

/** The list of a board; `onGo` gets after how many moves to show it. */
export class Moves {
  #onGo;
  #first = 0; // of the numbers that can be gone to
  #at = 0;
  #buttons = [];
  element = controlGroup("Moves");

  constructor(onGo) {
    this.#onGo = onGo;
    this.element.classList.add("moves-list");
    hearArrows(this.element, (step) => this.#buttons[this.#at + step - this.#first]?.click());
  }

  /** Show the columns of a game, those from `first` on, after that many moves; some with a mark. */
  show(columns, at, { marks = [], first = 0 } = {}) {
    const hadFocus = this.element.contains(document.activeElement);
    [this.#at, this.#first] = [at, first];
    this.#buttons = columns.slice(first).map((column, index) => {
      const number = first + index + 1;
      const mark = marks[number - 1] ?? "";
      const text = `${number} ${LETTERS[2 - (number % 2)]}${column + 1}${mark}`;
      return button(text, () => this.#onGo(number), { class: mark && "marked" });
    });
    this.#buttons.unshift(startButton(() => this.#onGo(first)));
    this.#buttons[at - first].setAttribute("aria-current", "true");
    this.element.replaceChildren(...this.#buttons);
    if (hadFocus) this.#buttons[at - first].focus();
  }
}

/** Return the button that goes back to the beginning: it is drawn, as many fonts have no such sign, and a word would suggest a new game. */
function startButton(onclick) {
  const sign = shape("path", { d: "M3 2v12M13 2 5 8l8 6z" });
  const start = button("", onclick, { "aria-label": "To the beginning", title: "To the beginning" });
  start.append(shape("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, sign));
  return start;
}
