// A step's search, compiled from its Python source to WebAssembly, and the memory that it works in.
// common/tools/make/wasm/kernel.py says what is called, and how.

import { MAX_SCORE, STEPS } from "../wasm/kernels.js";

const STACK = 1 << 18; // bytes for the recursion and, below it, for constants
const PAGE = 1 << 16;
const INTEGER = 8; // bytes

/** The book of a solver that has none. */
export const NO_BOOK = { keys: new BigInt64Array(1), scores: new BigInt64Array(1), size: 0, plies: -1 };

/** A solver: a step's search with its table. */
export class Kernel {
  #search;
  #arrays = new Map(); // of each array, by its name, the integers in the kernel's memory
  #arguments;
  #result;

  /** The module is that of the step. What one position fills the table with serves the next; it may be smaller. */
  constructor(step, module, book = NO_BOOK, entries = null) {
    this.#arguments = STEPS.get(step).arguments;
    const lengths = new Map(this.#arguments.filter(Array.isArray));
    if (entries && lengths.has("entries")) lengths.set("entries", entries);
    for (const name of ["keys", "scores"]) {
      if (lengths.has(`book.${name}`)) lengths.set(`book.${name}`, book[name].length);
    }
    const memory = this.#layOut(lengths);
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, STACK);
    const given = { env: { __linear_memory: memory, __stack_pointer: stack } };
    this.#search = new WebAssembly.Instance(module, given).exports.search;
    this.book = book;
    for (const name of ["keys", "scores"]) this.#arrays.get(`book.${name}`)?.set(book[name]);
  }

  /** The calls of negamax since the last reset. */
  get nodes() {
    return Number(this.#arrays.get("nodes")[0]);
  }

  /** Forget everything about the positions solved so far. */
  reset() {
    for (const name of ["entries", "moves"]) {
      if (!this.nodes || !this.#arrays.has(name)) continue;
      const { buffer, byteOffset, byteLength } = this.#arrays.get(name);
      new Uint8Array(buffer, byteOffset, byteLength).fill(0); // filling with big integers is much slower
    }
    this.#arrays.get("nodes")[0] = 0n;
  }

  /** Return the score of a position, by its fields, that is not over; if it is below `least` or above `most`, that. */
  solve({ cells, heights, ...numbers }, least = -MAX_SCORE, most = MAX_SCORE) {
    const [low, high] = [BigInt(least), BigInt(most)];
    this.#arrays.get("position.cells")?.set(cells.map(BigInt));
    this.#arrays.get("position.heights")?.set(heights.map(BigInt));
    const values = { alpha: low, low, beta: high, high };
    for (const [name, value] of Object.entries(numbers)) values[`position.${name}`] = BigInt(value);
    for (const name of ["size", "plies"]) values[`book.${name}`] = BigInt(this.book[name]);
    this.#search(
      this.#result.byteOffset,
      0,
      ...this.#arguments.flatMap((each) => this.#passed(each, values)),
    );
    return Number(this.#result[0]);
  }

  /** Return a memory with room for the arrays behind the stack, and note where they are. */
  #layOut(lengths) {
    const places = new Map();
    let end = STACK + INTEGER;
    for (const [name, length] of lengths) {
      places.set(name, [end, length]);
      end += length * INTEGER;
    }
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE) });
    for (const [name, place] of places) this.#arrays.set(name, new BigInt64Array(memory.buffer, ...place));
    this.#result = new BigInt64Array(memory.buffer, STACK, 1);
    return memory;
  }

  /** Return an argument as the kernel takes it: of an array, all that Numba knows of it. */
  #passed(argument, values) {
    if (!Array.isArray(argument)) return values[argument];
    const array = this.#arrays.get(argument[0]);
    const length = BigInt(array.length);
    return [0, 0, length, BigInt(INTEGER), array.byteOffset, length, BigInt(INTEGER)];
  }
}
