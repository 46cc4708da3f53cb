import assert from "node:assert/strict";
import { test } from "node:test";
import { countNodes } from "../../docs/assets/live/ordering.js";

const MOVES = [
  { nodes: 10, reaches: false },
  { nodes: 20, reaches: true },
  { nodes: 40, reaches: true },
];

test("a search ends with the first move that reaches the score", () => {
  assert.deepEqual(countNodes([0, 1, 2], MOVES), { nodes: 31, tried: 2 });
  assert.deepEqual(countNodes([2, 0, 1], MOVES), { nodes: 41, tried: 1 });
});

test("if no move reaches it, all are searched", () => {
  assert.deepEqual(countNodes([0, 1], [MOVES[0], MOVES[0]]), { nodes: 21, tried: 2 });
});
