// The cells of a board as buttons over its picture, which arrow keys go along: to set up a board, and to mark cells.

import { HEIGHT } from "../wasm/kernels.js";
import { button, controlGroup } from "./dom.js";
import { capitalize } from "./format.js";
import { nameCells } from "./marks.js";
import { CELLS, COLUMNS, LETTERS } from "./rules.js";

const FROM_TOP = [...Array(HEIGHT).keys()].toReversed();
export const READING_ORDER = FROM_TOP.flatMap((row) => COLUMNS.map((column) => column * HEIGHT + row));
const STEPS = { ArrowLeft: -HEIGHT, ArrowRight: HEIGHT, ArrowUp: 1, ArrowDown: -1 };
const FIRST = READING_ORDER.at(-COLUMNS.length); // that Tab leads to

/** A group of cells; `onPress` gets the one that is pressed, `onKey` the one that has the focus, and the event of another key. */
export class CellButtons {
  #cells;
  element;

  constructor(label, onPress, onKey = (_cell, _event) => {}) {
    this.#cells = Array.from({ length: CELLS }, (_, cell) => button("", () => onPress(cell)));
    this.element = controlGroup(label, ...READING_ORDER.map((cell) => this.#cells[cell]));
    this.element.className = "cell-buttons";
    this.element.addEventListener("keydown", (event) => {
      const cell = this.#cells.indexOf(event.target);
      if (event.key in STEPS) this.#step(cell, event);
      else onKey(cell, event);
    });
    this.#makeReachable(FIRST);
  }

  /** Name the cells, as a function does. */
  name(describe) {
    for (const [cell, each] of this.#cells.entries()) each.setAttribute("aria-label", describe(cell));
  }

  focus(cell = FIRST) {
    this.#makeReachable(cell);
    this.#cells[cell].focus();
  }

  #makeReachable(cell) {
    for (const [at, each] of this.#cells.entries()) each.tabIndex = at === cell ? 0 : -1;
  }

  /** Go along the cells; the page has other uses for these keys. */
  #step(from, event) {
    event.preventDefault();
    event.stopPropagation();
    const to = from + STEPS[event.key];
    const isInColumn = Math.floor(from / HEIGHT) === Math.floor(to / HEIGHT);
    const isAcross = Math.abs(to - from) === HEIGHT;
    if (this.#cells[to] && (isInColumn || isAcross)) this.focus(to);
  }
}

/** Say what is in a cell: "Row 1 of column 4: X". */
export function nameCell(cell, owner) {
  return `${capitalize(nameCells([cell]))}: ${owner ? LETTERS[owner] : "empty"}`;
}
