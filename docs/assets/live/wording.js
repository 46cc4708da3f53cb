// The words of reasons, explanations and reviews: which sentence is said when, as common/api/c4/wording.py does it.

import { SENTENCES } from "../sentences.js";
import { COLUMN_NAMES } from "../wasm/kernels.js";
import { capitalize, joinNames } from "./format.js";
import { nameCells } from "./marks.js";
import { cellOf } from "./reasons.js";
import { CELLS, explain } from "./rules.js";

const RESULTS = ["lost", "drawn", "won"];

/** Return a sentence with its gaps filled. */
function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Say of a score whether it is "won", "drawn" or "lost". */
function resultOf(score) {
  return RESULTS[Math.sign(score) + 1];
}

/** Return whether the line of an explanation says more than its reasons. */
export function isLineTold({ line, reasons }) {
  return line.length > 0 && !reasons.some(({ kind }) => kind === "four");
}

export function describeResult({ player, score, moves }) {
  return fill(SENTENCES.result[resultOf(score)], { player, end: explain(score, moves.length) });
}

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
  return `${player}${COLUMN_NAMES[column]}${is_forced ? "!" : ""}${wins ? "#" : ""}`;
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

/** Say why a claim is so, as the rest of its sentence, and where a follower does not reply in the same column, if anywhere. */
function describeProof(reason) {
  const { kind, player, squares, cells_left, odd_columns } = reason;
  const [other, odd] = [otherOf(reason), odd_columns.map((column) => COLUMN_NAMES[column])];
  const exception = SENTENCES.exceptions[odd.length === 2 ? "pair" : odd.length ? "more" : "none"];
  const columns = { other, columns: joinNames(odd), first: odd[0], second: odd[1] };
  const awaited = SENTENCES.awaited[squares.length > 1 ? "many" : "one"];
  return fill(SENTENCES.proofs[kind], {
    player,
    other,
    exception: fill(exception, columns),
    cells_left,
    ...awaited,
  });
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
  const values = { player, other: otherOf({ player }), reply: COLUMN_NAMES[move.reply], end, claims };
  const kind = move.wins ? "wins" : move.score > 0 ? "later" : move.score ? "loses" : "draws";
  return fill(SENTENCES.worse[kind], values);
}

/** Name columns in a sentence: "column 3", "columns 3 and 6". */
function nameColumns(columns) {
  return `column${columns.length > 1 ? "s" : ""} ${joinNames(columns.map((column) => COLUMN_NAMES[column]))}`;
}

/** Return the letter of the player who is not that of a reason, a stone or an explanation. */
function otherOf({ player }) {
  return player === "X" ? "O" : "X";
}

/** Say how a game ended, or how it stands, and whether the loser could have saved it. */
export function describeEnd(review) {
  const [last, says] = [review.stones.at(-1), SENTENCES.ends];
  if (!last) return says.none;
  if (review.moves.length === CELLS && !review.winner) return says.full;
  if (!last.score) return says.drawn;
  const [winner, loser] = last.score > 0 ? [last.player, otherOf(last)] : [otherOf(last), last.player];
  const end = (review.winner ? says.won : says.open) + (review.losing_stone ? "" : says.hopeless);
  return fill(end, { winner, loser, number: review.moves.length });
}

/** Say which stone let the winner make four at once, "" if none did but the one that lost the game. */
export function describeGlance({ glance, losing_stone: losing, stones, moves }) {
  if (!glance || glance.number === losing) return "";
  const [says, stone] = [SENTENCES.mistakes, stones[glance.number - 1]];
  const columns = capitalize(nameColumns(glance.columns));
  return fill(says.stone + says.glance, { ...nameStone(stone), reply: moves.at(-1), columns });
}

export function describeMistake(review, stone) {
  const says = SENTENCES.mistakes;
  const changed = stone.number === review.losing_stone ? says.game : stone.score ? says.lost : says.half;
  const what = stone.mark === "?!" ? says.sooner : changed;
  return fill(says.stone + what, { ...nameStone(stone), before: resultOf(stone.best) });
}

/** Return a stone of a review as sentences name it. */
function nameStone(stone) {
  return { ...stone, column: COLUMN_NAMES[stone.column], other: otherOf(stone) };
}
