// What a page asks a solver, where a stand-in is the worker.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { analyze, load, solve } from "../../docs/assets/live/c4.js";
import { Game } from "../../docs/assets/live/rules.js";
import { TO_STOP, Solver, Stopped } from "../../docs/assets/live/solver.js";
import { StandIn } from "./stand_in.mjs";

const GAME = Game.parse("4455");
const FOUND = { score: 18, nodes: 1, milliseconds: 1 };

test("a solver that was loaded in time answers, and one that was not is loaded for the question", async () => {
  const solver = new Solver();
  solver.load();
  StandIn.made[0].onerror({});
  solver.load();
  const answer = solver.ask("time", GAME);
  StandIn.made[1].answer(FOUND);
  assert.deepEqual(await answer, FOUND);
  assert.equal(StandIn.made.length, 2);
});

test("a worker that has died is replaced", async () => {
  const solver = new Solver();
  const lost = solver.ask("time", GAME);
  StandIn.made[0].onerror({ message: "no such script" });
  await assert.rejects(lost, { message: "no such script" });
  assert.ok(StandIn.made[0].isEnded);
  const answer = solver.ask("time", GAME);
  StandIn.made.at(-1).answer(FOUND);
  assert.deepEqual(await answer, FOUND);
  assert.equal(StandIn.made.length, 2);
});

test("where there can be no worker, each question says so", async () => {
  globalThis.Worker = undefined;
  const solver = new Solver();
  for (const moves of ["4455", "44"]) await assert.rejects(solver.ask("time", Game.parse(moves)), /Worker/);
});

test("a worker that reports an error can be asked again", async () => {
  const solver = new Solver();
  const lost = solver.ask("time", GAME);
  StandIn.made[0].onmessage({ data: { error: "17.wasm could not be loaded: 503" } });
  await assert.rejects(lost, { message: "17.wasm could not be loaded: 503" });
  const answer = solver.ask("time", GAME);
  StandIn.made[0].answer(FOUND);
  assert.deepEqual(await answer, FOUND);
  assert.equal(StandIn.made.length, 1);
});

test("another question ends the search under way; its worker takes that up once it is free", async () => {
  const solver = new Solver();
  const first = solver.ask("time", GAME);
  const second = solver.ask("time", Game.parse("44"));
  await assert.rejects(first, Stopped);
  assert.deepEqual(StandIn.made[0].asked, ["4455"]);
  await StandIn.made[0].answer({ ...FOUND, score: 1 }, 10);
  StandIn.made[0].answer(FOUND);
  assert.deepEqual(await second, FOUND);
  assert.equal(solver.nodes, 1);
  assert.equal(StandIn.made.length, 1);
});

test("a worker that a stopped search keeps busy is replaced", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const solver = new Solver();
  const first = solver.ask("time", GAME);
  mock.timers.tick(10 * TO_STOP);
  const second = solver.ask("time", Game.parse("44"));
  await assert.rejects(first, Stopped);
  assert.ok(!StandIn.made[0].isEnded);
  mock.timers.tick(TO_STOP);
  assert.ok(StandIn.made[0].isEnded);
  assert.deepEqual(StandIn.made[1].asked, ["44"]);
  solver.stop();
  await assert.rejects(second, Stopped);
  mock.timers.tick(TO_STOP);
  assert.ok(StandIn.made[1].isEnded);
  assert.equal(StandIn.made.length, 2);
});

test("the page reads the book once for all its workers, or tells them why it cannot", async () => {
  const bytes = readFileSync(new URL("../../docs/assets/7x6.book", import.meta.url));
  const answers = [new Response("", { status: 503 }), new Response(bytes)];
  globalThis.fetch = async () => answers.shift();
  for (let index = 0; index < 3; index++) new Solver().load();
  const askForBook = (worker) =>
    new Promise((resolve) => {
      worker.postMessage = resolve;
      worker.onmessage({ data: { needsBook: true } });
    });
  const [first, ...others] = StandIn.made;
  assert.match((await askForBook(first)).missing, /7x6\.book could not be loaded: 503/);
  const [one, other] = await Promise.all(others.map(askForBook));
  assert.equal(one.book.plies, 9);
  assert.equal(one.book, other.book);
});

test("the module for other pages reads its files from disk, too", async () => {
  await load();
  assert.deepEqual([solve("4455"), analyze("4455")], [18, [-4, -3, 18, 2, 2, 18, -3]]);
});
