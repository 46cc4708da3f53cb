// Puzzles without their elements: their file, the value of a stone, and the records of the solved ones.
//
// a puzzle   { number, moves, column, stones, grade, reason }: one column of the mover wins, with that many of their
//            stones from now; see common/tools/make/puzzles.py. Or a mistake: { number, moves, keeps, played }, where
//            one stone has to keep a win or a draw; see mistakes.js

import { SENTENCES } from "../sentences.js";
import { COLUMN_NAMES } from "../wasm/kernels.js";
import { fetchFile } from "./fetching.js";
import { ordinal } from "./format.js";
import { choose } from "./match.js";
import { findReason, findReasons } from "./reasons.js";
import { Game, highest, LETTERS, remaining, winScore } from "./rules.js";
import { recordsKind } from "./stored-state.js";

const FILE = new URL("puzzles.json", import.meta.url);
const FILE_FORMAT = "c4-puzzles 2";
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
export const PUZZLES = recordsKind("c4-puzzles", "done", ([, how]) => HOW.includes(how));

/** Return the puzzles of this site's file. */
export async function loadPuzzles() {
  return fetchFile(FILE, async (response) => readPuzzles(await response.json()));
}

/** Return the puzzles of a file, from easy to hard; throw an Error if it is of another format. */
export function readPuzzles({ format, puzzles }) {
  if (format !== FILE_FORMAT)
    throw new Error(`The puzzles have the format ${format}; this page reads ${FILE_FORMAT}`);
  return puzzles.map(([moves, column, stones, grade, reason], index) => ({
    number: index + 1,
    moves,
    column: column - 1,
    stones,
    grade,
    reason,
  }));
}

/** Return the puzzles of a theme, of all for "". */
export function choosePuzzles(puzzles, theme) {
  return puzzles.filter(({ reason }) => !theme || THEMES[theme].kinds.includes(reason));
}

export function themeOf({ reason }) {
  return Object.keys(THEMES).find((theme) => THEMES[theme].kinds.includes(reason));
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
  constructor(puzzle, game = Game.parse(puzzle.moves), isShown = false, isKept = false) {
    this.puzzle = puzzle;
    this.game = game;
    this.isShown = isShown; // whether the page has played for the reader
    this.isKept = isKept; // whether a stone was found to keep the result of a mistake's position
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
    return this.isKept || this.isWon;
  }

  get isWon() {
    return this.game.winner !== null && LETTERS[this.game.winner] === this.reader;
  }

  /** Whether a draw is to be held; only the one stone that does so is asked for. */
  get isHold() {
    return this.puzzle.reason === "hold";
  }

  /** What is at stake at the beginning: a "win" or a "draw". */
  get stake() {
    return this.isHold || this.puzzle.keeps === 0 ? "draw" : "win";
  }

  /** Say what the reader has done, once it is solved. */
  get achievement() {
    if (this.isWon) return "has four in a row";
    return this.stake === "draw" ? "holds a draw" : "keeps the win";
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

  /**
   * Judge the reader's last stone, which has not won, by the scores of the other player's columns: return the attempt after
   * it, with the reply if it goes on, what to say, whether the stone was wrong, and what refutes it, if a reason does.
   */
  judge(scores) {
    const wrong = this.refute(scores);
    if (!wrong && isMistake(this.puzzle)) {
      return { after: new Attempt(this.puzzle, this.game, this.isShown, true), said: "", isWrong: false };
    }
    const after = this.play(bestColumn(scores));
    const reply = `${after.opponent} replies in column ${nameLast(after)}.`;
    if (wrong) return { after, said: `${wrong} ${reply}`, isWrong: true, refutation: after.refutation };
    const left = after.stonesLeft === 1 ? "Now win." : `${after.stonesLeft} stones to go.`;
    return { after, said: `Column ${nameLast(this)} is right. ${reply} ${left}`, isWrong: false };
  }

  /** Say what was wrong with the reader's last stone, by the scores of the other player's columns; "" if nothing. */
  refute(scores) {
    const best = highest(scores);
    const left = remaining(best, this.game.moves);
    if (best === 0 && this.puzzle.keeps === 0) return "";
    if (best === 0) return `With this, ${this.opponent} gets a draw.`;
    if (best > 0) return `With this, ${this.opponent} wins${left === 1 ? " at once" : ""}.`;
    if (isMistake(this.puzzle) || this.game.moves + left === this.#end) return "";
    const stone = ordinal((this.game.moves + left - this.puzzle.moves.length + 1) / 2);
    return `This wins too, but not before ${this.reader}'s ${stone} stone.`;
  }

  /** Where the reader's win can be seen without a search for the first time: the game up to there, and the reason. */
  get insight() {
    const start = this.puzzle.moves.length + 1;
    if (this.isHold || this.isKept) {
      const isDraw = this.stake === "draw";
      const reason = isDraw ? findReason(this.game, 1 - (start % 2)) : findReasons(this.game, -1)[0];
      return reason ? { game: this.game, reason, stone: 1 } : null;
    }
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
}

/** Name the column of an attempt's last stone. */
function nameLast({ game }) {
  return COLUMN_NAMES[game.columns.at(-1)];
}

/** Return whether a puzzle is a mistake of the reader's. */
export function isMistake({ keeps }) {
  return keeps !== undefined;
}

/** Return an attempt at a puzzle of the file in which a solver plays for both sides. */
export async function playOut(puzzle, solver) {
  const start = new Attempt(puzzle);
  if (start.isHold) return start.play(puzzle.column);
  const stones = 2 * puzzle.stones - 1;
  const score = winScore(start.game.moves + stones - 1);
  const columns = await solver.ask("play on", start.game, { score, stones });
  return columns.reduce((attempt, column) => attempt.play(column), start);
}

/** Return the best column by the scores, which wins soonest or holds out longest: the one nearest to the centre. */
export function bestColumn(scores) {
  return choose(scores, 0, () => 0);
}

export function task({ moves, stones, reason, keeps }) {
  const mover = LETTERS[1 + (moves.length % 2)];
  if (keeps === 1) return `${mover} is to move, and can win. Find a column that keeps the win.`;
  if (keeps === 0) return `${mover} is to move, and can hold a draw. Find a column that does.`;
  if (reason === "hold") return `${mover} is to move. One column holds a draw; all others lose.`;
  return `${mover} is to move, and wins with their ${ordinal(stones)} stone from now.`;
}

export function hint({ reason, played }) {
  if (played !== undefined) return `Hint: In your game you played column ${COLUMN_NAMES[played]}.`;
  return `Hint: ${SENTENCES.nudges[reason] ?? HOLDING}`;
}

/** Return how a puzzle was done, null if it was not. */
export function howDone({ done }, { moves }) {
  return Object.hasOwn(done, moves) ? done[moves] : null;
}

/** Note how a puzzle was done by an attempt; one that was solved before stays so. */
export function noteDone(state, { puzzle, isShown }) {
  if (howDone(state, puzzle) !== "solved") state.done[puzzle.moves] = isShown ? "shown" : "solved";
}
