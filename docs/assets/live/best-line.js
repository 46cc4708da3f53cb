// The best line from the position that a board shows, as numbered stones on its cells.

import { button } from "./dom.js";
import { SIZE } from "./kernel.js";
import { describeMarks } from "./marks.js";
import { Solver, Stopped } from "./solver.js";

const STONES = 12; // more would hide the position

/**
 * A toggle and the stones it asks for; `onChange` is called when they change, with what to say if the reader has just asked,
 * `onFail` with the reason if they cannot be found.
 */
export class BestLine {
  #onChange;
  #onFail;
  #solver = new Solver({ size: SIZE });
  #position = null; // a game and its score, once that is known
  stones = []; // the cell and the owner of each
  button = button("Best line", () => this.#toggle(), { "aria-pressed": "false" });

  constructor(onChange, onFail) {
    [this.#onChange, this.#onFail] = [onChange, onFail];
  }

  /** Leave the position for another one. */
  clear() {
    this.#solver.stop();
    [this.#position, this.stones] = [null, []];
  }

  /** Find the line of a position with a score, if it is asked for. */
  async find(game, score) {
    this.#position = { game, score };
    if (await this.#search()) this.#onChange();
  }

  get #isOn() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  async #toggle() {
    this.button.setAttribute("aria-pressed", String(!this.#isOn));
    this.#solver.stop();
    this.stones = [];
    const isFound = await this.#search();
    if (isFound || !this.#isOn) this.#onChange(describeMarks({ line: this.stones }));
  }

  /** Return whether the line was asked for and found. */
  async #search() {
    if (!this.#isOn || !this.#position) return false;
    const { game, score } = this.#position;
    try {
      let after = game;
      for (const column of await this.#solver.playOn(game, score, STONES)) {
        after = after.play(column);
        this.stones.push({ cell: after.last, owner: 3 - after.player });
      }
      return true;
    } catch (error) {
      if (error instanceof Stopped) return false;
      this.button.setAttribute("aria-pressed", "false"); // another press tries again
      this.#onFail(error.message);
      return false;
    }
  }
}
