// Bitboards with the names and formulas of steps/04_bitboard/position.py and, of the key, of step 05: for
// showing them. A bitboard is a BigInt, since those with more than 32 bits are beyond JavaScript's shifts.
//
// column      HEIGHT + 1 bits, the lowest cell the lowest bit; the spare bit above its cells stays 0

import { HEIGHT, WIDTH } from "../wasm/kernels.js";

export const COLUMN_BITS = HEIGHT + 1;

/** Return the lowest cell of a column. */
export function bottom(column) {
  return 1n << BigInt(column * COLUMN_BITS);
}

/** Return the highest cell of a column. */
export function top(column) {
  return bottom(column) << BigInt(HEIGHT - 1);
}

const BOTTOMS = withOnes([...Array(WIDTH).keys()].map((column) => column * COLUMN_BITS));
export const SPARE = BOTTOMS << BigInt(HEIGHT);

/** Return all cells of a column. */
export function cellsOf(column) {
  return (top(column) << 1n) - bottom(column);
}

/** Return the cells that can be played now. */
export function lowestOf({ mask }) {
  return (mask + BOTTOMS) & ~SPARE;
}

/** Return the numbers that a board has for the cells of a bitboard. */
export function listCells(bits) {
  return ones(BigInt(bits)).map((bit) => bit - Math.floor(bit / COLUMN_BITS));
}

/** Return the column of a cell, given as a bitboard. */
export function columnOf(cell) {
  return Math.floor(ones(cell)[0] / COLUMN_BITS);
}

/** Return the numbers of the bits that are 1, the lowest first. */
export function ones(bits) {
  const length = bits.toString(2).length;
  return [...Array(length).keys()].filter((bit) => (bits >> BigInt(bit)) & 1n);
}

/**
 * Return the bitboard with the bits of some numbers.
 *
 * @param {number[]} numbers
 */
export function withOnes(numbers) {
  return numbers.reduce((bits, number) => bits | (1n << BigInt(number)), 0n);
}

/** Return the same stones with the spare bit again. */
export function withSpare(packed) {
  return withOnes(ones(packed).map((bit) => bit + Math.floor(bit / HEIGHT)));
}
