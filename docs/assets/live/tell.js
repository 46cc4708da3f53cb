// A search in words: what happens at each moment, and what a window asks.

import { COLUMN_NAMES, MAX_SCORE } from "../wasm/kernels.js";
import { explain, highest, LETTERS, winScore } from "./rules.js";
import { count, joinNames } from "./words.js";

const BOUNDS = ["at most ", "", "at least "];
const SIGNS = ["≤ ", "", "≥ "];

/** Return the letters of the player to move and of the other one. */
export function letters(game) {
  return [LETTERS[game.player], LETTERS[3 - game.player]];
}

/** Say what happens at a moment; nothing more than `plies` from the start is shown. */
export function tell({ call, hasReturned }, plies) {
  if (hasReturned) return call.parent ? `${back(call)} ${consequence(call)}` : answer(call);
  const deeper = call.ply === plies ? call.size - 1 : 0;
  const note = deeper ? `Deeper than shown here: ${count(deeper, "node")}.` : "";
  return [arrival(call), start(call), note].filter(Boolean).join(" ");
}

/** Return a moment as seen by the player to move, or by the one who tried the move that has come back. */
export function viewOf({ call, hasReturned }) {
  if (!hasReturned || !call.parent) return call;
  return { trace: call.trace, game: call.parent.game, column: call.column, ...call.tried };
}

/** Say which scores a window asks about. */
export function windowInWords({ trace, game, alpha, beta }) {
  if (!trace.hasWindows) return "No window: every score matters.";
  const [me] = letters(game);
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
  const [me, other] = letters(game);
  if (parent) return `${other} plays column ${COLUMN_NAMES[column]}; ${me} is to move.`;
  if (!trace.hasWindows) return `${me} is to move. Every move will be tried.`;
  if (beta === alpha + 1) return `${me} is to move. Is the score above ${alpha}?`;
  return `${me} is to move. The window holds all scores, alpha ${alpha} to beta ${beta}.`;
}

/** Say what is known before any move is tried: the score, or a narrower window. */
function start(call) {
  const { game, score, alpha, beta } = call;
  const [me, other] = letters(game);
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

/** Say what a returned call took. */
function back(call) {
  return `Back${call.children.length ? ` after ${count(call.size - 1, "node")} below` : ""}.`;
}

/** Say what a returned call means to the player who moved there. */
function consequence({ parent, column, tried, trace, index }) {
  const [me] = letters(parent.game);
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
  const [me, other] = letters(call.game);
  const { instead } = call;
  if (beta < call.beta) return ` ${me} cannot get more than ${beta} here.`;
  if (!instead) return "";
  const choice = `${other} could have had ${instead.tried.score} with column ${COLUMN_NAMES[instead.column]}`;
  return ` ${choice}, and will not let ${me} come here.`;
}

/** Say which columns a cutoff spares. */
function spared({ leftOut }) {
  const names = leftOut.map((column) => COLUMN_NAMES[column]);
  if (!names.length) return ", though no column is left";
  const [ending, verb] = names.length === 1 ? ["", "is"] : ["s", "are"];
  return `: column${ending} ${joinNames(names)} ${verb} never looked at`;
}

/** Say what a search from the start has found. */
function answer(call) {
  const { trace, game, size } = call;
  const isLast = call === trace.roots.at(-1);
  if (!isLast) return `Back at the start: ${scoreInWords(call)}, after ${count(size, "node")}.`;
  return `The score is ${trace.score}, ${explain(trace.score, game.moves)}. The search took ${count(trace.calls.length, "node")}.`;
}
