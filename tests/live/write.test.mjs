import assert from "node:assert/strict";
import { test } from "node:test";
import { StoredState } from "../../docs/assets/live/stored-state.js";
import { findOwnProgram, PROJECT, Project } from "../../docs/assets/live/project.js";
import { storage as storageOf } from "./stand_in.mjs";

const storage = (kept) => storageOf("c4-write", kept);
const STAGES = [
  { name: "01", title: "minimax", step: "01" },
  { name: "02a", title: "window", step: "02" },
  { name: "02b", title: "cutoff", step: "02" },
];
const ONE = {
  name: "01",
  hints: ["a", "b"],
  given: { s: "todo" },
  start: { s: "todo" },
  ours: { s: "ours" },
};
const TWO = { name: "02a", hints: [], given: { t: "new" }, start: { s: "ours", t: "new" } };
const EMPTY = PROJECT.empty();
const projectOf = (storage) => new Project(STAGES, new StoredState(storage, PROJECT));
const PASSED = { how: "passed", nodes: 5, seconds: 1, our_nodes: 5, our_seconds: 1 };

test("a program reads as it was written last, after a reload too", () => {
  const kept = storage();
  const project = projectOf(kept);
  assert.deepEqual(project.program(ONE), ONE.start);
  project.write(ONE, { s: "mine" }, ONE.start);
  assert.deepEqual(projectOf(kept).program(ONE), { s: "mine" });
  project.write(ONE, { s: "todo" }, { s: "mine" });
  const newer = { ...ONE, start: { s: "newer" } };
  assert.deepEqual(projectOf(kept).program(newer), { s: "newer" });
});

test("a stage begins with theirs if they passed the one before, with ours if not", () => {
  const project = projectOf(storage());
  assert.deepEqual(project.program(TWO), { s: "ours", t: "new" });
  project.finish(ONE, PASSED, { s: "mine" }, ONE.start);
  assert.deepEqual(project.program(TWO), { s: "mine", t: "new" });
  assert.deepEqual(project.program(ONE), { s: "mine" });
  assert.equal(project.progress(), "1 of 3 stages done");
  assert.equal(project.label("01"), "01 minimax ✓");
});

test("the program that plays is the one that passed the latest stage", () => {
  const project = projectOf(storage());
  const { stored } = project;
  assert.equal(findOwnProgram(stored.state), null);
  project.finish(TWO, PASSED, { s: "second" }, TWO.start);
  project.finish(ONE, PASSED, { s: "first" }, ONE.start);
  project.finish({ name: "02b" }, { how: "caught up" }, { s: "ours" }, { s: "ours" });
  assert.deepEqual(findOwnProgram(stored.state), { s: "second" });
  project.solveBoard("02a", { nodes: 9, seconds: 0.5 });
  assert.deepEqual(project.done["02a"], { ...PASSED, board_nodes: 9, board_seconds: 0.5 });
});

test("who takes ours keeps what they wrote", () => {
  const project = projectOf(storage());
  project.write(ONE, { s: "half" }, ONE.start);
  project.finish(ONE, { how: "caught up" }, ONE.ours, { s: "half" });
  assert.deepEqual(project.program(ONE), { s: "half" });
  assert.deepEqual(project.program(TWO), { s: "ours", t: "new" });
});

test("a program that another tab stored meanwhile is kept beside the one that takes its place", () => {
  const kept = storage();
  const [one, other] = [projectOf(kept), projectOf(kept)];
  const texts = (project) => project.stored.state.others["01"]?.map(({ s }) => s) ?? [];
  one.write(ONE, { s: "one" }, ONE.start);
  one.write(ONE, { s: "one more" }, { s: "one" });
  assert.equal(one.countOthers(ONE), 0);
  other.write(ONE, { s: "other" }, ONE.start);
  assert.deepEqual([other.program(ONE), texts(other)], [{ s: "other" }, ["one more"]]);
  one.write(ONE, { s: "one less" }, { s: "one more" });
  assert.deepEqual(texts(one), ["one more", "other"]);
  one.swap(ONE, { s: "one less" });
  assert.deepEqual([one.program(ONE), texts(one)], [{ s: "one more" }, ["other", "one less"]]);
  one.finish(ONE, PASSED, { s: "one more" }, { s: "one more" });
  other.finish(ONE, PASSED, { s: "last" }, { s: "last" });
  assert.deepEqual([other.program(ONE), texts(other)], [{ s: "last" }, ["other", "one less", "one more"]]);
  other.imported({ ...EMPTY, drafts: { "01": { s: "imported" } } });
  assert.equal(projectOf(kept).countOthers(ONE), 3);
});

test("an import brings back what another tab had written last", () => {
  const kept = storage();
  const [one, other] = [projectOf(kept), projectOf(kept)];
  other.write(ONE, { s: "other" }, ONE.start);
  one.imported(one.imported(EMPTY));
  assert.deepEqual(projectOf(kept).program(ONE), { s: "other" });
});

