import assert from "node:assert/strict";
import { test } from "node:test";
import { findReason, follow } from "../../docs/assets/live/reasons.js";
import { replyByReason } from "../../docs/assets/live/rule.js";
import { COLUMNS, Game, winScore } from "../../docs/assets/live/rules.js";

/** Return numbers below a limit that look random and are the same each time. */
function randomNumbers() {
  let seed = 1;
  return (limit) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % limit;
  };
}

/** Yield random games in which the player who is not to move can follow, and nobody wins at once. */
function* followable(random, number) {
  while (number) {
    let game = new Game();
    while (!game.isOver && number) {
      const open = COLUMNS.filter((column) => game.canPlay(column));
      if (open.some((column) => game.isWinningMove(column))) break;
      const reason = game.moves > 8 && findReason(game, 2 - game.player);
      if (["wait", "hold"].includes(reason?.kind)) {
        number -= 1;
        yield [game, reason];
      }
      game = game.play(open[random(open.length)]);
    }
  }
}

test("a follower gets what the plan promises, whatever the other plays", () => {
  const random = randomNumbers();
  const promises = { wins: 0, draws: 0 };
  for (const [start, reason] of followable(random, 100)) {
    promises[reason.score > 0 ? "wins" : "draws"] += 1;
    for (let tries = 0; tries < 2; tries++) {
      let game = start;
      while (!game.isOver) {
        assert.ok(follow(game, reason.turned).holds, `${start.text}: the plan holds at ${game.text}`);
        const open = COLUMNS.filter((column) => game.canPlay(column));
        game = game.play(open[random(open.length)]);
        if (!game.isOver) game = game.play(replyByReason(reason, start, game));
      }
      assert.notEqual(game.winner, start.player, `${start.text} to ${game.text}`);
      if (reason.score > 0)
        assert.ok(game.line && winScore(game.moves - 1) >= reason.score, `${start.text} to ${game.text}`);
    }
  }
  assert.ok(promises.wins > 50 && promises.draws > 3, JSON.stringify(promises));
});
