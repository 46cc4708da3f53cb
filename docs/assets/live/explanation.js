// Explanations: a line of best play, and what shows the result at its end, as common/api/c4/explanation.py
// finds them. It says in which form the data are: the same here as its JSON.
//
// isAtMost(position, score)    asks a solver whether a position's score is that or less
//
// A line and what punishes each of the worse columns are questions of their own, so that several solvers share them.

import { canPlay, isWinningMove, listColumns, lowestOf, play } from "./bitboards.js";
import { findFour, findReasons, findSquares, PLAYERS, spellCells } from "./reasons.js";
import { CELLS, CENTRE_FIRST, highest, remaining, winScore } from "./rules.js";

const SHOWN = 3; // a line goes on to the end if the winner needs so few stones

/** Return a line of best play from a position of a score, after how many stones reasons hold, and these reasons. */
export function findLine(start, startScore, isAtMost) {
  const line = [];
  let [position, score, shownAfter, reasons] = [start, startScore, 0, []];
  while (position.moves < CELLS) {
    if (!reasons.length) [shownAfter, reasons] = [line.length, findTellingReasons(position, score)];
    if (reasons.length && !isNearEnd(position, score)) break;
    const column = findBestColumn(position, score, isAtMost);
    const wins = isWinningMove(position, column);
    const player = PLAYERS[position.moves % 2];
    line.push({ column: column + 1, player, is_forced: isForced(position, column), wins });
    if (wins) break;
    [position, score] = [play(position, column), -score];
  }
  return { line, shown_after: shownAfter, reasons };
}

/** Return what the other player replies to a column of a score, and what it shows. */
export function findPunishment(position, column, score, isAtMost) {
  const child = play(position, column);
  const reply = findBestColumn(child, -score, isAtMost);
  const wins = isWinningMove(child, reply);
  const reasons = wins ? [] : findReasons(play(child, reply), score);
  return { column: column + 1, score, reply: reply + 1, wins, reasons };
}

/** Return the columns that are worse than the best, in the order in which they are explained. */
export function listWorse(scores) {
  return CENTRE_FIRST.filter((column) => scores[column] !== null && scores[column] < highest(scores));
}

/** Return the whole explanation of a game that goes on, given the line and what punishes each worse column. */
export function joinExplanation(game, scores, line, worse) {
  const score = highest(scores);
  return {
    moves: game.text,
    player: PLAYERS[game.moves % 2],
    score,
    left: remaining(score, game.moves),
    scores,
    best: CENTRE_FIRST.toSorted((one, other) => one - other)
      .filter((column) => scores[column] === score)
      .map((column) => column + 1),
    squares: Object.fromEntries(
      [0, 1].map((player) => [PLAYERS[player], spellCells(findSquares(game.fields, player))]),
    ),
    ...line,
    worse,
  };
}

/** Return the reasons that show a result; where the end is near, only those that show when it comes. */
function findTellingReasons(position, score) {
  const reasons = findReasons(position, score);
  const isVague = reasons.some((reason) => reason.score !== Math.abs(score));
  return isNearEnd(position, score) && isVague ? [] : reasons;
}

/** Tell whether the winner needs so few stones that all of them are shown. */
function isNearEnd({ moves }, score) {
  return score !== 0 && Math.floor((remaining(score, moves) + 1) / 2) <= SHOWN;
}

/** Return a column that keeps a score: if there is one, a column after which a reason shows the result. */
function findBestColumn(position, score, isAtMost) {
  const columns = CENTRE_FIRST.filter((column) => canPlay(position, column));
  if (score === winScore(position.moves)) {
    const winning = columns.find((column) => isWinningMove(position, column));
    if (winning !== undefined) return winning;
  }
  const after = new Map(columns.map((column) => [column, play(position, column)]));
  const promised = (column) =>
    Math.max(-1, ...findReasons(after.get(column), -score).map((reason) => reason.score));
  const ranks = new Map(columns.map((column) => [column, promised(column)]));
  if (score >= 0) columns.sort((one, other) => ranks.get(other) - ranks.get(one));
  return columns.find(
    (column) => (score > 0 && ranks.get(column) === score) || isAtMost(after.get(column), -score),
  );
}

/** Tell whether all columns but one lose to the next stone; a column that wins is not forced. */
function isForced(position, column) {
  const columns = listColumns(lowestOf(position));
  const isSafe = (other) => !findFour(play(position, other), 1 - (position.moves % 2));
  const safe = columns.filter(isSafe);
  return safe.length === 1 && safe[0] === column && columns.length > 1 && !isWinningMove(position, column);
}
