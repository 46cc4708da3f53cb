// What a level chooses, what happens in a match, and what is taken back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withQuery } from "../../docs/assets/live/address.js";
import { choose, Match, YOU } from "../../docs/assets/live/match.js";
import { Record } from "../../docs/assets/live/record.js";
import { Game } from "../../docs/assets/live/rules.js";
import { seeded } from "./stand_in.mjs";

const DRAWS = 20_000;

/** Return how often each column is chosen, as shares of all. */
function shares(scores, temperature) {
  const random = seeded(20);
  const counts = scores.map(() => 0);
  for (let draw = 0; draw < DRAWS; draw++) counts[choose(scores, temperature, random)] += 1;
  return counts.map((count) => count / DRAWS);
}

const matchOf = (sides, text) => new Match(sides, Game.parse(text));

for (const temperature of [0.5, 1, 2.5, 6]) {
  test(`at ${temperature} columns are as frequent as the softmax says`, () => {
    const scores = [-2, 3, null, 1, 3, -18, 0];
    const odds = scores.map((score) => (score === null ? 0 : Math.E ** (score / temperature)));
    const sum = odds.reduce((all, each) => all + each);
    const found = shares(scores, temperature);
    odds.forEach((each, column) => {
      const expected = each / sum;
      const most = 4 * Math.sqrt((expected * (1 - expected)) / DRAWS); // four standard deviations
      assert.ok(Math.abs(found[column] - expected) <= most, `${column}: ${found[column]}, ${expected}`);
    });
  });
}

test("at 0 it is the best column nearest to the centre, or one of two as near", () => {
  assert.deepEqual(shares([5, 2, 5, 1, -1, 0, 5], 0), [0, 0, 1, 0, 0, 0, 0]);
  assert.deepEqual(shares([-4, -4, -4, -4, -4, -4, -4], 0), [0, 0, 0, 1, 0, 0, 0]);
  const [, first, , , , second] = shares([1, 1, null, null, 0, 1, 1], 0);
  assert.equal(first + second, 1);
  assert.ok(Math.abs(first - 0.5) < 0.02, `${first}`);
});

test("undo takes back a person's last move and what was answered", () => {
  assert.equal(matchOf([YOU, "hard"], "4453").undo().game.text, "44");
  assert.equal(matchOf([YOU, "hard"], "445").undo().game.text, "44");
  assert.equal(matchOf(["hard", YOU], "44535").undo().game.text, "445");
  assert.equal(matchOf([YOU, YOU], "445").undo().game.text, "44");
  assert.equal(matchOf([YOU, "hard"], "1212121").undo().game.text, "121212");
  assert.equal(matchOf(["hard", YOU], "4").undo(), null);
  assert.equal(matchOf(["hard", "easy"], "4453").undo(), null);
});

test("redo brings back all that was taken back, until another move", () => {
  const end = matchOf([YOU, "hard"], "4453");
  const start = end.undo().undo();
  assert.equal(start.game.text, "");
  assert.equal(start.redo().game.text, "44");
  assert.equal(start.redo().redo().game.text, "4453");
  assert.equal(start.redo().redo().redo(), null);
  assert.equal(start.play(0).redo(), null);
});

test("a level replies to a person; two levels wait to be asked, and so does one who sits down", () => {
  assert.ok(new Match(["hard", YOU]).isThinking);
  assert.ok(new Match([YOU, "hard"]).play(3).isThinking);
  assert.ok(!new Match([YOU, "hard"]).isThinking);
  const watched = new Match(["hard", "easy"]);
  assert.ok(!watched.isThinking && watched.isLevelsTurn);
  assert.ok(watched.run(true).play(3).isThinking);
  assert.ok(!watched.run(true).run(false).isThinking);
  assert.ok(!new Match([YOU, YOU]).seat(0, "hard").isThinking);
  assert.ok(new Match([YOU, YOU]).seat(1, "hard").play(3).isThinking);
});

test("an address leads back to the match, and keeps what else it has", () => {
  const players = [YOU, "easy", "hard"];
  const address = withQuery("http://localhost/play/?theme=dark#top", matchOf(["easy", YOU], "445").query);
  assert.equal(address.href, "http://localhost/play/?theme=dark&x=easy&o=you&moves=445#top");
  assert.deepEqual(Match.parseSides(address.searchParams, players, [YOU, "hard"]).sides, ["easy", YOU]);
  assert.deepEqual(Match.parseSides(new URLSearchParams(), players, [YOU, "hard"]).sides, [YOU, "hard"]);
});

test("an address of no player says why", () => {
  const parse = (query) => Match.parseSides(new URLSearchParams(query), [YOU, "easy"], [YOU, "easy"]);
  const fault = "There is no player 'nobody'; the players are you, easy.";
  assert.deepEqual(parse("x=nobody&o=you"), { sides: [YOU, YOU], fault });
  assert.equal(parse("o=").fault, "There is no player ''; the players are you, easy.");
  assert.equal(parse("o=easy").fault, "");
});

test("of mistyped moves, those are kept that can be played", () => {
  for (const [text, kept] of [
    ["4455x3", "4455"],
    ["44444441", "444444"],
    ["12121212", "1212121"],
    ["4, 4 8", "44"],
    ["x", ""],
    ["4".repeat(100_000), "444444"],
  ]) {
    assert.equal(Game.parseStart(text).text, kept);
  }
});

test("another move forgets what was taken back, the same move does not", () => {
  const record = new Record("445");
  record.undo();
  record.undo();
  record.play(3);
  assert.ok(record.canRedo);
  record.undo();
  record.play(0);
  assert.ok(!record.canRedo);
  assert.equal(record.game.text, "41");
});
