// Puzzles without their elements: their file, the one of a day, the value of a try, and the records of the solved ones.
//
// a puzzle   { number, moves, column, stones, grade, reason }: one column of the mover wins, with that many of their
//            stones from now; see common/tools/make/puzzles.py

import { SENTENCES } from "../sentences.js";
import { COLUMN_NAMES } from "../wasm/kernels.js";
import { ordinal } from "./format.js";
import { choose } from "./match.js";
import { findReason, findReasons } from "./reasons.js";
import { Game, highest, LETTERS, remaining } from "./rules.js";
import { isRecord } from "./stored-state.js";

const FILE = "c4-puzzles 1";
const FORMAT = 1;
const DAY = 86_400_000; // milliseconds
const HOW = ["solved", "shown"];

const HOLDING = "from then on you need only reply in the column that was just played.";

/** The themes of puzzles, by the kinds of their reasons, and where each is explained: a section of How to win and a lesson. */
export const THEMES = {
  fork: { name: "forks", kinds: ["fork"], section: "two-threats-at-once-the-fork", lesson: "10_look_ahead" },
  stacked: {
    name: "stacked squares",
    kinds: ["block", "tower"],
    section: "two-squares-on-top-of-each-other",
    lesson: "07_anticipation",
  },
  zugzwang: {
    name: "zugzwang",
    kinds: ["poison", "wait"],
    section: "who-runs-out-of-moves",
    lesson: "16_zugzwang",
  },
  hold: { name: "holding a draw", kinds: ["hold"], section: "following-up", lesson: "15_follow_up" },
};

/** The kind of state that is stored: how each puzzle was done, by its moves. */
export const PUZZLES = {
  name: "c4-puzzles",
  empty: () => ({ format: FORMAT, done: {} }),
  checked,
  rescue: "",
};

/** Return the puzzles of a file; throw an Error if it is of another format. */
export function readPuzzles({ format, puzzles }) {
  if (format !== FILE) throw new Error(`The puzzles have the format ${format}; this page reads ${FILE}`);
  return puzzles.map(([moves, column, stones, grade, reason], index) => ({
    number: index + 1,
    moves,
    column: column - 1,
    stones,
    grade,
    reason,
  }));
}

/** Return the puzzles of a theme, of all for "", the easy ones first. */
export function sortPuzzles(puzzles, theme) {
  const chosen = puzzles.filter(({ reason }) => !theme || THEMES[theme].kinds.includes(reason));
  return chosen.toSorted((one, other) => one.grade - other.grade || one.stones - other.stones);
}

export function themeOf({ reason }) {
  return Object.keys(THEMES).find((theme) => THEMES[theme].kinds.includes(reason));
}

/** Return the puzzle of the reader's local day. */
export function puzzleOfDay(puzzles, date) {
  const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
  return puzzles[day % puzzles.length];
}

/** Return the next of some puzzles after that of a number, by a step of 1 or -1; the first follows the last. */
export function neighbour(puzzles, number, step) {
  const at = puzzles.findIndex((puzzle) => puzzle.number === number);
  return puzzles.at((at + step) % puzzles.length);
}

/** Return one of some puzzles at random, not that of a number if there is another. */
export function drawPuzzle(puzzles, number, random = Math.random) {
  const others = puzzles.filter((puzzle) => puzzle.number !== number);
  const left = others.length ? others : puzzles;
  return left[Math.floor(random() * left.length)];
}

/** A puzzle up to some stone; each stone gives another attempt. */
export class Attempt {
  constructor(puzzle, game = Game.parse(puzzle.moves), isShown = false) {
    this.puzzle = puzzle;
    this.game = game;
    this.isShown = isShown; // whether the page has played for the reader
  }

  /** Return an attempt at a puzzle with the stones it was left with; without, if they belong to another one. */
  static goOn(puzzle, { moves = "", isShown = false }) {
    const left = new Attempt(puzzle, Game.parseStart(moves), isShown);
    const isIts = moves.startsWith(puzzle.moves) && (left.isReadersTurn || left.isSolved);
    return isIts ? left : new Attempt(puzzle);
  }

  get reader() {
    return LETTERS[1 + (this.puzzle.moves.length % 2)];
  }

  get opponent() {
    return LETTERS[2 - (this.puzzle.moves.length % 2)];
  }

  get isReadersTurn() {
    const played = this.game.moves - this.puzzle.moves.length;
    return !this.game.isOver && !this.isSolved && played % 2 === 0;
  }

  get isSolved() {
    const { column, moves } = this.puzzle;
    if (this.isHold) return this.game.columns[moves.length] === column;
    return this.game.winner !== null && LETTERS[this.game.winner] === this.reader;
  }

  /** Whether a draw is to be held; only the one stone that does so is asked for. */
  get isHold() {
    return this.puzzle.reason === "hold";
  }

  get stonesLeft() {
    return Math.ceil((this.#end - this.game.moves) / 2);
  }

  /** How many stones are on the board when the reader wins in time. */
  get #end() {
    return this.puzzle.moves.length + 2 * this.puzzle.stones - 1;
  }

  play(column, isShown = this.isShown) {
    return new Attempt(this.puzzle, this.game.play(column), isShown);
  }

  /** Say what was wrong with the reader's last stone, by the scores of the other player's columns; "" if nothing. */
  refute(scores) {
    const best = highest(scores);
    const left = remaining(best, this.game.moves);
    if (best === 0) return `With this, ${this.opponent} gets a draw.`;
    if (best > 0) return `With this, ${this.opponent} wins${left === 1 ? " at once" : ""}.`;
    if (this.game.moves + left === this.#end) return "";
    const stone = ordinal((this.game.moves + left - this.puzzle.moves.length + 1) / 2);
    return `This wins too, but not before ${this.reader}'s ${stone} stone.`;
  }

  /** Where the reader's win can be seen without a search for the first time: the game up to there, and the reason. */
  get insight() {
    const start = this.puzzle.moves.length + 1;
    if (this.isHold) return { game: this.game, reason: findReason(this.game, 1 - (start % 2)), stone: 1 };
    for (let stones = start; stones < this.game.moves; stones += 2) {
      const game = this.game.upTo(stones);
      const [reason] = findReasons(game, -1);
      if (reason) return { game, reason, stone: (stones - start) / 2 + 1 };
    }
    return null;
  }

  /** Why the other player wins now, with the reader to move; null if no reason shows it. */
  get refutation() {
    if (this.game.isOver) return null;
    return findReasons(this.game, -1)[0] ?? null;
  }

  get reply() {
    return `${this.opponent} replies in column ${COLUMN_NAMES[this.game.columns.at(-1)]}.`;
  }
}

/** Return the best column by the scores, which wins soonest or holds out longest: the one nearest to the centre. */
export function bestColumn(scores) {
  return choose(scores, 0, () => 0);
}

export function task({ moves, stones, reason }) {
  const mover = LETTERS[1 + (moves.length % 2)];
  if (reason === "hold") return `${mover} is to move. One column holds a draw; all others lose.`;
  return `${mover} is to move, and wins with their ${ordinal(stones)} stone from now.`;
}

export function hint({ reason }) {
  return `Hint: ${SENTENCES.nudges[reason] ?? HOLDING}`;
}

/** Return a stored state; throw an Error that says what is wrong with it. */
function checked(state) {
  if (!isRecord(state) || state.format !== FORMAT)
    throw new Error("it does not have the format that this page reads");
  if (!isRecord(state.done) || !Object.values(state.done).every((how) => HOW.includes(how))) {
    throw new Error('"done" is not what it should be');
  }
  return state;
}
