// A game with what was taken back, in step with the address of the page: ?moves=4455. A board may come as ?pos= instead.

import { readPosition } from "./notation.js";
import { Game } from "./rules.js";

/** Tells `onChange` of every change. */
export class Record extends EventTarget {
  #future = []; // columns taken back, the next one last

  constructor(text = "") {
    super();
    this.game = Game.parse(text);
  }

  get canUndo() {
    return this.game.moves > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  play(column) {
    if (this.#future.at(-1) === column) this.#future.pop();
    else this.#future = [];
    this.#change(this.game.play(column));
  }

  undo() {
    if (!this.canUndo) return;
    this.#future.push(this.game.columns.at(-1));
    this.#change(new Game(this.game.columns.slice(0, -1)));
  }

  redo() {
    if (this.canRedo) this.#change(this.game.play(this.#future.pop()));
  }

  /** Go to the game of moves or a board, as people write them; throw InvalidMoves if there is none. */
  go(text) {
    const game = readPosition(text);
    this.#future = [];
    this.#change(game);
  }

  #change(game) {
    this.game = game;
    this.dispatchEvent(new Event("change"));
  }
}

/** Return a record that starts from the page's address, or else from `text`, and keeps it up to date. */
export function recordInAddress(text, onInvalid) {
  const record = new Record(text);
  let isRestoring = false;
  const restore = () => {
    isRestoring = true;
    try {
      const query = new URLSearchParams(location.search);
      record.go(query.get("moves") ?? query.get("pos") ?? text);
    } catch (error) {
      onInvalid(error.message);
    }
    isRestoring = false;
  };
  record.addEventListener("change", () => {
    if (isRestoring) return;
    const address = new URL(location.href);
    address.searchParams.set("moves", record.game.text);
    address.searchParams.delete("pos");
    history.pushState(null, "", address);
  });
  addEventListener("popstate", restore);
  queueMicrotask(restore);
  return record;
}
