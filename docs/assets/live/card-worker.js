// The check of a deck off the page's thread, card by card.
//
// asked      a deck
// answered   { number, counts, milliseconds } after each card; where one fails with { game, line, failure } too, or
//            { error }

import { Check, loadModule } from "./deck.js";

addEventListener("message", async ({ data: deck }) => {
  try {
    const check = new Check(deck, await loadModule("prove"));
    const began = performance.now();
    let isOver = false;
    while (!isOver) {
      const step = check.step();
      isOver = check.isOver || Boolean(step.failure);
      postMessage({ ...step, counts: check.counts, milliseconds: performance.now() - began, isOver });
    }
  } catch (error) {
    postMessage({ error: error.message });
  }
});