test("a project comes back as it was exported, and the one before can be had again", () => {
  const project = projectOf(storage());
  project.finish(ONE, PASSED, { s: "mine" }, ONE.start);
  project.hinted(ONE, 1);
  project.stored.change(({ quizzes }) => Object.assign(quizzes, { 20: true }));
  const exported = project.exported(TWO, { s: "now", t: "" });
  const other = projectOf(storage());
  other.write(ONE, { s: "other" }, ONE.start);
  const before = other.imported(exported);
  assert.deepEqual([other.here, other.hints(ONE), other.isDone("01")], ["02a", 1, true]);
  assert.deepEqual(other.program(TWO), { s: "now", t: "" });
  assert.deepEqual(other.stored.state.quizzes, { 20: true });
  other.imported(before);
  assert.deepEqual([other.program(ONE), other.isDone("01")], [{ s: "other" }, false]);
});

for (const text of ["", "{", "null", "[]", '{"format":2}', '{"format":1,"here":1}']) {
  test(`what cannot be read is put aside: ${text}`, () => {
    const kept = storage(text);
    const project = projectOf(kept);
    assert.match(project.stored.problem, /cannot be read/);
    assert.equal(kept.items.get("c4-write-unreadable"), text);
    project.write(ONE, { s: "mine" }, ONE.start);
    assert.deepEqual(projectOf(kept).program(ONE), { s: "mine" });
  });
}

/** Return a storage with room for so many letters, as browsers have. */
const small = (room, kept) => {
  const { items, getItem } = storage(kept);
  const setItem = (name, text) => {
    const after = new Map(items).set(name, text);
    if ([...after].flat().join("").length > room) throw new Error("QuotaExceededError");
    items.set(name, text);
  };
  return { items, getItem, setItem };
};

test("foreign megabytes that leave no room are left as they are, and the page goes on", () => {
  const foreign = "x".repeat(2.5 * 2 ** 20);
  const kept = small(5 * 2 ** 20, foreign);
  const project = projectOf(kept);
  assert.match(project.stored.problem, /cannot be read: .* It has been left unchanged/);
  project.write(ONE, { s: "mine" }, ONE.start);
  project.finish(ONE, PASSED, { s: "mine" }, ONE.start);
  assert.deepEqual([project.program(ONE), project.program(TWO)], [{ s: "mine" }, { s: "mine", t: "new" }]);
  assert.match(project.stored.complaint, /keeps nothing for this page: export/);
  assert.deepEqual([...kept.items], [["c4-write", foreign]]);
});

test("what was put aside once is not overwritten by the next", () => {
  const kept = storage("one");
  new StoredState(kept, PROJECT);
  new StoredState(kept, PROJECT);
  kept.setItem("c4-write", "two");
  new StoredState(kept, PROJECT);
  assert.deepEqual([...kept.items].slice(1), [
    ["c4-write-unreadable", "one"],
    ["c4-write-unreadable-2", "two"],
  ]);
});

test("what another tab has stored in a format that this one cannot read is put aside", () => {
  const kept = storage();
  const project = projectOf(kept);
  project.write(ONE, { s: "mine" }, ONE.start);
  kept.setItem("c4-write", '{"format":2}');
  project.hinted(ONE, 1);
  assert.equal(kept.items.get("c4-write-unreadable"), '{"format":2}');
  assert.deepEqual(projectOf(kept).program(ONE), { s: "mine" });
});

test("parts of a state are what they should be", () => {
  for (const part of [
    { done: { "01": "passed" } },
    { done: { "01": { how: "passed", nodes: "5" } } },
    { hints: { "01": "1" } },
    { drafts: { "01": "text" } },
    { drafts: { "01": {} } },
    { finished: { "01": { s: 1 } } },
    { drafts: null },
  ]) {
    const kept = new StoredState(storage(JSON.stringify({ ...EMPTY, ...part })), PROJECT);
    assert.match(kept.problem, /is not what it should be/);
  }
  assert.equal(new StoredState(storage(JSON.stringify(EMPTY)), PROJECT).problem, "");
});

test("without a storage, or with a broken or full one, nothing breaks, and it is said", () => {
  const fail = () => assert.fail("FILE_CORRUPTED");
  for (const [place, said, problem] of [
    [null, /keeps nothing/, /^$/],
    [{ getItem: fail, setItem: fail }, /keeps nothing/, /FILE_CORRUPTED/],
    [small(0), /no room/, /^$/],
  ]) {
    const project = projectOf(place);
    assert.match(project.stored.problem, problem);
    project.write(ONE, { s: "mine" }, ONE.start);
    assert.deepEqual(project.program(ONE), { s: "mine" });
    assert.match(project.stored.complaint, said);
  }
});

test("an address asks for a stage, or for the first one of a step", () => {
  const project = projectOf(storage());
  project.here = "02b";
  assert.deepEqual(project.askedFor("?stage=01"), { name: "01", complaint: "" });
  assert.deepEqual(project.askedFor("?step=02"), { name: "02a", complaint: "" });
  assert.deepEqual(project.askedFor(""), { name: "02b", complaint: "" });
  assert.match(project.askedFor("?step=14").complaint, /no stage of step 14/);
  assert.equal(project.askedFor("?stage=14").name, "02b");
});

test("what is wrong with what was kept is told in a few words, however long that is", () => {
  const { problem } = new StoredState(storage(JSON.stringify({ format: "x".repeat(100_000) })), PROJECT);
  assert.match(problem, /^The data kept by this browser .* its format is x+\. It has been put aside\.$/);
  assert.ok(problem.length < 400);
});
