// A game with what was taken back, in step with the address of the page: ?moves=4455. A board may come as ?pos= instead.
// Each entry of the browser's history keeps what was taken back there.

import { hearQuery, pushQuery } from "./address.js";
import { capitalize } from "./format.js";
import { readPosition } from "./notation.js";
import { Game } from "./rules.js";

/** Reports every change by the event "change". */
export class Record extends EventTarget {
  constructor(text = "") {
    super();
    this.game = Game.parse(text);
    this.line = this.game.columns; // and after them those taken back
  }

  get canUndo() {
    return this.game.moves > 0;
  }

  get canRedo() {
    return this.game.moves < this.line.length;
  }

  play(column) {
    const game = this.game.play(column);
    if (this.line[this.game.moves] !== column) this.line = game.columns;
    this.#change(game);
  }

  undo() {
    if (this.canUndo) this.goTo(this.game.moves - 1);
  }

  redo() {
    if (this.canRedo) this.goTo(this.game.moves + 1);
  }

  goTo(moves) {
    this.#change(new Game(this.line.slice(0, moves)));
  }

  /**
   * Go to the game of moves or a board, as people write them, and keep a line that begins so, to play again; throw
   * InvalidMoves if there is no such game.
   */
  go(text, line = []) {
    const game = readPosition(text);
    this.line = game.columns.every((column, at) => column === line[at]) ? line : game.columns;
    this.#change(game);
  }

  #change(game) {
    this.game = game;
    this.dispatchEvent(new Event("change"));
  }
}

/** Say what is wrong with the moves of an address, and how many are right. */
export function describeMoveFault({ message }, { moves }) {
  if (!moves) return `${capitalize(message)}.`;
  return `${capitalize(message)}. ${moves === 1 ? "The first move is" : `The first ${moves} moves are`} shown.`;
}

/** Return a record that starts from the page's address, or else from `text`, and keeps it up to date. */
export function recordInAddress(text, onInvalid) {
  const record = new Record(text);
  let isRestoring = false;
  const restore = () => {
    isRestoring = true;
    const query = new URLSearchParams(location.search);
    const moves = query.get("moves");
    try {
      record.go(moves ?? query.get("pos") ?? text, history.state?.line);
    } catch (error) {
      const start = Game.parseStart(moves ?? "");
      record.go(start.moves ? start.text : text);
      onInvalid(describeMoveFault(error, start));
    }
    isRestoring = false;
  };
  record.addEventListener("change", () => {
    if (isRestoring) return;
    pushQuery({ moves: record.game.text, pos: null, why: null }, { line: record.line });
  });
  hearQuery(restore);
  queueMicrotask(restore);
  return record;
}
