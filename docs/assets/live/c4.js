// The solver for anybody's page, as `import c4` is for Python:
//
//     import { load, analyze } from "https://.../assets/live/c4.js";
//     await load();
//     analyze("4455"); // [-4, -3, 18, 2, 2, 18, -3], null for a column that is full
//
// Moves are the columns played, counted from 1. A score is from the mover's point of view: +n if they win with their n-th stone
// counted back from the last, 0 for a draw, -n if the other player does. A search keeps its thread busy: most
// positions take a few milliseconds, the hardest ones seconds. A worker can import this module, too.

import { THINKER } from "../wasm/kernels.js";
import { readBook } from "./book.js";
import { fetched, readModule } from "./fetched.js";
import { Kernel, SIZE } from "./kernel.js";
import { COLUMNS, Game, InvalidMoves } from "./rules.js";

const WASM = new URL("../wasm/", import.meta.url);
const BOOK = new URL("../7x6.book", import.meta.url);

let [book, kernel] = [null, null];

/** Fetch the solver and its book, once; throw an Error that says what could not be loaded. */
export async function load() {
  kernel ??= await loadKernel({ step: THINKER, useBook: true, size: SIZE });
}

/** Return the score of a position; throw InvalidMoves if the moves cannot be played, or the game is over. */
export function solve(moves) {
  return scoreOf(loaded(), read(moves));
}

/** Return the score of each column of a position, or null where it is full; throw InvalidMoves as `solve` does. */
export function analyze(moves) {
  const [solver, game] = [loaded(), read(moves)];
  const scoreAfter = (after) => after.endScore ?? scoreOf(solver, after);
  return COLUMNS.map((column) => (game.canPlay(column) ? 0 - scoreAfter(game.play(column)) : null));
}

/** Return a step's kernel, with the book if it is to use one. */
export async function loadKernel({ step, useBook, size }) {
  const module = fetched(new URL(`${step}.wasm`, WASM), readModule);
  const [made, known] = await Promise.all([module, useBook ? loadBook() : undefined]);
  return new Kernel(step, made, known, size);
}

/** Return the score of a game that goes on. If the book has the position before, no move of that one is better than its score. */
export function scoreOf(kernel, game) {
  const before = game.upTo(-1);
  if (before.moves !== kernel.book.plies) return kernel.solve(game.fields);
  return kernel.solve(game.fields, -kernel.solve(before.fields));
}

async function loadBook() {
  book ??= await fetched(BOOK, async (response) => readBook(await response.arrayBuffer()));
  return book;
}

function loaded() {
  if (!kernel) throw new Error("the solver is not loaded: await load() first");
  return kernel;
}

/** Return the game of some moves in which somebody is to move. */
function read(moves) {
  const game = Game.parse(String(moves));
  if (game.isOver)
    throw new InvalidMoves(`${game.line ? "the game is won" : "the board is full"}: nobody is to move`);
  return game;
}
