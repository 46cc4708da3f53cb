// Puzzles: their file, what a stone is worth, what is stored.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import {
  Attempt,
  bestColumn,
  choosePuzzles,
  drawPuzzle,
  hint,
  howDone,
  neighbour,
  noteDone,
  PUZZLES,
  readPuzzles,
  THEMES,
  task,
  themeOf,
} from "../../docs/assets/live/puzzle.js";
import { markReason } from "../../docs/assets/live/reasons.js";

const FILE = {
  format: "c4-puzzles 2",
  puzzles: [
    ["4455", 3, 2, 1, "fork"],
    ["44544553", 7, 2, 2, "block"],
    ["445", 2, 5, 3, "wait"],
  ],
};
const [FORK, BLOCK, WAIT] = readPuzzles(FILE);
const ALL = [FORK, BLOCK, WAIT];

test("a file of puzzles is read with numbers from 1 and columns from 0, another format is refused", () => {
  const expected = { number: 1, moves: "4455", column: 2, stones: 2, grade: 1, reason: "fork" };
  assert.deepEqual(FORK, expected);
  assert.throws(() => readPuzzles({ ...FILE, format: "c4-puzzles 1" }), /format c4-puzzles 1/);
});

test("themes have all puzzles, and each is told where its links say", () => {
  const docs = (path) => new URL(`../../docs/${path}`, import.meta.url);
  const puzzles = readPuzzles(JSON.parse(readFileSync(docs("assets/live/puzzles.json"), "utf8")));
  const how = readFileSync(docs("players/how_to_win.md"), "utf8");
  const titles = [...how.matchAll(/^## (.*)$/gm)].map(([, title]) =>
    title.toLowerCase().replace(/\W+/g, "-"),
  );
  const chosen = Object.keys(THEMES).flatMap((theme) => choosePuzzles(puzzles, theme));
  assert.equal(new Set(chosen).size, puzzles.length);
  for (const [theme, { section, lesson }] of Object.entries(THEMES)) {
    assert.ok(titles.includes(section) && existsSync(docs(`lessons/${lesson}.md`)), theme);
    assert.ok(choosePuzzles(puzzles, theme).every((puzzle) => themeOf(puzzle) === theme));
  }
});

test("next and previous go around, among the puzzles of a theme too", () => {
  const numbers = (from, step, puzzles = ALL) => neighbour(puzzles, from, step).number;
  assert.deepEqual([numbers(1, 1), numbers(3, 1), numbers(1, -1), numbers(3, -1)], [2, 1, 3, 2]);
  assert.deepEqual(
    [numbers(3, 1, [WAIT, FORK]), numbers(1, 1, [WAIT, FORK]), numbers(2, 1, [FORK])],
    [1, 3, 1],
  );
});

test("chance finds each other puzzle, and the same one only if there is no other", () => {
  assert.deepEqual(
    [0, 0.49, 0.5, 0.99].map((chance) => drawPuzzle(ALL, 2, () => chance).number),
    [1, 1, 3, 3],
  );
  assert.equal(drawPuzzle([BLOCK], 2).number, 2);
});

test("a stone is right if the win is still in time, and wrong if it is late, drawn or lost", () => {
  const start = new Attempt(FORK);
  assert.equal(new Attempt(WAIT).reader, "O");
  assert.equal(task(FORK), "X is to move, and wins with their 2nd stone from now.");
  const refuted = (score) => start.play(2).refute([score, -30, null]);
  assert.equal(refuted(-18), "");
  assert.equal(refuted(-17), "This wins too, but not before X's 3rd stone.");
  assert.equal(refuted(0), "With this, O gets a draw.");
  assert.equal(refuted(5), "With this, O wins.");
  assert.equal(refuted(19), "With this, O wins at once.");
});

test("the other side holds out as long as it can, and wins as soon as it can", () => {
  assert.equal(bestColumn([-3, -3, null, -9, -3, -18, -3]), 4);
  assert.equal(bestColumn([4, 0, 0, 0, 0, 0, 12]), 6);
});

test("an attempt goes on to four in a row", () => {
  const start = new Attempt(FORK);
  const [played, replied] = [start.play(2), start.play(2).play(1)];
  assert.deepEqual([start.stonesLeft, replied.stonesLeft], [2, 1]);
  assert.deepEqual(
    [start, played, replied].map((attempt) => attempt.isReadersTurn),
    [true, false, true],
  );
  const judged = played.judge([-19, -18, -19, -19, -19, -19, -19]);
  assert.equal(judged.said, "Column 3 is right. O replies in column 2. Now win.");
  assert.ok(!judged.isWrong && judged.after.game.text === replied.game.text);
  const end = replied.play(5);
  assert.ok(end.isSolved && !replied.isSolved && !end.isShown);
  assert.ok(!new Attempt(FORK).play(0).play(0).play(2).play(1).isSolved);
  assert.ok(start.play(2, true).play(1).play(5).isShown);
});

test("an attempt is gone on with where it was left, another puzzle's is not", () => {
  const left = Attempt.goOn(FORK, { moves: "445532", isShown: true });
  assert.deepEqual([left.game.text, left.isReadersTurn, left.isShown], ["445532", true, true]);
  assert.ok(Attempt.goOn(FORK, { moves: "4455326" }).isSolved);
  for (const moves of ["44553", "44544553", ""]) {
    assert.equal(Attempt.goOn(FORK, { moves }).game.text, FORK.moves);
  }
});

test("a solved puzzle is explained from where its win can be seen, a wrong stone by what it allows", () => {
  const { game, reason, stone } = new Attempt(FORK).play(2).play(1).play(5).insight;
  assert.deepEqual([game.text, reason.kind, stone], ["44553", "fork", 1]);
  const cellsInRow1 = [6, 30]; // of columns 2 and 6
  assert.deepEqual(markReason(reason), { squares: [cellsInRow1, []] });
  const lost = new Attempt(WAIT).play(0).play(2); // O plays elsewhere, X makes three
  assert.deepEqual([lost.refutation.kind, lost.refutation.player], ["fork", "X"]);
  assert.equal(new Attempt(FORK).play(2).play(1).play(5).refutation, null);
});

test("each puzzle of the page can be read and hinted at", () => {
  const file = new URL("../../docs/assets/live/puzzles.json", import.meta.url);
  const puzzles = readPuzzles(JSON.parse(readFileSync(file, "utf8")));
  for (const puzzle of puzzles) {
    assert.ok(new Attempt(puzzle).isReadersTurn, puzzle.moves);
    assert.ok(!hint(puzzle).includes("undefined"), puzzle.reason);
    const shown = new Attempt(puzzle).play(puzzle.column);
    const isHold = puzzle.reason === "hold";
    assert.deepEqual([shown.isSolved, shown.isReadersTurn], [isHold, false]);
    if (isHold) assert.equal(shown.insight.reason.kind, "hold");
  }
});

test("one that was solved before the puzzles were put in order counts for its position, not for its number", () => {
  const state = PUZZLES.checked({ ...PUZZLES.empty(), done: { [WAIT.moves]: "solved" } });
  assert.deepEqual(
    ALL.map((puzzle) => howDone(state, puzzle)),
    [null, null, "solved"],
  );
  noteDone(state, new Attempt(WAIT, undefined, true));
  assert.equal(howDone(state, WAIT), "solved"); // once and for all
});

test("a puzzle is stored as solved or as shown", () => {
  const state = { ...PUZZLES.empty(), done: { 4455: "won" } };
  assert.throws(() => PUZZLES.checked(state));
  assert.equal(PUZZLES.checked({ ...state, done: { 4455: "shown" } }).done[4455], "shown");
});
