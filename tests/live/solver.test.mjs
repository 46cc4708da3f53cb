// What a page asks a solver, where a stand-in is the worker.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../docs/assets/live/rules.js";
import { Solver, Stopped } from "../../docs/assets/live/solver.js";
import { StandIn } from "./stand_in.mjs";

const GAME = Game.parse("4455");
const FOUND = { score: 18, nodes: 1, milliseconds: 1 };

test("a worker answers one question after the other", async () => {
  const solver = new Solver();
  for (const moves of ["4455", "44"]) {
    const answer = solver.solve(Game.parse(moves));
    StandIn.made[0].answer(FOUND);
    assert.deepEqual(await answer, FOUND);
  }
  assert.equal(StandIn.made.length, 1);
  assert.deepEqual(StandIn.made[0].asked, ["4455", "44"]);
});

test("a solver that was loaded in time answers, and one that was not is loaded for the question", async () => {
  const solver = new Solver();
  solver.load();
  StandIn.made[0].onerror({});
  solver.load();
  const answer = solver.solve(GAME);
  StandIn.made[1].answer(FOUND);
  assert.deepEqual(await answer, FOUND);
  assert.equal(StandIn.made.length, 2);
});

test("a worker that has died is replaced", async () => {
  const solver = new Solver();
  const lost = solver.solve(GAME);
  StandIn.made[0].onerror({ message: "no such script" });
  await assert.rejects(lost, { message: "no such script" });
  assert.ok(StandIn.made[0].isEnded);
  const answer = solver.solve(GAME);
  StandIn.made.at(-1).answer(FOUND);
  assert.deepEqual(await answer, FOUND);
  assert.equal(StandIn.made.length, 2);
});

test("a worker that reports an error can be asked again", async () => {
  const solver = new Solver();
  const lost = solver.solve(GAME);
  StandIn.made[0].onmessage({ data: { error: "17.wasm could not be loaded: 503" } });
  await assert.rejects(lost, { message: "17.wasm could not be loaded: 503" });
  const answer = solver.solve(GAME);
  StandIn.made[0].answer(FOUND);
  assert.deepEqual(await answer, FOUND);
  assert.equal(StandIn.made.length, 1);
});

test("another question ends the search under way, and so does stop", async () => {
  const solver = new Solver();
  const first = solver.solve(GAME);
  const second = solver.solve(Game.parse("44"));
  await assert.rejects(first, Stopped);
  solver.stop();
  await assert.rejects(second, Stopped);
  assert.equal(StandIn.made.length, 2);
  assert.ok(StandIn.made.every(({ isEnded }) => isEnded));
});
