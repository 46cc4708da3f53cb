// c4 cards check by the pages' kernel: node tests/live/check_cards.mjs < CARDS
// What all lines come to as JSON, or the game of the card that fails, the line and why.

import { readFileSync } from "node:fs";
import { Check, readDeck } from "../../docs/assets/live/deck.js";

const module = new WebAssembly.Module(
  readFileSync(new URL("../../docs/assets/wasm/cards-prove.wasm", import.meta.url)),
);
const check = new Check(readDeck(readFileSync(0, "utf8")), module);
let failed = null;
while (!check.isOver && !failed) {
  const done = check.step();
  if (done.failure) failed = done;
}
console.log(JSON.stringify(failed ?? check.counts));
