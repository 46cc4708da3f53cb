import assert from "node:assert/strict";
import { test } from "node:test";
import { Edits } from "../../docs/assets/live/edits.js";
import { complaint } from "../../docs/assets/live/own-position.js";
import { compared, verdict } from "../../docs/assets/live/verdict.js";

const storage = () => {
  const items = new Map();
  return { getItem: (name) => items.get(name) ?? null, setItem: (name, text) => items.set(name, text) };
};

const SAMPLE = [
  { moves: "44", score: 1, nodes: 1000 },
  { moves: "4455", score: 18, nodes: 500 },
];

test("a file reads as it was edited last, in this tab after a reload too", () => {
  const kept = storage();
  const edits = new Edits(kept);
  assert.equal(edits.read("05/solver.py", "original"), "original");
  edits.write("05/solver.py", "changed", "original");
  assert.equal(edits.read("05/solver.py", "original"), "changed");
  assert.equal(edits.read("06/solver.py", "original"), "original");
  assert.equal(new Edits(kept).read("05/solver.py", "original"), "changed");
});

test("a file that reads as its original again is not kept", () => {
  const kept = storage();
  const edits = new Edits(kept);
  edits.write("05/solver.py", "changed", "original");
  edits.write("05/solver.py", "original", "original");
  assert.equal(new Edits(kept).read("05/solver.py", "newer"), "newer");
});

test("edits need no storage", () => {
  const edits = new Edits(null);
  edits.write("05/solver.py", "", "original");
  assert.equal(edits.read("05/solver.py", "original"), "");
});

test("the verdict counts exact scores and compares nodes", () => {
  const found = [
    { score: 1, nodes: 900 },
    { score: -18, nodes: 420 },
  ];
  assert.equal(verdict(SAMPLE, found, "05"), "1 of 2 exact, 1,320 nodes, 12% fewer than step 05.");
  const same = SAMPLE.map(({ score, nodes }) => ({ score, nodes }));
  assert.equal(verdict(SAMPLE, same, "05"), "2 of 2 exact, 1,500 nodes, as many as step 05.");
});

test("the verdict of a run that was ended compares only what was solved", () => {
  const found = [{ score: 1, nodes: 2000 }];
  assert.equal(
    verdict(SAMPLE, found, "05"),
    "1 of 1 exact, 1 not solved, 2,000 nodes, 100% more than step 05.",
  );
  assert.equal(verdict(SAMPLE, [], "05"), "No position was solved.");
});

test("a small change of the nodes is not called none", () => {
  assert.equal(compared(9999, 10000), "less than 1% fewer than");
  assert.equal(compared(10001, 10000), "less than 1% more than");
});

test("a position can be solved if somebody is to move", () => {
  assert.equal(complaint("4455"), "");
  assert.equal(complaint(""), "");
  assert.equal(complaint("1212121"), "the game is over, nobody is to move");
  assert.match(complaint("448"), /move 3, '8': there is no such column/);
});
