// The reader's own mistakes as puzzles: positions of reviewed games in which they lost a win or a draw.
//
// mistake   { played, keeps, asked, solved, due }, stored by the moves before it: the column that was played; 1 if there was
//           a win to keep, 0 for a draw; how often it was asked and solved; and the day from which it is asked again

import { nameDate } from "./days.js";
import { Game } from "./rules.js";
import { isRecord, recordsKind } from "./stored-state.js";

const PAUSES = [1, 3, 7]; // days until a mistake is asked for the first time, again, and from then on
const ENOUGH = 2; // times that a mistake is solved
const COSTLY = ["??", "?"]; // marks of stones that change the result

/** The theme of a puzzle that is a mistake of the reader's, as the page's address names it. */
export const PRACTICE = "mistakes";

/** The kind of state that is stored. */
export const MISTAKES = recordsKind("c4-mistakes", "mistakes", ([moves, mistake]) => {
  if (!isRecord(mistake)) return false;
  const { played, keeps, asked, solved, due } = mistake;
  const isCount = (number) => Number.isInteger(number) && number >= 0;
  const areCounts = [played, asked, solved, due].every(isCount);
  return Game.parse(moves).canPlay(played) && [0, 1].includes(keeps) && areCounts;
});

/** Return the stones of a review by which some players, named by their letters, lost a win or a draw. */
export function listLosses({ stones }, players) {
  return stones.filter(({ player, mark }) => players.includes(player) && COSTLY.includes(mark));
}

/** Add such stones of a game to the mistakes, but for those that are there already. */
export function addMistakes({ mistakes }, game, losses, day) {
  for (const { number, column, best } of losses) {
    const fresh = { played: column, keeps: Math.sign(best), asked: 0, solved: 0, due: day + PAUSES[0] };
    mistakes[game.upTo(number - 1).text] ??= fresh;
  }
}

/** Return the mistakes that are not yet solved often enough, as puzzles, those that are asked first at the beginning. */
export function listPractice({ mistakes }) {
  const open = Object.entries(mistakes).filter(([, { solved }]) => solved < ENOUGH);
  const puzzles = open.map(([moves, { played, keeps, due }]) => {
    return { number: moves, moves, column: null, played, keeps, due };
  });
  return puzzles.toSorted((one, other) => one.due - other.due);
}

/** Note how a mistake was answered; before it is due, nothing changes. */
export function noteAnswer({ mistakes }, moves, isRight, day) {
  const mistake = mistakes[moves];
  if (!mistake || mistake.due > day) return;
  mistake.asked += 1;
  mistake.solved += Number(isRight);
  mistake.due = day + PAUSES[Math.min(mistake.asked, PAUSES.length - 1)];
}

/** Say when a mistake is asked again. */
export function describeDue({ mistakes }, moves, day) {
  const mistake = mistakes[moves];
  if (!mistake || mistake.solved >= ENOUGH) return "solved twice ✓";
  return mistake.due <= day
    ? "due today"
    : `asked ${mistake.asked ? "again " : ""}on ${nameDate(mistake.due)}`;
}

export function countDue(state, day) {
  return listPractice(state).filter(({ due }) => due <= day).length;
}

/** Say how many mistakes there are to practise: "Your mistakes: 3, 1 due today". */
export function describePractice(state, day) {
  const due = countDue(state, day);
  return `Your mistakes: ${listPractice(state).length}${due ? `, ${due} due today` : ""}`;
}
