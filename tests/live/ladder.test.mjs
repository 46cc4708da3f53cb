import assert from "node:assert/strict";
import test from "node:test";
import { climb, contradiction, linearEnd, logShare, summary } from "../../docs/assets/live/climb.js";
import { Game } from "../../docs/assets/live/rules.js";
import { Stopped } from "../../docs/assets/live/solver.js";
import { STEPS } from "../../docs/assets/wasm/kernels.js";

const GAME = Game.parse("4455");

/** A solver of which some steps never find an answer. */
class Stuck {
  #stop = () => {};
  asked = [];

  constructor(...stuck) {
    this.stuck = stuck;
  }

  ask(what, game) {
    this.asked.push([this.step, game.text]);
    if (what === "score") return 1;
    if (!this.stuck.includes(this.step)) return { score: 1, nodes: 10, milliseconds: 2 };
    return new Promise((_, reject) => {
      this.#stop = () => reject(new Stopped("stopped"));
    });
  }

  stop() {
    this.#stop();
  }
}

const done = (step, nodes, score = 4) => ({ step, state: "done", score, nodes, milliseconds: 1 });
const late = (step) => ({ step, state: "late", milliseconds: 3000 });

async function all(results) {
  const found = [];
  for await (const result of results) found.push(result);
  return found;
}

test("every step in turn begins and finds the score, after it was made ready", async () => {
  const solver = new Stuck();
  const results = await all(climb(solver, GAME, 1000));
  const expected = [...STEPS.keys()].flatMap((step) => [
    { step, state: "searching" },
    { step, state: "done", score: 1, nodes: 10, milliseconds: 2 },
  ]);
  assert.deepEqual(results, expected);
  const asked = [...STEPS.keys()].flatMap((step) => ["121212", "4455"].map((moves) => [step, moves]));
  assert.deepEqual(solver.asked, asked);
});

test("a step that finds nothing in time gives up, and the next one begins", async () => {
  const results = await all(climb(new Stuck("02", "04"), GAME, 5));
  const given = results.filter(({ state }) => state === "late");
  assert.deepEqual(given, [
    { step: "02", state: "late", milliseconds: 5 },
    { step: "04", state: "late", milliseconds: 5 },
  ]);
  assert.equal(results.filter(({ state }) => state === "done").length, STEPS.size - 2);
});

test("who stops the solver ends the run", async () => {
  const solver = new Stuck("02");
  const run = climb(solver, GAME, 60_000);
  for (const state of ["searching", "done", "searching"]) assert.equal((await run.next()).value.state, state);
  const rest = run.next();
  setTimeout(() => solver.stop());
  await assert.rejects(rest, Stopped);
  assert.equal((await run.next()).done, true);
});

test("each power of ten has the same length", () => {
  const shares = [1, 10, 100, 1000].map((each) => logShare(each, [1, 1000]).toFixed(6));
  assert.deepEqual(shares, ["0.000000", "0.333333", "0.666667", "1.000000"]);
  assert.equal(logShare(0, [1, 1000]), 0);
  assert.equal(logShare(5000, [1, 1000]), 1);
});

test("numbers less than ten times apart have a scale from 0", () => {
  assert.equal(linearEnd([300, 200]), 300);
  assert.equal(linearEnd([300, 30]), null);
  assert.equal(linearEnd([300]), null);
  assert.equal(linearEnd([0, 0]), null);
});

test("the first score that differs is told with the one that it differs from", () => {
  assert.equal(contradiction([]), null);
  assert.equal(contradiction([late("01"), done("02", 9), done("03", 7)]), null);
  const results = [late("01"), done("02", 9), done("03", 7), done("04", 7, 5), done("05", 7, 6)];
  assert.deepEqual(
    contradiction(results).map(({ step }) => step),
    ["02", "04"],
  );
});

test("the summary says who gave up and compares the others", () => {
  const said = (...results) => summary(results);
  assert.equal(said(), "");
  assert.equal(
    said(late("01"), done("02", 12_345), done("03", 10), done("04", 11)),
    "Step 01 gave up after 3 s. Step 03 found the score with 10 nodes; step 02 took 12,345, which is 1,235 times as many.",
  );
  assert.equal(
    said(late("01"), late("02"), late("03"), done("04", 1)),
    "Steps 01, 02 and 03 gave up after 3 s. Only step 04 found the score, with 1 node.",
  );
  assert.equal(
    said(done("01", 5), done("02", 4)),
    "Step 02 found the score with 4 nodes; step 01 took 5, which is 1.3 times as many.",
  );
  assert.equal(said(done("01", 5), done("02", 0)), "Step 02 found the score with 0 nodes; step 01 took 5.");
  assert.equal(said(done("01", 5), done("02", 5)), "No step found the score with fewer nodes than step 01.");
  assert.equal(said(...[...STEPS.keys()].map(late)), "Every step gave up after 3 s.");
});
