import assert from "node:assert/strict";
import { test } from "node:test";
import { Record } from "../../docs/assets/live/record.js";

test("moves are taken back and played again", () => {
  const record = new Record("44");
  const seen = [];
  record.addEventListener("change", () => seen.push(record.game.text));
  record.play(2);
  record.undo();
  record.undo();
  record.redo();
  record.redo();
  record.redo();
  assert.deepEqual(seen, ["443", "44", "4", "44", "443"]);
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

test("what cannot be played changes nothing", () => {
  const record = new Record("4455");
  assert.throws(() => record.go("4455x"), /move 5, 'x': there is no such column, they are 1 to 7/);
  assert.equal(record.game.text, "4455");
});
