// Where cells are on the picture of a board, and what people call them.

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";
import { joinNames } from "./words.js";

export const CELL = 40; // the side of one

/** Return the transform that leads to the centre of a cell. */
export function place(cell) {
  const [column, row] = [Math.floor(cell / HEIGHT), cell % HEIGHT];
  return `translate(${CELL * (column + 0.5)} ${CELL * (HEIGHT - row - 0.5)})`;
}

/** Name cells in a sentence: "row 3 of column 5", "rows 2 and 3 of column 3". */
export function nameCells(cells) {
  const rows = new Map();
  for (const cell of cells.toSorted((one, other) => one - other)) {
    const column = COLUMN_NAMES[Math.floor(cell / HEIGHT)];
    rows.set(column, [...(rows.get(column) ?? []), `${(cell % HEIGHT) + 1}`]);
  }
  return joinNames(
    [...rows].map(
      ([column, names]) => `row${names.length > 1 ? "s" : ""} ${joinNames(names)} of column ${column}`,
    ),
  );
}
