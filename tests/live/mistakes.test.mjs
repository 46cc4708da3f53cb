// The reader's mistakes: which stones they are, when they are asked again, and what answers them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { reviewGame } from "../../docs/assets/live/explanation.js";
import {
  addMistakes,
  countDue,
  describeDue,
  describePractice,
  listLosses,
  listPractice,
  MISTAKES,
  noteAnswer,
} from "../../docs/assets/live/mistakes.js";
import { Attempt, hint, task } from "../../docs/assets/live/puzzle.js";
import { Game } from "../../docs/assets/live/rules.js";

const GAME = Game.parse("1122334");
const SCORES = [2, -2, 18, 1, 0, 3, 18, -18]; // made up: X errs with stones 3 and 5, O with 4 and 6
const REVIEW = reviewGame(GAME, SCORES);
const TODAY = 20_786; // 29 November 2026

/** Return what is stored after a review of the game, by a reader who had these sides. */
function reviewed(players = ["X"]) {
  const state = MISTAKES.empty();
  addMistakes(state, GAME, listLosses(REVIEW, players), TODAY);
  return state;
}

test("the stones that lost a win or a draw are kept, those of the reader only, and once", () => {
  const lost = (players) => listLosses(REVIEW, players).map(({ number }) => number);
  assert.deepEqual(lost(["X"]), [3, 5]);
  assert.deepEqual(lost(["X", "O"]), [3, 4, 5, 6]);
  assert.deepEqual(lost([]), []);
  const state = reviewed();
  const [win, draw] = listPractice(state);
  assert.deepEqual([win.moves, win.keeps, win.played], ["11", 1, 1]);
  assert.deepEqual([draw.moves, draw.keeps, draw.played], ["1122", 0, 2]);
  noteAnswer(state, "11", true, TODAY + 1);
  addMistakes(state, GAME, listLosses(REVIEW, ["X"]), TODAY + 1);
  assert.equal(state.mistakes[11].solved, 1);
});

test("a mistake is asked after a day, three days, a week, until it is solved twice", () => {
  const state = reviewed();
  const due = () => state.mistakes[11].due;
  let day = TODAY;
  const pauses = [false, true, false, false].map((isRight) => {
    const pause = due() - day;
    day = due();
    noteAnswer(state, "11", isRight, day);
    return pause;
  });
  assert.deepEqual(pauses, [1, 3, 7, 7]);
  noteAnswer(state, "11", true, day); // before it is due again
  assert.equal(listPractice(state).length, 2);
  noteAnswer(state, "11", true, due());
  assert.deepEqual(
    listPractice(state).map(({ moves }) => moves),
    ["1122"],
  );
  assert.equal(describeDue(state, "11", day), "solved twice ✓");
});

test("the page says how many there are, how many are due, and when the others are", () => {
  const state = reviewed();
  assert.equal(describePractice(state, TODAY), "Your mistakes: 2");
  assert.equal(describeDue(state, "11", TODAY), "asked on 30 November");
  assert.equal(describePractice(state, TODAY + 1), "Your mistakes: 2, 2 due today");
  noteAnswer(state, "11", false, TODAY + 1);
  assert.equal(describePractice(state, TODAY + 1), "Your mistakes: 2, 1 due today");
  assert.equal(describeDue(state, "11", TODAY + 1), "asked again on 3 December");
  assert.equal(countDue(state, TODAY + 4), 2);
});

test("any stone that keeps the win or the draw is right, however long the win takes", () => {
  const [win, draw] = listPractice(reviewed());
  const judge = (puzzle, best) => new Attempt(puzzle).play(4).judge([best, null, -9, -9, -9, -9, -9]);
  for (const score of [-1, -17]) assert.ok(judge(win, score).after.isSolved);
  assert.ok(judge(draw, 0).after.isSolved);
  assert.equal(judge(win, 0).said.split(".")[0], "With this, O gets a draw");
  assert.ok(judge(win, 0).isWrong && judge(draw, 3).isWrong);
  assert.equal(judge(draw, 3).said.split(".")[0], "With this, O wins");
  assert.ok(!new Attempt(win).isSolved && new Attempt(win).isReadersTurn);
  assert.equal(judge(win, -1).after.achievement, "keeps the win");
  assert.equal(judge(draw, 0).after.achievement, "holds a draw");
});

test("a mistake's task names no column; its hint names the one of the game", () => {
  const [win, draw] = listPractice(reviewed());
  assert.equal(task(win), "X is to move, and can win. Find a column that keeps the win.");
  assert.equal(task(draw), "X is to move, and can hold a draw. Find a column that does.");
  assert.equal(hint(win), "Hint: In your game you played column 2.");
});

test("damaged mistakes are refused", () => {
  const state = reviewed();
  assert.equal(MISTAKES.checked(state), state);
  const good = state.mistakes[11];
  const damaged = [{ "1x": good }, { 1111111: good }, { 1212121: good }, { 11: null }];
  for (const changed of [{ due: "soon" }, { played: 7 }, { keeps: 2 }, { asked: -1 }])
    damaged.push({ 11: { ...good, ...changed } });
  for (const mistakes of damaged) assert.throws(() => MISTAKES.checked({ ...state, mistakes }));
});
