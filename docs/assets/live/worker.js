// A solver off the page's thread: a step's kernel, with the book if it knows how to use one.
//
// asked      { step, moves, weak? }   and how: { analyze: true } for each column, else the position itself
// answered   { column?, score, nodes, milliseconds } for each score, then { done: true }, or { error }

import { readBook } from "./book.js";
import { Kernel } from "./kernel.js";
import { Game } from "./rules.js";

const WASM = new URL("../wasm/", import.meta.url);
const BOOK = new URL("../7x6.book", import.meta.url);

const kernels = new Map();
let book = null;

addEventListener("message", async ({ data }) => {
  try {
    const kernel = await load(data.step, data.useBook);
    const game = Game.parse(data.moves);
    kernel.reset();
    const began = performance.now();
    const answer = (found) =>
      postMessage({ ...found, nodes: kernel.nodes, milliseconds: performance.now() - began });
    if (data.analyze) {
      for (const [column, score] of kernel.analyze(game)) answer({ column, score });
    } else answer({ score: kernel.solve(game, data.weak) });
    postMessage({ done: true });
  } catch (error) {
    postMessage({ error: error.message });
  }
});

/** Return a step's kernel; only the last one asked for is kept, as its table is large. */
async function load(step, useBook) {
  const name = `${step} ${useBook}`;
  if (!kernels.has(name)) {
    kernels.clear();
    const fetched = fetch(new URL(`${step}.wasm`, WASM));
    if (useBook) book ??= readBook(await (await found(fetch(BOOK))).arrayBuffer());
    const module = await WebAssembly.compile(await (await found(fetched)).arrayBuffer());
    kernels.set(name, new Kernel(step, module, useBook ? book : undefined));
  }
  return kernels.get(name);
}

/** Return a response once it is there; throw an Error if the server has nothing. */
async function found(fetched) {
  const response = await fetched;
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response;
}
