// The moves of a game as a row of buttons, which Left and Right go along.

import { button, controlGroup } from "./dom.js";
import { hearArrows } from "./keys.js";
import { letterOf } from "./match.js";

/** The list of a board; `onGo` is told after how many moves to show it. */
export class Moves {
  #onGo;
  #first = 0; // of the numbers that can be gone to
  #at = 0;
  #buttons = [];
  element = controlGroup("Moves");

  constructor(board, onGo) {
    this.#onGo = onGo;
    this.element.classList.add("moves-list");
    hearArrows(board, (step) => this.#buttons[this.#at + step - this.#first]?.click());
  }

  /** Show the columns of a game, those from `first` on, after so many moves; some with a mark. */
  show(columns, at, { marks = [], first = 0 } = {}) {
    const hadFocus = this.element.contains(document.activeElement);
    [this.#at, this.#first] = [at, first];
    this.#buttons = columns.slice(first).map((column, index) => {
      const number = first + index + 1;
      const mark = marks[number - 1] ?? "";
      const text = `${number} ${letterOf(number - 1)}${column + 1}${mark}`;
      return button(text, () => this.#onGo(number), { class: mark && "marked" });
    });
    this.#buttons.unshift(button("Start", () => this.#onGo(first)));
    this.#buttons[at - first].setAttribute("aria-current", "true");
    this.element.replaceChildren(...this.#buttons);
    if (hadFocus) this.#buttons[at - first].focus();
  }
}
