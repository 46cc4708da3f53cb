import assert from "node:assert/strict";
import { test } from "node:test";
import { TO_LOAD, TO_ANSWER, Python } from "../../docs/assets/live/write/python.js";
import { Stopped } from "../../docs/assets/live/solver.js";
import { StandIn } from "./stand_in.mjs";

const theWorker = () => StandIn.made.at(-1);
const tells = (event) => theWorker().onmessage({ data: { told: JSON.stringify({ event }) } });

test("what has begun and says nothing for long is stopped", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const python = new Python(() => {});
  const asked = python.ask({}, () => {});
  for (const event of ["Begun", "Asked"]) {
    tells(event);
    theWorker().onmessage({ data: { printed: "x" } });
    mock.timers.tick(TO_ANSWER - 1);
  }
  assert(!theWorker().isEnded);
  mock.timers.tick(1);
  assert(theWorker().isEnded);
  await assert.rejects(asked, Stopped);
  assert(!python.isThere);
});

test("a load that stands still is given up, and what came is told", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const python = new Python(() => {});
  const asked = python.ask({}, () => {});
  for (const bytes of [1000, 2000]) {
    mock.timers.tick(TO_LOAD - 1);
    theWorker().onmessage({ data: { file: "a.wasm", bytes } });
  }
  mock.timers.tick(TO_LOAD - 1);
  assert(!theWorker().isEnded);
  mock.timers.tick(1);
  await assert.rejects(asked, /2,000 bytes of a\.wasm.*\n.*c4 learn/);
  assert(theWorker().isEnded && !python.isThere);
});

test("a Python that cannot be loaded makes room for another", async () => {
  const python = new Python(() => {});
  const asked = python.ask({}, () => {});
  theWorker().onmessage({ data: { unloaded: "a.wasm: 403" } });
  await assert.rejects(asked, /a\.wasm: 403/);
  const again = python.ask({}, () => {});
  assert.equal(StandIn.made.length, 2);
  theWorker().onmessage({ data: { done: true } });
  await again;
});

test("what has been answered is not stopped", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const python = new Python(() => {});
  const asked = python.ask({}, () => {});
  tells("Held");
  theWorker().onmessage({ data: { done: true } });
  assert.equal((await asked).event, "Held");
  mock.timers.tick(10 * TO_ANSWER);
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
