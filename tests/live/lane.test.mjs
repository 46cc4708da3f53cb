import assert from "node:assert/strict";
import { test } from "node:test";
import { laneAt } from "../../docs/assets/live/lane.js";

test("a lane counts at its pace and stops at its last node", () => {
  assert.deepEqual(laneAt(0, 9, 500), { count: 0, hasEnded: false });
  assert.deepEqual(laneAt(0.01, 9, 500), { count: 5, hasEnded: false });
  assert.deepEqual(laneAt(0.02, 9, 500), { count: 9, hasEnded: true });
  assert.deepEqual(laneAt(Number.POSITIVE_INFINITY, 9, 500), { count: 9, hasEnded: true });
});
