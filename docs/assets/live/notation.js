// What people write for a position: moves, with blanks or commas between them or without, or a drawn board. The rules
// are those of common/api/c4/notation.py, which says them and reads more; tests/notation.json has cases for both.

import { COLUMN_NAMES, HEIGHT, WIDTH } from "../wasm/kernels.js";
import { count } from "./format.js";
import { CELLS, COLUMNS, Game, InvalidMoves, rowThrough } from "./rules.js";

const SEPARATORS = /[ ,[\]|\t\r\n]+/;
const MOVES_APART = /[ ,[\]|\t\r\n0-9-]/;
const KINDS = ["[XO.·_xo+-]", "[RY.·_-]", "[ry.·_-]"];
const DRAWN = KINDS.map((kind) => `${kind}{${CELLS}}`);
const DRAWING = new RegExp(`^(${DRAWN.join("|")})(?:${COLUMN_NAMES}.*)?$`, "s");
const SHORT = new RegExp(`^(${KINDS.map((kind) => `${kind}+`).join("|")})$`);
const BLANK_CELL = /(?<=\|)[ \t]+(?=\|)/g;
const STONES = { X: "X", x: "X", R: "X", r: "X", O: "O", o: "O", Y: "O", y: "O" };
const WRITE_STONES = "for a stone, write X and O, or only small letters";
const CELL_KINDS = "X, O and ., or R, Y and .";
const WRITE = `write the moves, such as 4455, or a board: ${CELLS} cells ${CELL_KINDS}, rows from the top`;

/** Return the game of a position that is written as moves or as a board; throw InvalidMoves if there is none. */
export function readPosition(text) {
  const cells = findCells(tidy(text));
  return Game.parse(cells ? findGame(cells) : readMoves(text));
}

/** Return the move string that a text has; throw InvalidMoves if it has none. */
export function readMoves(text) {
  const moves = tidy(text);
  if (moves === COLUMN_NAMES && text.split(moves[0])[0].split("\n").length > HEIGHT) {
    throw new InvalidMoves("rows of blanks above the names of the columns; write . for an empty cell");
  }
  if (SEPARATORS.test(moves)) {
    if (![...moves].every((name) => COLUMN_NAMES.includes(name) || MOVES_APART.test(name))) {
      throw new InvalidMoves(`neither moves nor a board of ${WIDTH}x${HEIGHT}; ${WRITE}`);
    }
    throw new InvalidMoves(
      "put blanks or commas between all columns or none. Of a line of a test set, such as `4455 18`, " +
        "write the moves only",
    );
  }
  const wrong = [...moves].findIndex((name) => !COLUMN_NAMES.includes(name));
  if (wrong < 0 || wrong > CELLS) return moves; // the board is full before
  if (findCells(moves)) {
    throw new InvalidMoves(
      "a board does not say in which order it was played; write the moves, such as 4455",
    );
  }
  if (moves.length > 1 && SHORT.test(moves)) {
    throw new InvalidMoves(`${[...moves].length} cells, and a board of ${WIDTH}x${HEIGHT} has ${CELLS}`);
  }
  const reason = `there is no such column, they are 1 to ${COLUMN_NAMES.at(-1)}; ${WRITE}`;
  throw new InvalidMoves(`move ${wrong + 1}, '${[...moves][wrong]}': ${reason}`);
}

/** Return moves or a board without what may stand between columns and cells; other texts as they are. */
function tidy(text) {
  let bare = text.replace(/^\ufeff/, "");
  if (!/[.·_-]/.test(bare)) bare = bare.replace(BLANK_CELL, ".");
  const parts = bare.split(SEPARATORS);
  const joined = parts.join("");
  if (findCells(joined)) return joined;
  const isOneEach = parts.every((part) => [...part].length <= 1);
  return isOneEach || parts.includes(joined) ? joined : text;
}

/** Return the columns of a board that a text is, each from the bottom with X, O, . and marks; null if it is none. */
function findCells(text) {
  const cells = DRAWING.exec(text)?.[1] ?? "";
  if (!/[^xo+]/.test(cells)) return null;
  const name = /[XO]/.test(cells)
    ? (cell) => (/[xo]/i.test(cell) ? cell : ".")
    : (cell) => STONES[cell] ?? ".";
  const owners = [...cells].map(name);
  return COLUMNS.map((column) => owners.filter((_, at) => at % WIDTH === column).toReversed());
}

/** Return the columns of a board without the marks x and o; throw InvalidMoves if one is not a winning square. */
function eraseMarks(cells) {
  const bare = cells.map((owners) => owners.map((owner) => (/[xo]/.test(owner) ? "." : owner)));
  for (const [at, owners] of cells.entries()) {
    for (const [row, mark] of owners.entries()) {
      const player = mark.toUpperCase();
      if (mark === player || hasFour(bare.with(at, bare[at].with(row, player)), player)) continue;
      const where = `column ${COLUMN_NAMES[at]}, row ${row + 1}`;
      throw new InvalidMoves(`${mark} in ${where} is not a winning square of ${player}; ${WRITE_STONES}`);
    }
  }
  return bare;
}

/** Return moves that lead to a board, given as its columns; throw InvalidMoves if none do, or it is over. */
function findGame(marked) {
  const cells = eraseMarks(marked);
  const columns = cells.map((owners) => owners.join("").replace(/\.+$/, ""));
  for (const [at, column] of columns.entries()) {
    const row = column.lastIndexOf(".") + 2;
    const where = `column ${COLUMN_NAMES[at]}, row ${row}`;
    if (row > 1) throw new InvalidMoves(`the stone in ${where} has nothing below it`);
  }
  const [first, second] = ["X", "O"].map((player) => columns.join("").split(player).length - 1);
  if (first !== second && first !== second + 1) {
    const rule = "X, or red, moves first, so has as many or one more; if the other began, swap the two";
    throw new InvalidMoves(`${count(first, "stone")} of X and ${second} of O: ${rule}`);
  }
  const winners = ["X", "O"].filter((player) => hasFour(cells, player));
  if (winners.length) {
    throw new InvalidMoves(`${winners.join(" and ")} won: there are four in a row, so nobody is to move`);
  }
  if (first + second === CELLS) throw new InvalidMoves("the board is full, nobody is to move");
  const last = first > second ? "X" : "O";
  const ends = first === 0 || columns.some((column) => column.endsWith(last));
  const moves = ends ? orderStones(columns, "X", new Set()) : null;
  if (moves === null) {
    throw new InvalidMoves("players who take turns cannot reach this board, in any order");
  }
  return moves;
}

/** Return an order in which players who take turns put down the stones of columns, or null if there is none. */
function orderStones(columns, player, dead) {
  if (columns.every((column) => column === "")) return "";
  const key = columns.toSorted().join();
  const choices = COLUMNS.filter((column) => columns[column].startsWith(player) && !dead.has(key));
  const rank = (column) => {
    const stones = [...columns[column]];
    const repeats = stones.filter((owner, row) => owner === stones[row + 1]).length;
    return -2 * (stones.length + repeats) + Number(stones[0] === stones[1]);
  };
  for (const column of choices.toSorted((one, other) => rank(one) - rank(other))) {
    const after = columns.with(column, columns[column].slice(1));
    const rest = orderStones(after, player === "X" ? "O" : "X", dead);
    if (rest !== null) return COLUMN_NAMES[column] + rest;
  }
  dead.add(key);
  return null;
}

function hasFour(cells, player) {
  const owners = cells.flat();
  return owners.some((owner, cell) => owner === player && rowThrough(owners, cell, player));
}
