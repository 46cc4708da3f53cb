// The puzzle of a day: which one it is, tries, the streak, and the line that is copied.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  countStreak,
  DAYS,
  dayOf,
  describeDay,
  describeToday,
  listWeek,
  nameDate,
  noteSolved,
  noteWrong,
  puzzleOfDay,
  readDay,
  tellResult,
} from "../../docs/assets/live/days.js";
import { readPuzzles } from "../../docs/assets/live/puzzle.js";

const FILE = new URL("../../docs/assets/live/puzzles.json", import.meta.url);
const PUZZLES = readPuzzles(JSON.parse(readFileSync(FILE, "utf8")));
const SUNDAY = dayOf(new Date(2026, 10, 29));

/** Return what is stored when these days before a Sunday were solved, and those missed. */
function played(solved, missed = []) {
  const state = DAYS.empty();
  for (const before of solved) noteSolved(state, SUNDAY - before);
  for (const before of missed) noteWrong(state, SUNDAY - before, 3);
  return state;
}

test("a day lasts from midnight to midnight where the reader is, in winter and in summer", () => {
  for (const month of [0, 6]) {
    const at = (...time) => dayOf(new Date(2026, month, ...time));
    assert.equal(at(24, 0, 0), at(24, 23, 59));
    assert.equal(at(25, 0, 0), at(24) + 1);
  }
  assert.equal(nameDate(SUNDAY), "29 November");
});

test("every Monday's puzzle comes before every Tuesday's in the file, and so on to Sunday's", () => {
  const weeks = [...Array(60).keys()].map((week) => listWeek(SUNDAY + 7 * week));
  const numbers = [0, 1, 2, 3, 4, 5, 6].map((at) =>
    weeks.map((week) => puzzleOfDay(PUZZLES, week[at]).number),
  );
  for (const [at, these] of numbers.slice(1).entries()) {
    assert.ok(Math.max(...numbers[at]) < Math.min(...these));
  }
  assert.equal(new Set(numbers.flat()).size, PUZZLES.length); // none comes again before all have come
});

test("the puzzle after today's is not that of the next weeks", () => {
  const [today, ...weeks] = [0, 1, 2].map((week) => puzzleOfDay(PUZZLES, SUNDAY + 7 * week).number);
  assert.ok(weeks.every((number) => Math.abs(number - today) > 1));
});

test("three wrong stones decide a day, and so does a solution; then nothing changes it", () => {
  const state = DAYS.empty();
  noteWrong(state, SUNDAY);
  assert.equal(describeToday(readDay(state, SUNDAY)), "2 tries left");
  assert.equal(describeDay(readDay(state, SUNDAY)), "not solved"); // as it is said later
  noteSolved(state, SUNDAY);
  noteWrong(state, SUNDAY);
  assert.equal(describeDay(readDay(state, SUNDAY)), "solved in 2 tries");
  const lost = played([], [0]);
  noteSolved(lost, SUNDAY);
  assert.equal(describeDay(readDay(lost, SUNDAY)), "not solved in 3 tries");
  assert.equal(describeDay(readDay(lost, SUNDAY - 1)), "not tried");
});

test("a streak goes on while today can still be solved, and ends with a day that was not", () => {
  const streak = (...days) => countStreak(played(...days), SUNDAY);
  assert.deepEqual([streak([]), streak([0]), streak([1, 2]), streak([0, 1, 2])], [0, 1, 2, 3]);
  assert.equal(streak([0, 2, 3]), 1); // one was not tried
  assert.equal(streak([1, 2], [0]), 0);
  assert.equal(streak([0, 2, 3], [1]), 1);
});

test("the line to copy has the day, the tries and the streak, and nothing of the puzzle", () => {
  const tell = (state) => tellResult(state, SUNDAY, "https://example.org/").split("\n");
  const state = played([1, 2, 3, 4]);
  noteWrong(state, SUNDAY);
  noteSolved(state, SUNDAY);
  assert.deepEqual(tell(state), [
    "Connect 4 puzzle, 29 November: solved in 2 tries. Streak 5",
    "https://example.org/",
  ]);
  assert.equal(tell(played([0]))[0], "Connect 4 puzzle, 29 November: solved in 1 try. Streak 1");
  assert.equal(tell(played([1], [0]))[0], "Connect 4 puzzle, 29 November: not solved in 3 tries.");
});

test("damaged days are refused", () => {
  assert.equal(DAYS.checked(played([0, 1])).days[SUNDAY].wrong, 0);
  const damaged = [{ wrong: 4, isSolved: false }, { wrong: 1 }, null, 2];
  for (const day of damaged) assert.throws(() => DAYS.checked({ ...DAYS.empty(), days: { 20786: day } }));
  assert.throws(() => DAYS.checked({ ...DAYS.empty(), days: { today: { wrong: 0, isSolved: true } } }));
});
