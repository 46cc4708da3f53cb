// The words of reasons and explanations: those of common/tools/play/explaining/wording.py.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { nameCells } from "./cells.js";
import { cellOf } from "./reasons.js";
import { explain } from "./rules.js";
import { joinNames } from "./words.js";

const VERBS = new Map([
  [1, ["wins", "win"]],
  [0, ["draws", "draw"]],
  [-1, ["loses", "lose"]],
]);

/** Return an explanation in words: the result, the best columns, the line, why, the worse columns. */
export function describeExplanation(explanation) {
  return [
    describeResult(explanation),
    describeBest(explanation),
    ...(isLineTold(explanation) ? [describeLine(explanation.line)] : []),
    describeReasons(explanation),
    ...describeWorseMoves(explanation).map(({ text }) => text),
  ];
}

/** Tell whether the line of an explanation says more than its reasons. */
export function isLineTold({ line, reasons }) {
  return line.length > 0 && !reasons.some(({ kind }) => kind === "four");
}

/** Say what a position is worth. */
export function describeResult({ player, score, moves }) {
  const end = score > 0 ? "." : score < 0 ? ", whatever they play." : " with best play.";
  return `${player} to move ${explain(score, moves.length)}${end}`;
}

/** Say which columns are best. */
export function describeBest({ score, best, scores }) {
  const isMany = best.length > 1;
  const worse = scores.filter((value) => value !== null && value < score);
  if (!worse.length) {
    if (!isMany) return "No other column is left.";
    return score < 0 ? "All columns are equally bad." : "All columns are equally good.";
  }
  const verb = VERBS.get(Math.sign(score))[Number(isMany)];
  if (worse.every((value) => Math.sign(value) < Math.sign(score)))
    return `Only ${nameColumns(best)} ${verb}.`;
  const names = capitalize(nameColumns(best));
  return score > 0 ? `${names} ${verb} soonest.` : `${names} ${isMany ? "hold" : "holds"} out longest.`;
}

/** Write a line of stones, and what its marks mean. */
function describeLine(line) {
  const legend = describeStoneMarks(line);
  return `Best play: ${line.map(spellStone).join(" ")}${legend ? `   (${legend})` : ""}`;
}

/** Say what the marks of a line mean, "" if it has none. */
export function describeStoneMarks(line) {
  const marks = [
    [line.some((stone) => stone.is_forced), "! loses at once anywhere else"],
    [line.some((stone) => stone.wins), "# makes four"],
  ];
  return marks.flatMap(([isUsed, meaning]) => (isUsed ? [meaning] : [])).join(", ");
}

/** Write a stone of a line: who plays where, and its marks. */
export function spellStone({ player, column, is_forced, wins }) {
  return `${player}${column}${is_forced ? "!" : ""}${wins ? "#" : ""}`;
}

/** Say what shows the result, and where on the line. */
export function describeReasons({ reasons, shown_after, line, nodes }) {
  if (!reasons.length) {
    const positions = nodes.toLocaleString("en");
    return `The board fills.${nodes ? ` Nothing shorter than a search shows it: ${positions} positions.` : ""}`;
  }
  const where = sayWhere(shown_after, line.length);
  if (reasons.every(({ kind }) => kind === "dead")) {
    return `${where}No line of four is left to anybody: each has stones of both players.`;
  }
  return where + reasons.map(describeReason).join(" ");
}

function sayWhere(after, length) {
  if (!after) return "";
  if (after === length) return "Then: ";
  return after === 1 ? "After the first of these stones: " : `After ${after} of these stones: `;
}

/** Say what a reason claims and why it is so. */
export function describeReason(reason) {
  return `${reason.player} ${describeClaim(reason)}${describeProof(reason)}.`;
}

/** Say what a reason claims, as what its player does. */
function describeClaim(reason) {
  const cells = nameCells(reason.squares.map(cellOf));
  const claims = {
    four: `makes four in ${cells.replaceAll(" and ", " or ")}`,
    fork: `threatens ${cells} at once`,
    block: `threatens ${cells}, one above the other`,
    poison: `makes four on top of whatever ${otherOf(reason)} plays now`,
    tower: `wins in ${cells}, one above the other`,
    wait: `waits for ${cells}`,
    hold: `need only reply in the column that ${otherOf(reason)} has just used`,
    dead: `does not lose: every line of four has one of ${reason.player}'s stones`,
  };
  return claims[reason.kind];
}

/** Say why a claim is so, as the rest of its sentence. */
function describeProof(reason) {
  const [player, other] = [reason.player, otherOf(reason)];
  const fill = `${other} has to fill the lower one, and ${player} makes four in the upper one`;
  const proofs = {
    fork: () => `, and ${other} can fill only one of them`,
    block: () => `: ${fill}`,
    tower: () => `. ${player} plays below them next: ${fill}`,
    wait: () => describeWaiting(reason),
    hold: () => `. ${describeException(reason)}All that ${other} gets then holds no four`,
  };
  return proofs[reason.kind]?.() ?? "";
}

/** Say why the other player has to play below a square that somebody waits for. */
function describeWaiting(reason) {
  const other = otherOf(reason);
  const isOne = reason.squares.length === 1;
  const rest = isOne ? "this square, the cell right below it" : "these squares, the cells right below them";
  const below = isOne ? "below the square" : "below one of the squares";
  return (
    `, and until then replies in the column that ${other} has just used. ${describeException(reason)}` +
    `Apart from ${rest} and those above, ${reason.cells_left} cells are left, an even number: so ${other} ` +
    `runs out of them first, and has to play ${below}. All that ${other} gets until then holds no four`
  );
}

/** Say where a follower does not reply in the same column, nothing if they always do. */
function describeException(reason) {
  const columns = reason.odd_columns;
  if (!columns.length) return "";
  const other = otherOf(reason);
  if (columns.length === 2) {
    return (
      `There is one exception: if ${other} plays in column ${columns[0]} first, the reply is in column ` +
      `${columns[1]}, and the other way round. `
    );
  }
  return (
    `There is one exception: if ${other} is the first to play in one of columns ${joinNames(columns)}, the ` +
    "reply is in another of these that nobody has used since. "
  );
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
export function describeWorseMove({ player, moves }, move) {
  const other = otherOf({ player });
  if (move.wins) return `${other} makes four at once in column ${move.reply}.`;
  if (move.score > 0) return `${player} ${explain(move.score, moves.length).replace("with", "only with")}.`;
  const result = move.score ? explain(move.score, moves.length) : "only draws";
  const claims = move.score ? move.reasons.map((reason) => ` and ${describeClaim(reason)}`).join("") : "";
  return `${player} ${result}. ${other} replies in column ${move.reply}${claims}.`;
}

/** Name columns, counted from 1, in a sentence: "column 3", "columns 3 and 6". */
export function nameColumns(columns) {
  return `column${columns.length > 1 ? "s" : ""} ${joinNames(columns.map((column) => COLUMN_NAMES[column - 1]))}`;
}

function otherOf({ player }) {
  return player === "X" ? "O" : "X";
}

function capitalize(words) {
  return words[0].toUpperCase() + words.slice(1);
}
