// A recorded search: the calls of negamax that a step made on a position, as common/tools/site/traces.py recorded
// them, and what is said of it: all follows from a call's position, its window, its score and the calls that it made,
// which show how the window had changed by then.

import { COLUMN_NAMES, MAX_SCORE } from "../wasm/kernels.js";
import { fetchFile } from "./fetching.js";
import { count, joinNames } from "./format.js";
import { readMoves } from "./notation.js";
import { CELLS, COLUMNS, explain, Game, highest, winScore } from "./rules.js";

const TRACES = new URL("../traces/", import.meta.url);
const BOUNDS = ["at most ", "", "at least "];
const SIGNS = ["≤ ", "", "≥ "];
const EXACT = ["won", "lost", "drawn"];

/** Load the searches of a position, by its moves, or the index of all positions. */
export async function fetchTrace(name) {
  return fetchFile(new URL(`${name}.json`, TRACES));
}

export class Trace {
  constructor(moves, { step, anticipates, parents, columns, alphas, betas, scores }) {
    this.step = step;
    this.anticipates = anticipates; // it tries no move that lets the opponent win at once
    this.hasWindows = alphas !== undefined;
    this.start = Game.parse(moves);
    this.calls = [];
    scores.forEach((score, at) => {
      const parent = parents[at] === null ? null : this.calls[parents[at]];
      const given = { index: at, column: columns[at], score, alpha: alphas?.[at], beta: betas?.[at] };
      this.calls.push(new Call(this, parent, given));
    });
    for (const call of this.calls.toReversed()) if (call.parent) call.parent.size += call.size;
    this.roots = this.calls.filter((call) => !call.parent);
  }

  /** Return all that happens within that many plies of the start, in order. */
  moments(plies) {
    const within = (call) => [
      new Moment(call, false),
      ...(call.ply < plies ? call.children.flatMap(within) : []),
      new Moment(call, true),
    ];
    return this.roots.flatMap(within);
  }

  /** Return the latest call after some columns, or after as many of them as the search comes to. */
  follow(columns) {
    /** @type {(call: Call, columns: number[]) => Call} */
    const followFrom = (call, [column, ...rest]) => {
      const next = call.children.find((child) => child.column === column);
      return next ? followFrom(next, rest) : call;
    };
    const ends = this.roots.map((root) => followFrom(root, columns));
    return ends.reduce((found, call) => (call.ply >= found.ply ? call : found));
  }
}

class Call {
  children = [];
  size = 1; // this call and all below it
  #game;
  #choices;

  constructor(trace, parent, { index, column, score, alpha, beta }) {
    this.trace = trace;
    this.parent = parent;
    this.index = index;
    this.column = column;
    this.score = score;
    this.alpha = alpha;
    this.beta = beta;
    parent?.children.push(this);
  }

  get ply() {
    return this.path.length - 1;
  }

  /** The calls from the one where the search begins to this one. */
  get path() {
    return this.parent ? [...this.parent.path, this] : [this];
  }

  get game() {
    this.#game ??= this.parent ? this.parent.game.play(this.column) : this.trace.start;
    return this.#game;
  }

  /** 1 if the score is a lower bound, -1 if it is an upper bound, 0 if it is exact. */
  get bound() {
    if (!this.trace.hasWindows || EXACT.includes(this.ending)) return 0;
    return this.score >= this.beta ? 1 : this.score <= this.alpha ? -1 : 0;
  }

  /** The score, its bound and the window, from the point of view of the player whose move led here. */
  get tried() {
    return { score: 0 - this.score, bound: 0 - this.bound, alpha: 0 - this.beta, beta: 0 - this.alpha };
  }

  get choices() {
    const { game, trace } = this;
    const isTried = (column) => game.canPlay(column) && !(trace.anticipates && game.play(column).canWin);
    this.#choices ??= COLUMNS.filter(isTried);
    return this.#choices;
  }

  /** Whether a move reached beta, so that the rest was left out. */
  get isCut() {
    const last = this.children.at(-1);
    return last !== undefined && last.score <= last.alpha;
  }

  /** The opponent's earlier move that is worth beta, or undefined if beta does not come from one. */
  get instead() {
    const theirs = this.path
      .filter(({ game }) => game.player !== this.game.player)
      .flatMap((call) => call.children);
    const before = theirs.filter(({ index, size }) => index + size <= this.index);
    return before.find(({ tried }) => tried.score === -this.beta && tried.score > tried.alpha);
  }

  /** The columns that the search considers, but never came to. */
  get leftOut() {
    const tried = this.children.map((child) => child.column);
    return this.choices.filter((column) => !tried.includes(column));
  }

