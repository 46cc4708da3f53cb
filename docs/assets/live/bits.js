// Bitboards with the names and formulas of steps/04_bitboard/position.py and, of the key, of step 05: for
// showing them. A bitboard is a BigInt, since those with more than 32 bits are beyond JavaScript's shifts.
//
// column      HEIGHT + 1 bits, the lowest cell the lowest bit; the spare bit above its cells stays 0

import { HEIGHT, WIDTH } from "../wasm/kernels.js";
import { joinNames } from "./format.js";

/** The bits of a column. */
export const COLUMN_BITS = HEIGHT + 1;

/** The directions of a line, by their names, as cells to the right and up; in the order of `aligned`. */
export const DIRECTIONS = new Map([
  ["vertical", { right: 0, up: 1, neighbour: "above it" }],
  ["diagonal down", { right: 1, up: -1, neighbour: "to its right and down" }],
  ["horizontal", { right: 1, up: 0, neighbour: "to its right" }],
  ["diagonal up", { right: 1, up: 1, neighbour: "to its right and up" }],
]);

/** Return how much a step in a direction adds to the number of a bit. */
export function stepOf({ right, up }, columnBits = COLUMN_BITS) {
  return right * columnBits + up;
}

/** Return the lowest cell of a column. */
export function bottom(column) {
  return 1n << BigInt(column * COLUMN_BITS);
}

/** Return the highest cell of a column. */
export function top(column) {
  return bottom(column) << BigInt(HEIGHT - 1);
}

/** Return the spare bits. */
export function spare() {
  return [...Array(WIDTH).keys()].reduce((bits, column) => bits | (top(column) << 1n), 0n);
}

/** Return the stones that have a neighbour one step further, and of these where a line of four begins. */
export function alignment(stones, step) {
  const shifted = stones >> BigInt(step);
  const pairs = stones & shifted;
  const shiftedPairs = pairs >> BigInt(2 * step);
  return { shifted, pairs, shiftedPairs, fours: pairs & shiftedPairs };
}

/** Return whether four of the stones are in a row. */
export function aligned(stones) {
  return [...DIRECTIONS.values()].some((direction) => alignment(stones, stepOf(direction)).fours !== 0n);
}

/** Return all cells of a column. */
export function cellsOf(column) {
  return (top(column) << 1n) - bottom(column);
}

/** Return the cells that can be played now. */
export function lowestOf({ mask }) {
  const bottoms = [...Array(WIDTH).keys()].reduce((bits, column) => bits | bottom(column), 0n);
  return (mask + bottoms) & ~spare();
}

/** Return the number that a board has for the cell of a bit. */
export function cellOfBit(bit) {
  return bit - Math.floor(bit / COLUMN_BITS);
}

/** Return the column of a cell, given as a bitboard. */
export function columnOf(cell) {
  return Math.floor(ones(cell)[0] / COLUMN_BITS);
}

/** Return a number that no other position has. */
export function key({ stones, mask }) {
  return stones + mask;
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

/** Return the same stones in columns of HEIGHT bits, without the spare one. */
export function withoutSpare(stones) {
  return withOnes(ones(stones).map(cellOfBit));
}

/** Return the same stones with the spare bit again. */
export function withSpare(packed) {
  return withOnes(ones(packed).map((bit) => bit + Math.floor(bit / HEIGHT)));
}

/** Return the bits of the lines of four that begin at some bits. */
export function linesFrom(fours, step) {
  return withOnes(ones(fours).flatMap((bit) => [0, 1, 2, 3].map((steps) => bit + steps * step)));
}

/** Name bits in a sentence: "bits 14, 21 and 28". */
export function listed(bits) {
  const numbers = ones(bits);
  if (!numbers.length) return "no bit";
  return `bit${numbers.length > 1 ? "s" : ""} ${joinNames(numbers)}`;
}
