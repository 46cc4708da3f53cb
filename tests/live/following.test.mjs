import assert from "node:assert/strict";
import { test } from "node:test";
import { findPlan, planWith, replyTo } from "../../docs/assets/live/following.js";
import { CELLS, COLUMNS, Game } from "../../docs/assets/live/rules.js";

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
      if (game.moves > 8 && findPlan(game)) {
        number -= 1;
        yield game;
      }
      game = game.play(open[random(open.length)]);
    }
  }
}

test("a follower gets what the plan promises, whatever the other plays", () => {
  const random = randomNumbers();
  const promises = { wins: 0, draws: 0 };
  for (const start of followable(random, 300)) {
    const { turned, score } = findPlan(start);
    promises[score > 0 ? "wins" : "draws"] += 1;
    for (let tries = 0; tries < 5; tries++) {
      let game = start;
      while (!game.isOver) {
        assert.ok(planWith(game, turned), `${start.text}: the plan holds at ${game.text}`);
        const open = COLUMNS.filter((column) => game.canPlay(column));
        const column = open[random(open.length)];
        const reply = replyTo(game, column, turned);
        game = game.play(column);
        if (reply !== null) game = game.play(reply);
      }
      assert.notEqual(game.winner, start.player, `${start.text} to ${game.text}`);
      if (score > 0) assert.equal(game.winner, 3 - start.player, `${start.text} to ${game.text}`);
      const left = Math.floor((CELLS + 1 - (game.moves - 1)) / 2); // the winner's stones, the last one included
      if (score > 0) assert.ok(left >= score, `${start.text} to ${game.text}`);
    }
  }
  assert.ok(promises.wins > 50 && promises.draws > 10, JSON.stringify(promises));
});
