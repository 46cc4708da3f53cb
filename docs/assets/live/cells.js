// Where cells are on the picture of a board, and what people call them.

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";

export const CELL = 40; // the side of one

/** Return the transform that leads to the centre of a cell. */
export function place(cell) {
  const [column, row] = [Math.floor(cell / HEIGHT), cell % HEIGHT];
  return `translate(${CELL * (column + 0.5)} ${CELL * (HEIGHT - row - 0.5)})`;
}

/** Return what people call a cell: "column 3, row 4". */
export function nameCell(cell) {
  return `column ${COLUMN_NAMES[Math.floor(cell / HEIGHT)]}, row ${(cell % HEIGHT) + 1}`;
}
