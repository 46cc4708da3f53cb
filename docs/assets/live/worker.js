// A solver off the page's thread: a step's kernel, with the book if it knows how to use one.
//
// asked      { step, moves, useBook } and, for each column in place of the position itself, { analyze: true }
// answered   { column?, score, nodes, milliseconds } for each score, then { done: true }, or { error }

import { readBook } from "./book.js";
import { fetched } from "./fetched.js";
import { Kernel } from "./kernel.js";
import { Game } from "./rules.js";

const WASM = new URL("../wasm/", import.meta.url);
const BOOK = new URL("../7x6.book", import.meta.url);

let kernel = { name: null };
let book = null;

addEventListener("message", async ({ data }) => {
  try {
    const solver = await load(data.step, data.useBook);
    const game = Game.parse(data.moves);
    solver.reset();
    const began = performance.now();
    const answer = (found) =>
      postMessage({ ...found, nodes: solver.nodes, milliseconds: performance.now() - began });
    if (data.analyze) {
      for (const [column, score] of solver.analyze(game)) answer({ column, score });
    } else answer({ score: solver.solve(game) });
    postMessage({ done: true });
  } catch (error) {
    postMessage({ error: error.message });
  }
});

/** Return a step's kernel; only the last one asked for is kept, as its table is large. */
async function load(step, useBook) {
  const name = `${step} ${useBook}`;
  if (kernel.name !== name) {
    const [module] = await Promise.all([
      fetched(new URL(`${step}.wasm`, WASM)).then(async (code) =>
        WebAssembly.compile(await code.arrayBuffer()),
      ),
      useBook && loadBook(),
    ]);
    kernel = { name, solver: new Kernel(step, module, useBook ? book : undefined) };
  }
  return kernel.solver;
}

async function loadBook() {
  book ??= readBook(await (await fetched(BOOK)).arrayBuffer());
}
