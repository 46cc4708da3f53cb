// A game and who plays it: people, or levels by their names.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { Game, LETTERS } from "./rules.js";

export const YOU = "you";
export const SIDES = ["x", "o"]; // as the address names them

/** A match up to some move, with the moves taken back; every change gives another match. */
export class Match {
  /**
   * @param {number[]} line the columns of the game, and after them those taken back
   * @param {boolean} isRunning whether levels move when it is their turn; two of them wait to be asked
   */
  constructor(sides, game = new Game(), line = game.columns, isRunning = sides.includes(YOU)) {
    this.sides = sides;
    this.game = game;
    this.line = line;
    this.isRunning = isRunning;
  }

  /** Return the players that an address's query names; throw an Error if one does not exist. */
  static parseSides(query, players, usual) {
    const sides = SIDES.map((side, at) => query.get(side) ?? usual[at]);
    const stranger = sides.find((name) => !players.includes(name));
    if (stranger !== undefined) {
      throw new Error(`there is no player '${stranger}'; the players are ${players.join(", ")}`);
    }
    return sides;
  }

  /** Return a page's address with its players and moves in the query. */
  address(page) {
    const address = new URL(page);
    SIDES.forEach((side, at) => {
      address.searchParams.set(side, this.sides[at]);
    });
    address.searchParams.set("moves", this.game.text);
    address.searchParams.delete("review");
    return address;
  }

  /** Who is to move: YOU or a level; null if the game is over. */
  get mover() {
    return this.game.isOver ? null : this.sides[this.game.player - 1];
  }

  get isLevelsTurn() {
    return this.mover !== YOU && this.mover !== null;
  }

  get isThinking() {
    return this.isLevelsTurn && this.isRunning;
  }

  play(column) {
    return new Match(this.sides, this.game.play(column), undefined, true);
  }

  /** Return the match before the last move of a person, or null if there was none. */
  undo() {
    const moves = this.game.columns.findLastIndex((_, at) => this.#isYours(at));
    return moves < 0 ? null : this.goTo(moves);
  }

  /** Return the match where a person is next to move, or its end; null if nothing was taken back. */
  redo() {
    const { moves } = this.game;
    if (moves === this.line.length) return null;
    const next = this.line.findIndex((_, at) => at > moves && this.#isYours(at));
    return this.goTo(next < 0 ? this.line.length : next);
  }

  /** Return the match after that many moves of its line; a level waits. */
  goTo(moves) {
    return new Match(this.sides, new Game(this.line.slice(0, moves)), this.line, false);
  }

  #isYours(moves) {
    return this.sides[moves % 2] === YOU;
  }

  restart() {
    return new Match(this.sides);
  }

  /** Return another game in which the players have changed sides. */
  swap() {
    return new Match(this.sides.toReversed());
  }

  /** Return the match with another player on a side; a level waits, as the other side may change as well. */
  seat(at, name) {
    return new Match(this.sides.with(at, name), this.game, this.line, false);
  }

  /** Return the match with levels that move, or wait. */
  run(isRunning) {
    return new Match(this.sides, this.game, this.line, isRunning);
  }
}

/** Say what the last move was, nothing if there was none. */
export function played(game) {
  if (!game.moves) return "";
  return `${LETTERS[3 - game.player]} plays column ${COLUMN_NAMES[game.columns.at(-1)]}. `;
}
