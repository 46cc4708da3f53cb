// Setting up a position stone by stone, in place of the board. What is wrong with it is said at once.

import { HEIGHT } from "../wasm/kernels.js";
import { outcome, picture } from "./board.js";
import { say, statusLine } from "./controls.js";
import { button, controlGroup, controls, element } from "./dom.js";
import { capitalize } from "./format.js";
import { nameCells } from "./marks.js";
import { readPosition } from "./notation.js";
import { CELLS, COLUMNS, InvalidMoves, LETTERS } from "./rules.js";

const FROM_TOP = [...Array(HEIGHT).keys()].toReversed();
const READING_ORDER = FROM_TOP.flatMap((row) => COLUMNS.map((column) => column * HEIGHT + row));
const STEPS = { ArrowLeft: -HEIGHT, ArrowRight: HEIGHT, ArrowUp: 1, ArrowDown: -1 };

/** A button that opens the setup of a record's position, in place of the board that shows it. */
export class SetUp {
  #record;
  #board;
  #owners; // of the cells
  #cells = Array.from({ length: CELLS }, (_, cell) => button("", () => this.#change(cell)));
  #drawn = element("div", { "aria-hidden": "true" }); // the cells' names say it
  #done = button("Done", () => this.#take());
  #status = statusLine();
  #said = element("p", { class: "unseen", role: "status" });
  #element;
  button = button("Set up a board", () => this.#open());

  constructor(record, board) {
    [this.#record, this.#board] = [record, board];
    const cells = READING_ORDER.map((cell) => this.#cells[cell]);
    const group = controlGroup("Cells: a press changes the stone, arrow keys move", ...cells);
    group.className = "setup-cells";
    const buttons = controls(
      this.#done,
      button("Swap colours", () => {
        this.#owners = this.#owners.map((owner) => owner && 3 - owner);
        this.#show();
        this.#said.textContent = "The colours are swapped.";
      }),
      button("Cancel", () => this.#close()),
    );
    const drawn = element("div", { class: "setup-board" }, this.#drawn, group);
    const said = [this.#said, this.#status];
    this.#element = element("figure", { class: "board setup" }, drawn, buttons, ...said);
    this.#element.addEventListener("keydown", this.#onKey);
    record.addEventListener("change", () => this.#close());
  }

  #open() {
    this.#owners = [...this.#record.game.cells];
    this.#board.replaceWith(this.#element);
    this.#hideOthers(true);
    this.#focus(READING_ORDER.at(-COLUMNS.length));
    this.#show();
  }

  #close() {
    if (!this.#element.isConnected) return;
    const hadFocus = this.#element.contains(document.activeElement);
    this.#hideOthers(false);
    this.#element.replaceWith(this.#board);
    if (hadFocus) this.button.focus();
  }

  /** Hide what goes on with the record, which is not what is set up, or show it again. */
  #hideOthers(areHidden) {
    const others = [...this.#element.parentElement.children].filter((each) => each !== this.#element);
    for (const each of others) each.style.visibility = areHidden ? "hidden" : "";
  }

  /** Put X into an empty cell, O in place of X, and nothing in place of O. */
  #change(cell) {
    this.#owners[cell] = (this.#owners[cell] + 1) % LETTERS.length;
    this.#focus(cell);
    this.#show();
    this.#said.textContent = this.#name(cell);
  }

  #show() {
    this.#drawn.replaceChildren(picture(this.#owners, ""));
    for (const [cell, each] of this.#cells.entries()) each.setAttribute("aria-label", this.#name(cell));
    const { complaint, game } = this.#read();
    say(this.#status, `${complaint ? capitalize(complaint) : outcome(game)}.`);
    this.#done.setAttribute("aria-disabled", String(Boolean(complaint)));
  }

  #name(cell) {
    return `${capitalize(nameCells([cell]))}: ${this.#owners[cell] ? LETTERS[this.#owners[cell]] : "empty"}`;
  }

  /** Return the game that leads to the stones, or why there is none. */
  #read() {
    try {
      return { game: readPosition(READING_ORDER.map((cell) => LETTERS[this.#owners[cell]]).join("")) };
    } catch (error) {
      if (!(error instanceof InvalidMoves)) throw error;
      return { complaint: error.message };
    }
  }

  /** Show the position on the board if it can be played; the one that was there keeps its moves. */
  #take() {
    const { game } = this.#read();
    if (!game) return;
    const isSame = this.#record.game.cells.every((owner, cell) => owner === this.#owners[cell]);
    if (isSame) this.#close();
    else this.#record.go(game.text);
  }

  #focus(cell) {
    for (const [at, each] of this.#cells.entries()) each.tabIndex = at === cell ? 0 : -1;
    this.#cells[cell].focus();
  }

  /** Go along the cells, or leave; the page has other uses for these keys. */
  #onKey = (event) => {
    const cell = this.#cells.indexOf(event.target);
    const isMove = event.key in STEPS && cell >= 0;
    if (!isMove && event.key !== "Escape" && event.key !== "Backspace") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") this.#close();
    if (isMove) this.#go(cell, cell + STEPS[event.key]);
  };

  #go(from, to) {
    const isInColumn = Math.floor(from / HEIGHT) === Math.floor(to / HEIGHT);
    const isAcross = Math.abs(to - from) === HEIGHT;
    if (this.#cells[to] && (isInColumn || isAcross)) this.#focus(to);
  }
}