  get ending() {
    if (this.children.length) return this.isCut ? "cutoff" : "searched";
    const { game } = this;
    if (!this.trace.anticipates) {
      if (game.canWin) return "won";
      if (game.moves === CELLS) return "drawn";
    } else {
      if (!this.choices.length) return "lost";
      if (game.moves >= CELLS - 2) return "drawn";
      if (this.score >= this.beta) return "lowest";
    }
    return this.score < winScore(game.moves + 2) ? "table" : "highest";
  }
}

/** Something that happens in a search: a call is made, or it returns. */
class Moment {
  constructor(call, hasReturned) {
    this.call = call;
    this.hasReturned = hasReturned;
  }

  get made() {
    return this.call.index + (this.hasReturned ? this.call.size : 1);
  }

  /** Whether a move reaches beta at this moment, so that others are never looked at. */
  get isCutoff() {
    const { parent } = this.call;
    const isLast = this.hasReturned && this.call === parent?.children.at(-1);
    return isLast && parent.isCut && parent.leftOut.length > 0;
  }

  hasReturnedFrom(call) {
    if (call === this.call) return this.hasReturned;
    return call.index < this.made && !this.call.path.includes(call);
  }

  /** Return what has become of a call that has been made or will be. */
  stateOf(call) {
    if (call.index >= this.made) return "waiting";
    return this.hasReturnedFrom(call) ? "done" : "open";
  }

  /** Return what has become of each column of a call's position, and the call after it if there is one. */
  slots(call) {
    const { children, choices, game } = call;
    const isCut = call.isCut && this.hasReturnedFrom(children.at(-1));
    return COLUMNS.map((column) => {
      const order = children.findIndex((child) => child.column === column);
      const child = children[order];
      if (child?.index < this.made) return { state: this.stateOf(child), child, order };
      if (choices.includes(column)) return { state: isCut ? "cut" : "waiting" };
      return { state: game.canPlay(column) ? "unsafe" : "full" };
    });
  }

  /** Return the highest score that the moves of a call have brought so far, or null if none has yet. */
  best(call) {
    const returned = call.children.filter((child) => this.hasReturnedFrom(child));
    return highest(returned.map((child) => child.tried.score));
  }

  /** Return the window of a call as its moves have left it; a move that reaches beta ends it, and leaves it. */
  window({ alpha, beta, children }) {
    const [first] = children;
    if (!first || first.index >= this.made) return { alpha, beta };
    const scores = children.filter((child) => this.hasReturnedFrom(child)).map((child) => child.tried.score);
    const raised = scores.filter((score) => score < first.tried.beta);
    return { alpha: Math.max(first.tried.alpha, ...raised), beta: first.tried.beta };
  }
}

/**
 * Return the position, the step and the moment, from 0, that a page's query names, ?moves=4455&search=02&moment=7; throw an
 * Error if there is none.
 */
export function readQuery(query, { steps, positions }) {
  const moves = readMoves(query.get("moves") ?? positions[0].moves);
  const step = query.get("search") ?? steps[0];
  const moment = query.get("moment") ?? "1";
  if (!positions.some((position) => position.moves === moves)) {
    throw new Error(`No search after the moves '${moves}' was recorded; choose one of the positions.`);
  }
  if (!steps.includes(step)) {
    throw new Error(`No search of step '${step}' was recorded, only those of ${steps.join(", ")}.`);
  }
  if (!/^[1-9]\d*$/.test(moment)) throw new Error(`There is no moment '${moment}'; the first one is 1.`);
  return { moves, step, at: Number(moment) - 1 };
}

/** Say what happens at a moment; nothing more than `plies` from the start is shown. */
export function tell({ call, hasReturned }, plies) {
  if (hasReturned && !call.parent) return answer(call);
  const below = call.children.length ? ` after ${count(call.size - 1, "node")} below` : "";
  if (hasReturned) return `Back${below}. ${consequence(call)}`;
  const deeper = call.ply === plies ? call.size - 1 : 0;
  const note = deeper ? `Deeper than shown here: ${count(deeper, "node")}.` : "";
  return [arrival(call), start(call), note].filter(Boolean).join(" ");
}

/** Return a moment as seen by the player to move, or by the one who tried the move that has come back. */
export function viewOf({ call, hasReturned }) {
  if (!hasReturned || !call.parent) return call;
  return { trace: call.trace, game: call.parent.game, column: call.column, ...call.tried };
}

export function windowInWords({ trace, game, alpha, beta }) {
  if (!trace.hasWindows) return "No window: every score matters.";
  const [me] = game.letters;
  const window = `Window ${alpha} to ${beta}`;
  if (alpha === -MAX_SCORE && beta === MAX_SCORE) return `${window}: every score matters.`;
  if (beta === alpha + 1) return `${window}, a single question: is ${me}'s score above ${alpha}?`;
  return `${window}: only scores above alpha, ${alpha}, and below beta, ${beta}, matter to ${me}.`;
}

