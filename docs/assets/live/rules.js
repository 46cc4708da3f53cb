// The rules of the game, how positions are written, and what a score means, as in common/position.py and
// common/score.py. This is for drawing; the steps do the searching.
//
// column      0 .. WIDTH - 1 from the left; people and move strings count from 1
// row         0 .. HEIGHT - 1 from the bottom
// player      1 moves first, 2 second

import { COLUMN_NAMES, HEIGHT, WIDTH } from "../wasm/kernels.js";

export const CELLS = WIDTH * HEIGHT;
export const COLUMNS = [...Array(WIDTH).keys()];
/** The letters of no player, of the first and of the second. */
export const LETTERS = [".", "X", "O"];

const offCentre = (column) => Math.abs(2 * column + 1 - WIDTH);
export const CENTRE_FIRST = COLUMNS.toSorted((a, b) => offCentre(a) - offCentre(b));

const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

/** Says which move of a move string cannot be played, and why. */
export class InvalidMoves extends Error {}

/** A game up to some move; playing gives another game. */
export class Game {
  /** @param {number[]} columns those played so far */
  constructor(columns = []) {
    this.columns = columns;
    this.cells = Array(CELLS).fill(0);
    this.heights = Array(WIDTH).fill(0);
    columns.forEach((column, ply) => {
      this.cells[column * HEIGHT + this.heights[column]] = 1 + (ply % 2);
      this.heights[column] += 1;
    });
    const last = this.last;
    this.line = last === null ? null : rowThrough(this.cells, last, this.cells[last]);
  }

  /** Return the game of a move string; throw InvalidMoves if it cannot be played. */
  static parse(text) {
    let game = new Game();
    [...text].forEach((name, ply) => {
      const refuse = (reason) => {
        throw new InvalidMoves(`move ${ply + 1}, '${name}': ${reason}`);
      };
      const column = COLUMN_NAMES.indexOf(name);
      if (column < 0) refuse(`there is no such column, they are 1 to ${COLUMN_NAMES.at(-1)}`);
      if (game.line) refuse("the game is won");
      if (game.moves === CELLS) refuse("the board is full");
      if (!game.canPlay(column)) refuse(`column ${name} is full`);
      game = game.play(column);
    });
    return game;
  }

  /** Return the game of as many moves of a string as can be played, with blanks or commas between them or without. */
  static parseStart(text) {
    let game = new Game();
    for (const name of text.replace(/[\s,]/g, "")) {
      const column = COLUMN_NAMES.indexOf(name);
      if (column < 0 || !game.canPlay(column)) break;
      game = game.play(column);
    }
    return game;
  }

  get moves() {
    return this.columns.length;
  }

  get text() {
    return this.columns.map((column) => COLUMN_NAMES[column]).join("");
  }

  /** The cell of the last stone, or null if there is none. */
  get last() {
    if (!this.moves) return null;
    const column = this.columns.at(-1);
    return column * HEIGHT + this.heights[column] - 1;
  }

  get player() {
    return 1 + (this.moves % 2);
  }

  /** The letters of the player to move and of the other one. */
  get letters() {
    return [LETTERS[this.player], LETTERS[3 - this.player]];
  }

  get winner() {
    return this.line ? 3 - this.player : null;
  }

  get isOver() {
    return this.line !== null || this.moves === CELLS;
  }

  /** The score of a game that is over, null while it goes on. */
  get endScore() {
    if (this.line) return -winScore(this.moves - 1);
    return this.isOver ? 0 : null;
  }

  canPlay(column) {
    return !this.isOver && this.heights[column] < HEIGHT;
  }

  play(column) {
    return new Game([...this.columns, column]);
  }

  /** Return the game as it was after that many moves; below 0, that many before the last. */
  upTo(moves) {
    return new Game(this.columns.slice(0, moves));
  }

  isWinningMove(column) {
    return this.play(column).line !== null;
  }

  /** The first column that wins at once, or undefined if there is none. */
  get winningColumn() {
    return COLUMNS.find((column) => this.canPlay(column) && this.isWinningMove(column));
  }

  get canWin() {
    return this.winningColumn !== undefined;
  }

  /** Return the fields of the position as the steps have them, by name. */
  get fields() {
    let stones = 0n;
    let mask = 0n;
    this.cells.forEach((owner, cell) => {
      const bit = 1n << BigInt(Math.floor(cell / HEIGHT) * (HEIGHT + 1) + (cell % HEIGHT));
      if (owner) mask |= bit;
      if (owner === this.player) stones |= bit;
    });
    return { cells: this.cells, heights: this.heights, moves: this.moves, stones, mask };
  }
}

/**
 * Return the cells of four or more in a row that a player has, or null: those through a cell which is counted as
 * theirs.
 */
export function rowThrough(owners, cell, player) {
  const [column, height] = [Math.floor(cell / HEIGHT), cell % HEIGHT];
  const isOwned = (x, y) => x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT && owners[x * HEIGHT + y] === player;
  for (const [right, up] of DIRECTIONS) {
    const row = [cell];
    for (const side of [-1, 1]) {
      let [x, y] = [column + side * right, height + side * up];
      while (isOwned(x, y)) {
        row.push(x * HEIGHT + y);
        [x, y] = [x + side * right, y + side * up];
      }
    }
    if (row.length >= 4) return row;
  }
  return null;
}

/** Return the empty cells, in reach or not, where one more stone makes four in a row: X's, then O's, as step 07 does. */
export function winningSquares(owners) {
  const empty = [...Array(CELLS).keys()].filter((cell) => !owners[cell]);
  return [1, 2].map((player) => empty.filter((cell) => rowThrough(owners, cell, player)));
}

/** Return the winning squares of who has just moved, and the other's safe cells and the rest, as `replies` of step 10. */
export function sortReplies(game) {
  const dangers = winningSquares(game.cells)[2 - game.player];
  const playable = COLUMNS.filter((column) => game.heights[column] < HEIGHT).map(
    (column) => column * HEIGHT + game.heights[column],
  );
  const forced = playable.filter((cell) => dangers.includes(cell));
  const isBelow = (cell) => (cell + 1) % HEIGHT !== 0 && dangers.includes(cell + 1);
  const possible = forced.length ? forced : playable;
  const safe = forced.length > 1 ? [] : possible.filter((cell) => !isBelow(cell));
  return { dangers, safe, forbidden: playable.filter((cell) => !safe.includes(cell)) };
}

/** Return the score of a player who wins with the next stone, on a board of that many stones. */
export function winScore(moves) {
  return Math.floor((CELLS + 1 - moves) / 2);
}

/** Return how many stones both players still put down under perfect play. */
export function remaining(score, moves) {
  if (score === 0) return CELLS - moves;
  const winner = score > 0 ? moves % 2 : 1 - (moves % 2);
  const last = Math.floor((CELLS + 1 - winner) / 2) - Math.abs(score) + 1;
  return 2 * last - 1 + winner - moves;
}

/** Say what a score means: who wins, and with how many more of their stones, as in "X wins in 2". */
export function explain(score, moves) {
  if (score === 0) return "a draw";
  const winner = score > 0 ? moves % 2 : 1 - (moves % 2);
  return `${LETTERS[winner + 1]} wins in ${Math.floor((remaining(score, moves) + 1) / 2)}`;
}

/** Return the highest of some columns' scores, or null if there are none. */
export function highest(scores) {
  const known = scores.filter((score) => score !== null);
  return known.length ? Math.max(...known) : null;
}
