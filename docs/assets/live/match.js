// A game and who plays it: people, the reader's program, or levels by their names, as common/tools/play/players/perfect.py
// plays them.

import { COLUMN_NAMES, WIDTH } from "../wasm/kernels.js";
import { joinNames } from "./format.js";
import { CENTRE_FIRST, Game, highest } from "./rules.js";

export const YOU = "you";
export const OWN = "own"; // the reader's program, which is like a level here
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

  /** Return the players that an address's query names, the usual one for one that does not exist, and which do not. */
  static parseSides(query, players, usual) {
    const named = SIDES.map((side, at) => query.get(side) ?? usual[at]);
    const strangers = named.filter((name) => !players.includes(name)).map((name) => `'${name}'`);
    const sides = named.map((name, at) => (players.includes(name) ? name : usual[at]));
    const fault = `There is no player ${joinNames(strangers, "or")}; the players are ${players.join(", ")}.`;
    return { sides, fault: strangers.length ? fault : "" };
  }

  /** Its players and moves, as an address's query names them. */
  get query() {
    const [x, o] = this.sides;
    return { x, o, moves: this.game.text, review: null };
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

  /** Return the match with another player on a side; a level waits, as the other side may change as well. */
  seat(at, name) {
    return new Match(this.sides.with(at, name), this.game, this.line, false);
  }

  run(isRunning) {
    return new Match(this.sides, this.game, this.line, isRunning);
  }
}

/**
 * Return a column by the scores, or null where a column is full. At a temperature above 0 each point of score makes
 * a column exp(1 / temperature) times as likely. At 0 it is the best column nearest to the centre, or one of two.
 */
export function choose(scores, temperature, random = Math.random) {
  const best = highest(scores);
  const columns = CENTRE_FIRST.filter((column) => scores[column] !== null);
  const nearest = columns.find((column) => scores[column] === best);
  const odds = columns.map((column) => {
    if (temperature > 0) return Math.exp((scores[column] - best) / temperature);
    return Number(scores[column] === best && [nearest, WIDTH - 1 - nearest].includes(column));
  });
  let left = random() * odds.reduce((sum, each) => sum + each);
  for (const [at, each] of odds.entries()) {
    left -= each;
    if (left < 0) return columns[at];
  }
  return columns.at(-1); // the sum was rounded
}

/** Say what the last move was, nothing if there was none. */
export function describeMove(game) {
  if (!game.moves) return "";
  return `${game.letters[1]} plays column ${COLUMN_NAMES[game.columns.at(-1)]}. `;
}
