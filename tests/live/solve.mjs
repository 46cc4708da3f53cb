// c4 solve by the kernels of steps: node tests/live/solve.mjs STEP[,STEP...] [BOOK] < POSITIONS
// One position per line; for each a line "position score nodes microseconds", from an empty table, step by step.

import { readFileSync } from "node:fs";
import { readBook } from "../../docs/assets/live/book.js";
import { Kernel } from "../../docs/assets/live/kernel.js";
import { Game } from "../../docs/assets/live/rules.js";

const [steps, path] = process.argv.slice(2);
const folder = process.env.C4_WASM ?? new URL("../../docs/assets/wasm", import.meta.url).pathname;
const book = path && (await readBook(new Uint8Array(readFileSync(path)).buffer));
const positions = readFileSync(0, "utf8").split("\n").slice(0, -1);
for (const step of steps.split(",")) {
  const module = new WebAssembly.Module(readFileSync(`${folder}/${step}.wasm`));
  const kernel = new Kernel(step, module, book);
  for (const moves of positions) {
    const game = Game.parse(moves);
    kernel.reset();
    const began = performance.now();
    const score = kernel.solve(game.fields);
    console.log(moves, score, kernel.nodes, Math.round(1000 * (performance.now() - began)));
  }
}
