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

test("once it has answered, a spare takes the place of what is stopped", async () => {
  const python = new Python(() => {});
  const first = python.ask({}, () => {});
  const [one] = StandIn.made;
  one.onmessage({ data: { done: true } });
  await first;
  assert.equal(StandIn.made.length, 2);
  const endless = python.ask({}, () => {});
  python.stop();
  await assert.rejects(endless, Stopped);
  assert(one.isEnded && python.isThere);
  const next = python.ask({}, () => {});
  const [, spare] = StandIn.made;
  assert.equal(StandIn.made.length, 2);
  spare.onmessage({ data: { done: true } });
  await next;
  assert(!spare.isEnded);
  assert.equal(StandIn.made.length, 3);
});
