import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, Python } from "../../docs/assets/live/python.js";
import { Stopped } from "../../docs/assets/live/solver.js";

/** A worker that does nothing; the latest one is kept. */
let worker;
globalThis.Worker = class {
  isEnded = false;
  constructor() {
    worker = this;
  }
  postMessage() {}
  terminate() {
    this.isEnded = true;
  }
};
const tells = (event) => worker.onmessage({ data: { told: JSON.stringify({ event }) } });

test("what has begun and says nothing for long is stopped", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const python = new Python(() => {});
  const asked = python.ask({}, () => {});
  mock.timers.tick(10 * PATIENCE); // it is still being loaded
  for (const event of ["Begun", "Asked"]) {
    tells(event);
    worker.onmessage({ data: { printed: "x" } });
    mock.timers.tick(PATIENCE - 1);
  }
  assert(!worker.isEnded);
  mock.timers.tick(1);
  assert(worker.isEnded);
  await assert.rejects(asked, Stopped);
  assert(!python.isThere);
});

test("what has been answered is not stopped", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const python = new Python(() => {});
  const asked = python.ask({}, () => {});
  tells("Held");
  worker.onmessage({ data: { done: true } });
  assert.equal((await asked).event, "Held");
  mock.timers.tick(10 * PATIENCE);
  assert(python.isThere);
});
