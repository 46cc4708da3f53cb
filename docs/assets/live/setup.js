// Setting up a position stone by stone, in place of the board. What is wrong with it is said at once.

import { outcome, picture } from "./board.js";
import { CellButtons, nameCell, READING_ORDER, say, statusLine } from "./controls.js";
import { button, controls, element } from "./dom.js";
import { capitalize } from "./format.js";
import { readPosition } from "./notation.js";
import { InvalidMoves, LETTERS } from "./rules.js";

/** A button that opens the setup of a record's position, in place of the board that shows it. */
export class SetUp {
  #record;
  #board;
  #owners; // of the cells
  #cells = new CellButtons("Cells: a press changes the stone, arrow keys move", (cell) => this.#change(cell));
  #drawn = element("div", { "aria-hidden": "true" }); // the cells' names say it
  #done = button("Done", () => this.#take());
  #status = statusLine();
  #said = element("p", { class: "unseen", role: "status" });
  #element;
  button = button("Set up a board", () => this.#open());

  constructor(record, board) {
    [this.#record, this.#board] = [record, board];
    const buttons = controls(
      this.#done,
      button("Swap colours", () => {
        this.#owners = this.#owners.map((owner) => owner && 3 - owner);
        this.#show();
        this.#said.textContent = "The colours are swapped.";
      }),
      button("Cancel", () => this.#close()),
    );
    const drawn = element("div", { class: "setup-board" }, this.#drawn, this.#cells.element);
    const said = [this.#said, this.#status];
    this.#element = element("figure", { class: "board setup" }, drawn, buttons, ...said);
    this.#element.addEventListener("keydown", this.#onKey);
    record.addEventListener("change", () => this.#close());
  }

  #open() {
    this.#owners = [...this.#record.game.cells];
    this.#board.replaceWith(this.#element);
    this.#hideOthers(true);
    this.#cells.focus();
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
    this.#cells.focus(cell);
    this.#show();
    this.#said.textContent = nameCell(cell, this.#owners[cell]);
  }

  #show() {
    this.#drawn.replaceChildren(picture(this.#owners, ""));
    this.#cells.name((cell) => nameCell(cell, this.#owners[cell]));
    const { complaint, game } = this.#read();
    say(this.#status, `${complaint ? capitalize(complaint) : outcome(game)}.`);
    this.#done.setAttribute("aria-disabled", String(Boolean(complaint)));
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

  /** Leave; the page has other uses for these keys. */
  #onKey = (event) => {
    if (event.key !== "Escape" && event.key !== "Backspace") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") this.#close();
  };
}
