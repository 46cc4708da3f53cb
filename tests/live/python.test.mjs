import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, Python } from "../../docs/assets/live/python.js";
import { Stopped } from "../../docs/assets/live/solver.js";
import { StandIn } from "./stand_in.mjs";

const theWorker = () => StandIn.made.at(-1);
const tells = (event) => theWorker().onmessage({ data: { told: JSON.stringify({ event }) } });

test("what has begun and says nothing for long is stopped", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const python = new Python(() => {});
  const asked = python.ask({}, () => {});
  mock.timers.tick(10 * PATIENCE); // it is still being loaded
  for (const event of ["Begun", "Asked"]) {
    tells(event);
    theWorker().onmessage({ data: { printed: "x" } });
    mock.timers.tick(PATIENCE - 1);
  }
  assert(!theWorker().isEnded);
  mock.timers.tick(1);
  assert(theWorker().isEnded);
  await assert.rejects(asked, Stopped);
  assert(!python.isThere);
});

test("what has been answered is not stopped", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const python = new Python(() => {});
  const asked = python.ask({}, () => {});
  tells("Held");
  theWorker().onmessage({ data: { done: true } });
  assert.equal((await asked).event, "Held");
  mock.timers.tick(10 * PATIENCE);
  assert(python.isThere);
});
