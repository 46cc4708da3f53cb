// Positions as two bitboards, with the names and formulas of steps/17_zugzwang/position.py: for reasons. A bitboard
// is a BigInt, since its 49 bits are beyond JavaScript's shifts.
//
// position     { stones, mask, moves }: the stones of the player to move, those of both, and how many there are

import { HEIGHT } from "../wasm/kernels.js";
import { aligned, bottom, ones, top } from "./bits.js";
import { COLUMNS } from "./rules.js";

const STEPS = [1, HEIGHT, HEIGHT + 1, HEIGHT + 2].map(BigInt);

/** The lowest cell of each column. */
export const BOTTOMS = COLUMNS.reduce((bits, column) => bits | bottom(column), 0n);
/** All cells. */
export const BOARD = COLUMNS.reduce((bits, column) => bits | cellsOf(column), 0n);
/** Every second cell, the top one too. */
export const FOLLOWED = BOARD & COLUMNS.reduce((bits, column) => bits | followedIn(column), 0n);

/** Return all cells of a column. */
export function cellsOf(column) {
  return (top(column) << 1n) - bottom(column);
}

function followedIn(column) {
  let bits = 0n;
  for (let cell = top(column); cell >= bottom(column); cell >>= 2n) bits |= cell;
  return bits;
}

/** Return the empty cells, in reach or not, where one more stone makes four in a row for a player. */
export function winningSquares(stones, mask) {
  let squares = 0n;
  for (const step of STEPS) {
    const before = stones << step;
    const after = stones >> step;
    squares |= after & (stones >> (2n * step)) & ((stones >> (3n * step)) | before); // _XXX and X_XX
    squares |= before & (stones << (2n * step)) & ((stones << (3n * step)) | after); // XXX_ and XX_X
  }
  return squares & BOARD & ~mask;
}

/** Return the cells that can be played now. */
export function lowestOf({ mask }) {
  return (mask + BOTTOMS) & BOARD;
}

export function canPlay({ mask }, column) {
  return (mask & top(column)) === 0n;
}

/** Return the position after a stone, seen by the other player. */
export function play({ stones, mask, moves }, column) {
  return { stones: stones ^ mask, mask: mask | (mask + bottom(column)), moves: moves + 1 };
}

export function isWinningMove({ stones, mask }, column) {
  return aligned(stones | ((mask + bottom(column)) & ~mask));
}

/** Return the number of cells. */
export function countCells(bits) {
  let number = 0;
  for (let rest = bits; rest; rest &= rest - 1n) number += 1;
  return number;
}

/** Return the cells of a bitboard as columns and rows, both from 0. */
export function listCells(bits) {
  return bits ? ones(bits).map((bit) => [Math.floor(bit / (HEIGHT + 1)), bit % (HEIGHT + 1)]) : [];
}

/** Return the numbers that a board has for the cells of a bitboard. */
export function numberCells(bits) {
  return listCells(bits).map(([column, row]) => column * HEIGHT + row);
}

/** Return the columns of the cells of a bitboard. */
export function listColumns(bits) {
  return listCells(bits).map(([column]) => column);
}
