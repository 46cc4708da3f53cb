// Whoever plays by a reason gets what it promises, against anybody.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { findPlayable, findReasons, follow, replyByReason } from "../../docs/assets/live/reasons.js";
import { COLUMNS, Game, winScore } from "../../docs/assets/live/rules.js";
import { seeded } from "./stand_in.mjs";

const SETS = ["end-easy", "middle-easy", "middle-medium", "begin-easy"];

/** Return positions with a reason that the player who is not to move can play by. */
function* claims() {
  for (const name of SETS) {
    const text = readFileSync(new URL(`../../test-data/${name}`, import.meta.url), "utf8");
    for (const line of text.split("\n").slice(0, 700)) {
      const start = Game.parse(line.split(" ")[0]);
      const games = COLUMNS.filter((column) => start.canPlay(column)).map((column) => start.play(column));
      for (const game of games.filter((each) => !each.isOver)) {
        for (const score of [-1, 0]) {
          const reason = findPlayable(findReasons(game, score), game);
          if (reason) yield { game, reason };
        }
      }
    }
  }
}

/** Return what a reason's player gets against stones anywhere, but not where another wins at once. */
function playOut({ game: start, reason }, random) {
  let game = start;
  while (!game.isOver) {
    if (["wait", "hold"].includes(reason.kind))
      assert.ok(follow(game, reason.turned).holds, `${start.text}: the plan holds at ${game.text}`);
    const open = COLUMNS.filter((column) => game.canPlay(column));
    const winning = open.find((column) => game.isWinningMove(column));
    const kept = open.filter((column) => !game.play(column).canWin);
    const choice = kept.length ? kept : open;
    game = game.play(winning ?? choice[Math.floor(random() * choice.length)]);
    if (!game.isOver) game = game.play(replyByReason(reason, start, game));
  }
  if (!game.line) return 0;
  return game.winner === start.player ? -Infinity : winScore(game.moves - 1);
}

test("the rule of a reason gets what the reason promises, without a search", () => {
  const random = seeded(29);
  const kinds = new Map();
  let withOdd = 0;
  for (const claim of claims()) {
    const { kind, score } = claim.reason;
    for (let game = 0; game < 2; game++) {
      const got = playOut(claim, random);
      assert.ok(got >= score, `${claim.game.text}: ${JSON.stringify(claim.reason)} got ${got}`);
    }
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    withOdd += claim.reason.odd_columns.length > 0;
  }
  assert.deepEqual([...kinds.keys()].sort(), ["block", "fork", "hold", "poison", "tower", "wait"]);
  assert.ok(
    kinds.get("wait") > 100 && kinds.get("hold") > 10 && withOdd > 20,
    JSON.stringify([[...kinds], withOdd]),
  );
});

test("who plays by a reason is not to move, and a dead position needs no play", () => {
  const game = Game.parse("445566");
  const reasons = [
    { kind: "dead", player: "O" },
    { kind: "hold", player: "O" },
    { kind: "hold", player: "X" },
  ];
  assert.equal(findPlayable(reasons, game), reasons[1]);
  assert.equal(findPlayable(reasons.slice(0, 1), game), null);
});
