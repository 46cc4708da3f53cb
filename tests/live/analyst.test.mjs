// The scores of all columns by several solvers, where stand-ins are their workers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Analyst, promising, Team } from "../../docs/assets/live/analyst.js";
import { Game } from "../../docs/assets/live/rules.js";
import { Stopped } from "../../docs/assets/live/solver.js";
import { StandIn } from "./stand_in.mjs";

/** Return what each worker was asked, once the next questions have been. */
async function asked() {
  await new Promise((resolve) => setTimeout(resolve));
  return StandIn.made.map((worker) => worker.asked);
}

test("each solver takes the next column as soon as it is free, and scores are told as they come", async () => {
  const told = [];
  const answer = new Analyst(new Team(2)).analyze(Game.parse("44"), (scores) => told.push([...scores]));
  assert.deepEqual(await asked(), [["444"], ["443"]]);
  await StandIn.made[1].answer(2);
  await StandIn.made[1].answer(3);
  assert.deepEqual(await asked(), [["444"], ["443", "445", "442"]]);
  assert.deepEqual(told.at(-1), [null, null, -2, null, -3, null, null]);
  await StandIn.made[0].answer(-4);
  for (const score of [5, 6, 7]) await StandIn.made[1].answer(score);
  await StandIn.made[0].answer(8);
  assert.deepEqual(await asked(), [
    ["444", "446"],
    ["443", "445", "442", "441", "447"],
  ]);
  assert.deepEqual(await answer, [-6, -5, -2, 4, -3, -8, -7]);
});

test("what wins at once is tried first, what loses at once last, and neither wins nor full columns are asked", async () => {
  assert.deepEqual(promising(Game.parse("445566")).slice(0, 2), [2, 6]);
  assert.deepEqual(promising(Game.parse("12131")), [0, 3, 2, 4, 1, 5, 6]);
  assert.deepEqual(promising(Game.parse("444444")), [2, 4, 1, 5, 0, 6]);
  new Analyst(new Team(1)).analyze(Game.parse("445566")).catch(() => {});
  assert.deepEqual(await asked(), [["4455664"]]);
});

test("another position ends the search of the one before, even if an answer has just come", async () => {
  const analyst = new Analyst(new Team(2));
  const first = analyst.analyze(Game.parse("44"));
  await asked();
  StandIn.made[0].onmessage({ data: { answer: 1, nodes: 1 } });
  const second = analyst.analyze(Game.parse("4455"));
  await assert.rejects(first, Stopped);
  await StandIn.made[1].answer(3);
  assert.deepEqual(await asked(), [
    ["444", "44554"],
    ["443", "44553"],
  ]);
  analyst.stop();
  await assert.rejects(second, Stopped);
});

test("analysts of a team are answered in turn, and one that stops leaves its turn to the others", async () => {
  const team = new Team(1);
  const analysts = [1, 2, 3].map(() => new Analyst(team));
  const answers = analysts.map((analyst, at) =>
    analyst.score([`${at}`, `${at}7`].map((moves) => Game.parse(moves.replace("0", "4")))),
  );
  assert.deepEqual(await asked(), [["4"]]);
  analysts[1].stop();
  await assert.rejects(answers[1], Stopped);
  for (const score of [1, 2, 3, 4]) await StandIn.made[0].answer(score);
  assert.deepEqual(await Promise.all([answers[0], answers[2]]), [
    [1, 2],
    [3, 4],
  ]);
  assert.deepEqual(await asked(), [["4", "47", "2", "27"]]);
});

test("one worker's error ends the work of the others", async () => {
  const analyst = new Analyst(new Team(2));
  const answer = analyst.analyze(Game.parse("44"));
  await asked();
  StandIn.made[0].onmessage({ data: { error: "17.wasm could not be loaded: 503" } });
  await assert.rejects(answer, { message: "17.wasm could not be loaded: 503" });
  await StandIn.made[1].answer(2);
  assert.deepEqual(await asked(), [["444"], ["443"]]);
});

test("solvers share an explanation: the line, and what punishes each worse column; columns known are not asked again", async () => {
  const analyst = new Analyst(new Team(2));
  const game = Game.parse("4455");
  const known = [null, -3, 18, 2, 2, 18, null];
  const scores = analyst.analyze(game, () => {}, known);
  assert.deepEqual(await asked(), [["44551"], ["44557"]]);
  await StandIn.made[0].answer(4, 10);
  await StandIn.made[1].answer(3, 20);
  const answer = analyst.explain(game, await scores);
  await asked();
  for (const column of [3, 4, 1, 0, 6]) await StandIn.made[1].answer({ column }, 100);
  await StandIn.made[0].answer({ line: [], shown_after: 0, reasons: [] }, 5);
  const { best, score, worse, nodes } = await answer;
  const columns = worse.map((move) => move.column);
  assert.deepEqual(
    { best, score, columns, nodes },
    { best: [2, 5], score: 18, columns: [3, 4, 1, 0, 6], nodes: 535 },
  );
});

test("a game that is over has a score without a search", async () => {
  const games = ["1212121", "121212"].map((moves) => Game.parse(moves));
  const scores = new Analyst(new Team(1)).score(games);
  assert.deepEqual(await asked(), [["121212"]]);
  await StandIn.made[0].answer(18);
  assert.deepEqual(await scores, [-18, 18]);
});
