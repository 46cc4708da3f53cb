// Where the cells of a board are on its picture, what people call them, and their marks besides the stones, in any figure:
//
// squares     winning squares of X and of O, two lists of cells: a small square with the player's letter
// awaited     those squares that a player waits for: a ring around them
// takers      empty cells that X and O will get, two lists: a tint in the player's colour
// forbidden   cells in reach where a stone would lose: a cross
// starred     cells that a question is about: a star
// line        stones that may be played, the cell and the owner of each: ghosts with their numbers

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";
import { shape } from "./dom.js";
import { joinNames } from "./format.js";
import { LETTERS } from "./rules.js";

export const CELL = 40; // the side of a cell on the picture of a board

const KINDS = ["first", "second"];
const SIDE = 15; // of a small square
const NONE = { squares: [[], []], awaited: [], takers: [[], []], forbidden: [], starred: [], line: [] };

/** Return shapes for the cells of a board, to be drawn over its discs. */
export function drawMarks(marks) {
  const { squares, awaited, takers, forbidden, starred, line } = { ...NONE, ...marks };
  const drawTint = (kind) => (cell) =>
    shape("circle", { class: `mark-taker-${kind}`, r: (CELL * 2) / 5, transform: place(cell) });
  const tints = KINDS.flatMap((kind, at) => takers[at].map(drawTint(kind)));
  const rings = awaited.map((cell) =>
    shape("circle", { class: "mark-awaited", r: CELL / 3, transform: place(cell) }),
  );
  const isFree = (cell) => !line.some((stone) => stone.cell === cell);
  const small = KINDS.flatMap((kind, at) =>
    squares[at].filter(isFree).map((cell) => {
      const isShared = squares[1 - at].includes(cell);
      return drawSquare(cell, kind, LETTERS[1 + at], isShared ? (at - 0.5) * SIDE : 0);
    }),
  );
  const drawStrokes = (kind, d) => (cell) =>
    shape("path", { class: `mark-${kind}`, d, transform: place(cell) });
  const crosses = forbidden.map(drawStrokes("forbidden", "M-9-9 9 9M9-9-9 9"));
  const stars = starred.map(drawStrokes("starred", "M0-9V9M-8-4.5 8 4.5M-8 4.5 8-4.5"));
  return [...tints, ...rings, ...crosses, ...stars, ...small, ...line.map(drawGhost)];
}

/** Say what the marks are, "" if there are none. */
export function describeMarks(marks) {
  const { squares, awaited, takers, forbidden, starred, line } = { ...NONE, ...marks };
  const stones = line.map(({ cell, owner }) => `${LETTERS[owner]} in column ${nameColumn(cell)}`);
  const cells = [
    ...KINDS.map((_, at) => [`Winning squares of ${LETTERS[1 + at]}`, squares[at]]),
    ["Waited for", awaited],
    ["Forbidden", forbidden],
    ["Marked", starred],
    ...KINDS.map((_, at) => [`${LETTERS[1 + at]} will get`, takers[at]]),
  ]
    .filter(([, cells]) => cells.length)
    .map(([what, cells]) => `${what}: ${nameCells(cells)}`);
  return [...cells, ...(stones.length ? [`Best line: ${stones.join(", ")}`] : [])].join(". ");
}

export function centre(cell) {
  const [column, row] = [Math.floor(cell / HEIGHT), cell % HEIGHT];
  return [CELL * (column + 0.5), CELL * (HEIGHT - row - 0.5)];
}

/** Return the transform that leads to the centre of a cell. */
export function place(cell) {
  return `translate(${centre(cell).join(" ")})`;
}

/** Say which stones are in the columns: "Column 4 from the bottom: X O. Column 5: X". The owners are those of all cells. */
export function describeStones(owners) {
  const stonesOf = (column) => owners.slice(column * HEIGHT, (column + 1) * HEIGHT).filter(Boolean);
  return [...COLUMN_NAMES]
    .map((name, column) => [name, stonesOf(column).map((owner) => LETTERS[owner])])
    .filter(([, stones]) => stones.length)
    .map(([name, stones], at) => `Column ${name}${at ? "" : " from the bottom"}: ${stones.join(" ")}`)
    .join(". ");
}

export function nameColumn(cell) {
  return COLUMN_NAMES[Math.floor(cell / HEIGHT)];
}

/** Name cells in a sentence: "row 3 of column 5", "rows 2 and 3 of column 3". */
export function nameCells(cells) {
  const rows = new Map();
  for (const cell of cells.toSorted((one, other) => one - other)) {
    const column = nameColumn(cell);
    rows.set(column, [...(rows.get(column) ?? []), (cell % HEIGHT) + 1]);
  }
  const name = ([column, own]) => `row${own.length > 1 ? "s" : ""} ${joinNames(own)} of column ${column}`;
  return joinNames([...rows].map(name));
}

function drawGhost({ cell, owner }, at) {
  const circle = shape("circle", { class: `mark-stone-${KINDS[owner - 1]}`, r: (CELL * 2) / 5 });
  const number = shape("text", {}, String(at + 1));
  return shape("g", { class: "mark-stone", transform: place(cell) }, circle, number);
}

function drawSquare(cell, kind, letter, x) {
  const at = { x: x - SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 2 };
  const square = shape("rect", { class: `mark-square-${kind}`, ...at });
  const text = shape("text", { class: `disc-letter-${kind}`, x }, letter);
  return shape("g", { class: "mark-square", transform: place(cell) }, square, text);
}
