// A card as a picture: a small board with a ring around X's stone, and digits in empty cells.

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";
import { picture } from "./board.js";
import { place } from "./cells.js";
import { cellOfBit, COLUMN_BITS, ones } from "./bits.js";
import { shape } from "./dom.js";
import { CELLS } from "./rules.js";

/** Return the picture of a card as it lies on the board; `used` is the cell whose digit X has just played, if any. */
export function drawCard({ own, mask, stone, digits }, used = null) {
  const owners = Array(CELLS).fill(0);
  for (const cell of listCells(mask)) owners[cell] = 2;
  for (const cell of listCells(own | stone)) owners[cell] = 1;
  const [played] = listCells(stone);
  const digitOf = (cell) => digits[Math.floor(cell / HEIGHT) * COLUMN_BITS + (cell % HEIGHT)];
  const written = owners.map((_, cell) => cell).filter((cell) => !owners[cell] && digitOf(cell) >= 0);
  const svg = picture(
    owners,
    describe(played, written, digitOf),
    [played],
    used === null ? {} : { awaited: [used] },
  );
  const texts = written.map((cell) =>
    shape("text", { class: "card-digit", transform: place(cell) }, COLUMN_NAMES[digitOf(cell)]),
  );
  svg.querySelector("g").append(...texts);
  return svg;
}

function describe(played, written, digitOf) {
  const columns = Map.groupBy(written, (cell) => Math.floor(cell / HEIGHT));
  const answers = [...columns].map(([column, cells]) => {
    const each = cells.map((cell) => `row ${(cell % HEIGHT) + 1}: ${COLUMN_NAMES[digitOf(cell)]}`);
    return `O in column ${COLUMN_NAMES[column]}, ${each.join(", ")}`;
  });
  const start = `The card: X plays column ${COLUMN_NAMES[Math.floor(played / HEIGHT)]}`;
  return [start, answers.length ? `answers to ${answers.join("; ")}` : "no digits"].join(". ");
}

function listCells(bits) {
  return ones(bits).map(cellOfBit);
}
