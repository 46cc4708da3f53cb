// The puzzle of each day: which one it is, what is stored of the reader's tries, their streak, and a line that tells others.
//
// day   a day of the reader's calendar, counted from 1 January 1970

import { isRecord, recordsKind } from "./stored-state.js";

const MILLISECONDS = 86_400_000; // of a day
const WEEK = 7;
const STRIDE = 23; // puzzles from one week to the next: the one after today's is not that of next week

export const TRIES = 3;

/** The kind of state that is stored: for each day that was begun, how many stones were wrong, and whether it was solved. */
export const DAYS = recordsKind("c4-days", "days", ([day, record]) => {
  if (!/^\d+$/.test(day) || !isRecord(record)) return false;
  return [...Array(TRIES + 1).keys()].includes(record.wrong) && typeof record.isSolved === "boolean";
});

/** Return the day of a time, where the reader is. */
export function dayOf(date) {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / MILLISECONDS;
}

/** Write parts of a day's date, as toLocaleDateString names them. */
export function nameDay(day, parts) {
  return new Date(day * MILLISECONDS).toLocaleDateString("en-GB", { timeZone: "UTC", ...parts });
}

const DATE = /** @type {const} */ ({ day: "numeric", month: "long" });

/** Write a day as "29 November". */
export function nameDate(day) {
  return nameDay(day, DATE);
}

/** Return the puzzle of a day, of puzzles that get harder: from the first seventh on a Monday to the last on a Sunday. */
export function puzzleOfDay(puzzles, day) {
  const monday = day + 3; // the first of January 1970 was a Thursday
  const [weekday, week] = [monday % WEEK, Math.floor(monday / WEEK)];
  const [first, end] = [weekday, weekday + 1].map((part) => Math.floor((puzzles.length * part) / WEEK));
  return puzzles[first + ((week * STRIDE) % (end - first))];
}

/** Return what is stored of a day. */
export function readDay({ days }, day) {
  return days[day] ?? { wrong: 0, isSolved: false };
}

/** Return whether nothing changes the result of a day any more. */
export function isDecided({ wrong, isSolved }) {
  return isSolved || wrong === TRIES;
}

/** Note a wrong stone in the puzzle of a day, which takes a try, or as many as are given; once it is decided, nothing. */
export function noteWrong(state, day, tries = 1) {
  const { wrong, isSolved } = readDay(state, day);
  if (!isSolved) state.days[day] = { wrong: Math.min(TRIES, wrong + tries), isSolved };
}

/** Note that the puzzle of a day is solved, unless it was decided before. */
export function noteSolved(state, day) {
  const before = readDay(state, day);
  if (!isDecided(before)) state.days[day] = { ...before, isSolved: true };
}

/** Return how many days in a row are solved, up to this one; one that can still be solved does not end them. */
export function countStreak(state, day) {
  let first = isDecided(readDay(state, day)) ? day + 1 : day;
  const end = first;
  while (readDay(state, first - 1).isSolved) first -= 1;
  return end - first;
}

/** Return the days of a week that ends with this one. */
export function listWeek(day) {
  return Array.from({ length: WEEK }, (_, at) => day - WEEK + 1 + at);
}

/** Say how a day went. */
export function describeDay({ wrong, isSolved }) {
  if (isSolved) return `solved in ${countTries(wrong + 1)}`;
  if (wrong === TRIES) return `not solved in ${countTries(TRIES)}`;
  return wrong ? "not solved" : "not tried";
}

/** Say how today stands. */
export function describeToday(record) {
  return isDecided(record) ? describeDay(record) : `${countTries(TRIES - record.wrong)} left`;
}

function countTries(number) {
  return `${number} ${number === 1 ? "try" : "tries"}`;
}

/** Return a line that tells others how a day went, and nothing of its puzzle, with the address where they find it. */
export function tellResult(state, day, address) {
  const streak = countStreak(state, day);
  const told = `Connect 4 puzzle, ${nameDate(day)}: ${describeDay(readDay(state, day))}.`;
  return `${told}${streak ? ` Streak ${streak}` : ""}\n${address}`;
}
