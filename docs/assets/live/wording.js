// The words of reasons and explanations: which sentence is said when, as common/api/c4/text.py does it.

import { SENTENCES } from "../sentences.js";
import { COLUMN_NAMES } from "../wasm/kernels.js";
import { nameCells } from "./marks.js";
import { cellOf } from "./reasons.js";
import { explain } from "./rules.js";
import { capitalize, joinNames } from "./format.js";

const RESULTS = new Map([
  [1, "won"],
  [0, "drawn"],
  [-1, "lost"],
]);

/** Return a sentence with its gaps filled. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Say of a score whether it is "won", "drawn" or "lost". */
export function resultOf(score) {
  return RESULTS.get(Math.sign(score));
}

/** Return whether the line of an explanation says more than its reasons. */
export function isLineTold({ line, reasons }) {
  return line.length > 0 && !reasons.some(({ kind }) => kind === "four");
}

/** Say what a position is worth. */
export function describeResult({ player, score, moves }) {
  return fill(SENTENCES.result[resultOf(score)], { player, end: explain(score, moves.length) });
}

/** Say which columns are best. */
export function describeBest({ score, best, scores }) {
  const [says, verbs, isMany] = [SENTENCES.best, SENTENCES.verbs, Number(best.length > 1)];
  const [columns, verb] = [nameColumns(best), verbs[resultOf(score)][isMany]];
  const worse = scores.filter((value) => value !== null && value < score);
  if (!worse.length) return says[!isMany ? "alone" : score < 0 ? "bad" : "good"];
  if (worse.every((value) => Math.sign(value) < Math.sign(score))) return fill(says.only, { columns, verb });
  if (score > 0) return fill(says.soonest, { columns: capitalize(columns), verb });
  return fill(says.longest, { columns: capitalize(columns), verb: verbs.longest[isMany] });
}

/** Say what the marks of a line mean, "" if it has none. */
export function describeStoneMarks(line) {
  const used = { "!": line.some((stone) => stone.is_forced), "#": line.some((stone) => stone.wins) };
  const marks = Object.entries(SENTENCES.line_marks).filter(([mark]) => used[mark]);
  return marks.map((mark) => mark.join(" ")).join(", ");
}

/** Write a stone of a line: who plays where, and its marks. */
export function spellStone({ player, column, is_forced, wins }) {
  return `${player}${column}${is_forced ? "!" : ""}${wins ? "#" : ""}`;
}

/** Say what shows the result, and where on the line. */
export function describeReasons({ reasons, shown_after: after, line, nodes }) {
  if (!reasons.length) {
    const { fills, searched } = SENTENCES;
    return nodes ? fills + fill(searched, { nodes: nodes.toLocaleString("en") }) : fills;
  }
  const where = !after ? "" : after === line.length ? "all" : after === 1 ? "first" : "some";
  const start = fill(SENTENCES.after[where], { count: after });
  if (reasons.every(({ kind }) => kind === "dead")) return start + SENTENCES.nobody;
  return start + reasons.map(describeReason).join(" ");
}

/** Say what a reason claims and why it is so. */
export function describeReason(reason) {
  return `${reason.player} ${describeClaim(reason)}${describeProof(reason)}.`;
}

/** Say what a reason claims, as what its player does. */
function describeClaim(reason) {
  const { kind, player } = reason;
  const named = nameCells(reason.squares.map(cellOf));
  const cells = kind === "four" ? named.replaceAll(" and ", " or ") : named;
  return fill(SENTENCES.claims[kind], { player, other: otherOf(reason), cells });
}

/** Say why a claim is so, as the rest of its sentence. */
function describeProof(reason) {
  const { kind, player, squares, cells_left } = reason;
  const awaited = SENTENCES.awaited[squares.length > 1 ? "many" : "one"];
  const exception = describeException(reason);
  return fill(SENTENCES.proofs[kind], { player, other: otherOf(reason), exception, cells_left, ...awaited });
}

/** Say where a follower does not reply in the same column, nothing if they always do. */
function describeException(reason) {
  const columns = reason.odd_columns;
  const kind = columns.length === 2 ? "pair" : columns.length ? "more" : "none";
  const [first, second] = columns;
  const values = { other: otherOf(reason), columns: joinNames(columns), first, second };
  return fill(SENTENCES.exceptions[kind], values);
}

/** Say what is wrong with each column that is not best; columns with the same fault go together: { moves, text }. */
export function describeWorseMoves(explanation) {
  const groups = new Map();
  const moves = explanation.worse.toSorted(
    (one, other) => other.score - one.score || one.column - other.column,
  );
  for (const move of moves) {
    const fault = describeWorseMove(explanation, move);
    groups.set(fault, [...(groups.get(fault) ?? []), move]);
  }
  return [...groups].map(([fault, alike]) => {
    const names = nameColumns(alike.map((move) => move.column));
    return { moves: alike, text: `${capitalize(names)}: ${fault}` };
  });
}

/** Say what a move that is not best leads to, and by which reply. */
function describeWorseMove({ player, moves }, move) {
  const claims = move.reasons.map((reason) => ` and ${describeClaim(reason)}`).join("");
  const end = explain(move.score, moves.length);
  const values = { player, other: otherOf({ player }), reply: move.reply, end, claims };
  const says = SENTENCES.worse;
  if (move.wins) return fill(says.wins, values);
  if (move.score > 0) return fill(says.later, values);
  return fill(move.score ? says.loses : says.draws, values);
}

/** Name columns, counted from 1, in a sentence: "column 3", "columns 3 and 6". */
export function nameColumns(columns) {
  return `column${columns.length > 1 ? "s" : ""} ${joinNames(columns.map((column) => COLUMN_NAMES[column - 1]))}`;
}

function otherOf({ player }) {
  return player === "X" ? "O" : "X";
}
