// A game and who plays it: people, or levels by their names.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { readMoves } from "./notation.js";
import { Game } from "./rules.js";

export const YOU = "you";
export const SIDES = ["x", "o"]; // as the address names them

/** A match up to some move, with what was taken back; whatever happens gives another match. */
export class Match {
  #undone; // games, the next one last

  /** @param {boolean} isRunning whether levels move when it is their turn; two of them wait to be asked */
  constructor(sides, game = new Game(), undone = [], isRunning = sides.includes(YOU)) {
    this.sides = sides;
    this.game = game;
    this.#undone = undone;
    this.isRunning = isRunning;
  }

  /** Return the match that an address's query tells of; throw an Error if it names none. */
  static parse(query, players, usual) {
    const sides = SIDES.map((side, at) => query.get(side) ?? usual[at]);
    const stranger = sides.find((name) => !players.includes(name));
    if (stranger !== undefined) {
      throw new Error(`there is no player '${stranger}', the players are ${players.join(", ")}`);
    }
    return new Match(sides, Game.parse(readMoves(query.get("moves") ?? "")));
  }

  /** Return a page's address with what parse() needs in its query. */
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
    return new Match(this.sides, this.game.play(column), [], true);
  }

  /** Return the match before the last move of a person, null if there was none. */
  undo() {
    const isYours = (_, ply) => this.sides[ply % 2] === YOU;
    const ply = this.game.columns.findLastIndex(isYours);
    if (ply < 0) return null;
    return new Match(this.sides, new Game(this.game.columns.slice(0, ply)), [...this.#undone, this.game]);
  }

  /** Return the match before the last undo, null if there is none to take back. */
  redo() {
    if (!this.#undone.length) return null;
    return new Match(this.sides, this.#undone.at(-1), this.#undone.slice(0, -1));
  }

  restart() {
    return new Match(this.sides);
  }

  /** Return the match with another player on a side; a level waits, as the other side may change as well. */
  seat(at, name) {
    return new Match(this.sides.with(at, name), this.game, [], false);
  }

  /** Return the match with levels that move, or wait. */
  run(isRunning) {
    return new Match(this.sides, this.game, this.#undone, isRunning);
  }
}

/** Return the letter of the player who puts a stone on a board of so many. */
export function letterOf(moves) {
  return SIDES[moves % 2].toUpperCase();
}

/** Say what the last move was, nothing if there was none. */
export function played(game) {
  if (!game.moves) return "";
  return `${letterOf(game.moves - 1)} plays column ${COLUMN_NAMES[game.columns.at(-1)]}. `;
}
