// A solver off the page's thread: a step's kernel, with the book if it knows how to use one.
//
// asked      { step, useBook, entries, moves, isTimed }
// answered   { score, nodes, milliseconds } or { error }
//
// Timed is a search from an empty table, which is repeated if it is too quick for the clock.

import { readBook } from "./book.js";
import { fetched } from "./fetched.js";
import { Kernel } from "./kernel.js";
import { Game } from "./rules.js";

const WASM = new URL("../wasm/", import.meta.url);
const BOOK = new URL("../7x6.book", import.meta.url);
const QUICK = 50; // milliseconds: less is measured again
const ENOUGH = 150; // milliseconds that all of it takes, emptying tables included

let kernel = { name: null };
let book = null;

addEventListener("message", async ({ data }) => {
  try {
    const solver = await load(data);
    const game = Game.parse(data.moves);
    postMessage(data.isTimed ? timed(solver, game) : { score: untimed(solver, game) });
  } catch (error) {
    postMessage({ error: error.message });
  }
});

/** Return what a search from an empty table finds, with the nodes of one search and the mean of its times. */
function timed(solver, game) {
  const until = performance.now() + ENOUGH;
  let [score, passed, runs] = [0, 0, 0];
  do {
    solver.reset();
    const began = performance.now();
    score = solver.solve(game);
    passed += performance.now() - began;
    runs += 1;
  } while (passed < QUICK && performance.now() < until);
  return { score, nodes: solver.nodes, milliseconds: passed / runs };
}

/** Return a score. If the book has the position before, no move of that one is better than its score. */
function untimed(solver, game) {
  const before = new Game(game.columns.slice(0, -1));
  if (before.moves !== solver.book.plies) return solver.solve(game);
  return solver.solve(game, -solver.solve(before));
}

/** Return a step's kernel; only the last one asked for is kept, as its table is large. */
async function load({ step, useBook, entries }) {
  const name = `${step} ${useBook} ${entries}`;
  if (kernel.name !== name) {
    const [module] = await Promise.all([
      fetched(new URL(`${step}.wasm`, WASM)).then(async (code) =>
        WebAssembly.compile(await code.arrayBuffer()),
      ),
      useBook && loadBook(),
    ]);
    kernel = { name, solver: new Kernel(step, module, useBook ? book : undefined, entries) };
  }
  return kernel.solver;
}

async function loadBook() {
  book ??= readBook(await (await fetched(BOOK)).arrayBuffer());
}
