// Where cells are on the picture of a board, and what people call them.

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";
import { LETTERS } from "./rules.js";
import { joinNames } from "./words.js";

export const CELL = 40; // the side of one

/** Return the transform that leads to the centre of a cell. */
export function place(cell) {
  const [column, row] = [Math.floor(cell / HEIGHT), cell % HEIGHT];
  return `translate(${CELL * (column + 0.5)} ${CELL * (HEIGHT - row - 0.5)})`;
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

/** Name the column of a cell. */
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