/** Say a score that may be only a bound: "at least 4". */
export function scoreInWords({ score, bound }) {
  return `${BOUNDS[bound + 1]}${score}`;
}

/** Write a score that may be only a bound: "≥ 4". */
export function markBound({ score, bound }) {
  return `${SIGNS[bound + 1]}${score}`;
}

/** Say whose position a call is and what led there. */
function arrival({ trace, parent, column, game, alpha, beta }) {
  const [me, other] = game.letters;
  if (parent) return `${other} plays column ${COLUMN_NAMES[column]}; ${me} is to move.`;
  if (!trace.hasWindows) return `${me} is to move. Every move will be tried.`;
  if (beta === alpha + 1) return `${me} is to move. Is the score above ${alpha}?`;
  return `${me} is to move. The window holds all scores, alpha ${alpha} to beta ${beta}.`;
}

/** Say what is known before any move is tried: the score, or a narrower window. */
function start(call) {
  const { game, score, alpha, beta } = call;
  const [me, other] = game.letters;
  switch (call.ending) {
    case "won":
      return `${me} wins at once in column ${COLUMN_NAMES[game.winningColumn]}: score ${score}.`;
    case "lost":
      return `Whatever ${me} plays, ${other} wins with the next stone: score ${score}.`;
    case "drawn":
      return call.choices.length
        ? "Nobody wins with the last stones: score 0."
        : "The board is full: score 0.";
    case "highest":
      return `No move wins at once, so at most ${score}, which does not exceed alpha ${alpha}: nothing to search.`;
    case "lowest":
      return `${me} has a safe move, so at least ${score}, which reaches beta ${beta}: nothing to search.`;
    case "table":
      return `The table has this position: at most ${score}, which does not exceed alpha ${alpha}: nothing to search.`;
    default:
      return narrowed(call);
  }
}

/** Say by what a window has shrunk before any move is tried. */
function narrowed({ trace, game, beta, children }) {
  const lowered = children[0].tried.beta;
  if (!trace.hasWindows || lowered === beta) return "";
  const reason = lowered < winScore(game.moves + 2) ? "The table has this position" : "No move wins at once";
  return `${reason}: at most ${lowered}, so beta falls from ${beta} to ${lowered}.`;
}

/** Say what a returned call means to the player who moved there. */
function consequence({ parent, column, tried, trace, index }) {
  const [me] = parent.game.letters;
  const tries = `${me} tried column ${COLUMN_NAMES[column]}:`;
  if (!trace.hasWindows) {
    const before = parent.children.filter((child) => child.index < index);
    const best = highest(before.map((child) => child.tried.score));
    if (best === null) return `${tries} ${tried.score}, the first score.`;
    return `${tries} ${tried.score}, ${tried.score > best ? "better than" : "no better than"} ${best}.`;
  }
  const seen = `${tries} ${scoreInWords(tried)}`;
  if (tried.score >= tried.beta) {
    return `${seen}, which reaches beta ${tried.beta}. Cutoff${spared(parent)}.${explainCutoff(parent, tried.beta)}`;
  }
  if (tried.score <= tried.alpha) return `${seen}, no more than alpha ${tried.alpha}, which stays.`;
  return `${seen}. ${me} is sure of ${tried.score} now: alpha rises from ${tried.alpha} to ${tried.score}.`;
}

/** Say why reaching beta, as it was when the moves were tried, is enough; nothing if it is only what was asked. */
function explainCutoff(call, beta) {
  const [me, other] = call.game.letters;
  const { instead } = call;
  if (beta < call.beta) return ` ${me} cannot get more than ${beta} here.`;
  if (!instead) return "";
  const choice = `${other} could have had ${instead.tried.score} with column ${COLUMN_NAMES[instead.column]}`;
  return ` ${choice}, and will not let ${me} come here.`;
}

function spared({ leftOut }) {
  const names = leftOut.map((column) => COLUMN_NAMES[column]);
  if (!names.length) return ", though no column is left";
  const [ending, verb] = names.length === 1 ? ["", "is"] : ["s", "are"];
  return `: column${ending} ${joinNames(names)} ${verb} never looked at`;
}

function answer(call) {
  const { trace, game, score, size } = call;
  const isLast = call === trace.roots.at(-1);
  if (!isLast) return `Back at the start: ${scoreInWords(call)}, after ${count(size, "node")}.`;
  return `The score is ${score}, ${explain(score, game.moves)}. The search took ${count(trace.calls.length, "node")}.`;
}
