// The solver for anybody's page, as `import c4` is for Python:
//
//     import { load, analyze } from "https://.../assets/live/c4.js";
//     await load();
//     analyze("4455"); // [-4, -3, 18, 2, 2, 18, -3], null for a column that is full
//
// Moves are the columns played, counted from 1. A score is from the mover's point of view: +n if they win with their n-th stone
// counted back from the last, 0 for a draw, -n if the other player does. A search keeps its thread busy: most
// positions take a few milliseconds, the hardest ones up to a second. A worker can import this module, too.

import { THINKER } from "../wasm/kernels.js";
import { loadBook } from "./book.js";
import { fetchFile, readModule } from "./fetching.js";
import { Kernel, SIZE } from "./kernel.js";
import { COLUMNS, Game, InvalidMoves } from "./rules.js";

const WASM = new URL("../wasm/", import.meta.url);

let kernel = null;

/** Fetch the solver and its book, once; throw an Error that says what could not be loaded. */
export async function load() {
  kernel ??= await loadKernel(THINKER, loadBook());
}

/** Return the score of a position; throw InvalidMoves if the moves cannot be played, or the game is over. */
export function solve(moves) {
  return scoreOf(requireKernel(), read(moves));
}

/** Return the score of each column of a position, or null where it is full; throw InvalidMoves as `solve` does. */
export function analyze(moves) {
  const [solver, game] = [requireKernel(), read(moves)];
  const scoreAfter = (after) => after.endScore ?? scoreOf(solver, after);
  return COLUMNS.map((column) => (game.canPlay(column) ? 0 - scoreAfter(game.play(column)) : null));
}

/** Return a step's kernel, or if there is a book, which is being loaded, one for pages: its table takes less memory. */
export async function loadKernel(step, book = null) {
  const fetching = fetchFile(new URL(`${step}.wasm`, WASM), readModule);
  const [module, read] = await Promise.all([fetching, book]);
  return new Kernel(step, module, read ?? undefined, book && SIZE);
}

/** Return the score of a game that goes on. If the book has the position before, no move of that one is better than its score. */
export function scoreOf(kernel, game) {
  const before = game.upTo(-1);
  if (before.moves !== kernel.book.plies) return kernel.solve(game.fields);
  return kernel.solve(game.fields, -kernel.solve(before.fields));
}

function requireKernel() {
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
