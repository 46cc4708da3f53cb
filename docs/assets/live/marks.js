// The marks on the cells of a board, besides the stones, in any figure:
//
// squares     winning squares of X and of O, two lists of cells: a small square with the player's letter
// awaited     those squares that a player waits for: a ring around them
// takers      empty cells that X and O will get, two lists: a tint in the player's colour
// forbidden   cells in reach where a stone would lose: a cross
// line        stones that may be played, the cell and the owner of each: ghosts with their numbers

import { CELL, nameCells, nameColumn, place } from "./cells.js";
import { shape } from "./dom.js";
import { LETTERS } from "./rules.js";

const KINDS = ["first", "second"];
const SIDE = 15; // of a small square
const NOBODYS = [[], []];

/** Return shapes for the cells of a board, to be drawn over its discs. */
export function drawMarks({ squares = NOBODYS, awaited = [], takers = NOBODYS, forbidden = [], line = [] }) {
  const tints = KINDS.flatMap((kind, at) => takers[at].map((cell) => drawTint(cell, kind)));
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
  const crosses = forbidden.map((cell) =>
    shape("path", { class: "mark-forbidden", d: "M-9-9 9 9M9-9-9 9", transform: place(cell) }),
  );
  return [...tints, ...rings, ...crosses, ...small, ...line.map(drawGhost)];
}

/** Say what the marks are, "" if there are none. */
export function describeMarks({
  squares = NOBODYS,
  awaited = [],
  takers = NOBODYS,
  forbidden = [],
  line = [],
}) {
  const stones = line.map(({ cell, owner }) => `${LETTERS[owner]} in column ${nameColumn(cell)}`);
  const cells = [
    ...KINDS.map((_, at) => [`winning squares of ${LETTERS[1 + at]}`, squares[at]]),
    ["waited for", awaited],
    ["forbidden", forbidden],
    ...KINDS.map((_, at) => [`${LETTERS[1 + at]} will get`, takers[at]]),
  ]
    .filter(([, cells]) => cells.length)
    .map(([what, cells]) => `${what}: ${nameCells(cells)}`);
  return [...cells, ...(stones.length ? [`best line: ${stones.join(", ")}`] : [])].join(". ");
}

function drawTint(cell, kind) {
  return shape("circle", { class: `mark-taker-${kind}`, r: (CELL * 2) / 5, transform: place(cell) });
}

function drawGhost({ cell, owner }, at) {
  const circle = shape("circle", { class: `mark-stone-${KINDS[owner - 1]}`, r: (CELL * 2) / 5 });
  return shape(
    "g",
    { class: "mark-stone", transform: place(cell) },
    circle,
    shape("text", {}, String(at + 1)),
  );
}

function drawSquare(cell, kind, letter, x) {
  const at = { x: x - SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 2 };
  const square = shape("rect", { class: `mark-square-${kind}`, ...at });
  const text = shape("text", { class: `disc-letter-${kind}`, x }, letter);
  return shape("g", { class: "mark-square", transform: place(cell) }, square, text);
}
