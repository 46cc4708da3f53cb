// Functions compiled from their Python source to WebAssembly, and the memory that each works in: a step's search.
// common/tools/make/wasm/kernel.py says what is called, and how.

import { MAX_SCORE, STEPS } from "../wasm/kernels.js";

const STACK = 1 << 18; // bytes for the recursion and, below it, for constants
const PAGE = 1 << 16;
const INTEGER = 8; // bytes
const RESULTS = 8; // integers, at most

/** The size of a table of 8 MiB, for pages: in a search of a few seconds a larger one saves hardly any nodes. */
export const SIZE = 1_048_573;

/** The book of a solver that has none. */
const NO_BOOK = { entries: new BigInt64Array(1), size: 0, plies: -1 };

/** A compiled function. */
export class Compiled {
  arrays = new Map(); // of each array, by its name, the integers in its memory
  #call;
  #arguments;
  #result;

  /** The module exports nothing else; an array is as long as its argument says, or as `lengths` does. */
  constructor(module, given, lengths = new Map()) {
    this.#arguments = given;
    const integers = new Map([...given.filter(Array.isArray), ...lengths]); // of each array
    const sum = [...integers.values()].reduce((all, each) => all + each, RESULTS);
    const memory = new WebAssembly.Memory({ initial: Math.ceil((STACK + sum * INTEGER) / PAGE) });
    this.#result = new BigInt64Array(memory.buffer, STACK, RESULTS);
    let end = STACK + RESULTS * INTEGER;
    for (const [name, length] of integers) {
      this.arrays.set(name, new BigInt64Array(memory.buffer, end, length));
      end += length * INTEGER;
    }
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, STACK);
    const env = { __linear_memory: memory, __stack_pointer: stack };
    [this.#call] = Object.values(new WebAssembly.Instance(module, { env }).exports);
  }

  /** Return the numbers that the function returns, given those of its arguments that are not arrays, by their names. */
  call(values) {
    const passed = this.#arguments.map((each) =>
      Array.isArray(each) ? this.arrays.get(each[0]).byteOffset : values[each],
    );
    this.#call(this.#result.byteOffset, 0, ...passed);
    return [...this.#result].map(Number);
  }

  clear(name) {
    const { buffer, byteOffset, byteLength } = this.arrays.get(name);
    new Uint8Array(buffer, byteOffset, byteLength).fill(0); // filling with big integers is much slower
  }
}

/** A solver: a step's search with its table. */
export class Kernel {
  #search;
  #size;

  /** The module is that of the step. The entries of one position serve the next; the table may be smaller. */
  constructor(step, module, book = NO_BOOK, size = null) {
    const { arguments: given, size: most } = STEPS.get(step);
    const lengths = new Map(/** @type {[string, number][]} */ (given.filter(Array.isArray)));
    this.#size = size ?? most;
    if (lengths.has("table.entries"))
      lengths.set("table.entries", lengths.get("table.entries") - most + this.#size);
    if (lengths.has("book.entries")) lengths.set("book.entries", book.entries.length);
    this.#search = new Compiled(module, given, lengths);
    this.book = { size: book.size, plies: book.plies };
    this.#search.arrays.get("book.entries")?.set(book.entries);
  }

  get nodes() {
    return Number(this.#search.arrays.get("nodes")[0]);
  }

  /** Forget everything about the positions solved so far. */
  reset() {
    const names = ["table.entries", "table.scratch"].filter((name) => this.#search.arrays.has(name));
    if (this.nodes) for (const name of names) this.#search.clear(name);
    this.#search.arrays.get("nodes")[0] = 0n;
  }

  /** Return the score of a position, by its fields, that is not over; if it is below `least` or above `most`, that. */
  solve({ cells, heights, ...numbers }, least = -MAX_SCORE, most = MAX_SCORE) {
    const [low, high] = [BigInt(least), BigInt(most)];
    this.#search.arrays.get("position.cells")?.set(cells.map(BigInt));
    this.#search.arrays.get("position.heights")?.set(heights.map(BigInt));
    const values = { alpha: low, low, beta: high, high };
    for (const [name, value] of Object.entries(numbers)) values[`position.${name}`] = BigInt(value);
    values["table.size"] = BigInt(this.#size);
    for (const name of ["size", "plies"]) values[`book.${name}`] = BigInt(this.book[name]);
    return this.#search.call(values)[0];
  }
}
