// Explanations: a line of best play, and what shows the result at its end, as common/api/c4/reasons.py
// finds them. It says what form the data have: the same here as its JSON.
//
// isAtMost(game, score)    asks a solver whether a game's score is that or less
//
// The line and the reply to each worse column are separate questions, so that several solvers can share them.

import { findReasons, PLAYERS, spellCells } from "./reasons.js";
import { CENTRE_FIRST, COLUMNS, highest, remaining, winningSquares, winScore } from "./rules.js";

const SHOWN = 3; // a line goes on to the end if the winner needs so few stones

/** Return a line of best play from a position of a score, after how many stones reasons hold, and these reasons. */
export function findLine(start, startScore, isAtMost) {
  const line = [];
  let [game, score, shownAfter, reasons] = [start, startScore, 0, []];
  while (!game.isOver) {
    if (!reasons.length) [shownAfter, reasons] = [line.length, findTellingReasons(game, score)];
    if (reasons.length && !isNearEnd(game, score)) break;
    const column = findBestColumn(game, score, isAtMost);
    const [wins, player] = [game.isWinningMove(column), game.letters[0]];
    line.push({ column: column + 1, player, is_forced: isForced(game, column), wins });
    [game, score] = [game.play(column), -score];
  }
  return { line, shown_after: shownAfter, reasons };
}

/** Return the columns of best play from a position of a score: as many as are asked for, or up to the end. */
export function playOn(start, startScore, stones, isAtMost) {
  let [game, score] = [start, startScore];
  while (!game.isOver && game.moves < start.moves + stones) {
    [game, score] = [game.play(findBestColumn(game, score, isAtMost)), -score];
  }
  return game.columns.slice(start.moves);
}

/** Return the other player's reply to a column with a score, and what it shows. */
export function findPunishment(game, column, score, isAtMost) {
  const child = game.play(column);
  const reply = findBestColumn(child, -score, isAtMost);
  const wins = child.isWinningMove(reply);
  const reasons = wins ? [] : findReasons(child.play(reply), score);
  return { column: column + 1, score, reply: reply + 1, wins, reasons };
}

/** Return the columns that are worse than the best, in the order in which they are explained. */
export function listWorse(scores) {
  return CENTRE_FIRST.filter((column) => scores[column] !== null && scores[column] < highest(scores));
}

/** Return the whole explanation of a game that goes on, given the line and the replies to the worse columns. */
export function joinExplanation(game, scores, line, worse) {
  const score = highest(scores);
  return {
    moves: game.text,
    player: game.letters[0],
    score,
    left: remaining(score, game.moves),
    scores,
    best: COLUMNS.filter((column) => scores[column] === score).map((column) => column + 1),
    squares: Object.fromEntries(
      winningSquares(game.cells).map((cells, player) => [PLAYERS[player], spellCells(cells)]),
    ),
    ...line,
    worse,
  };
}

/** Return the reasons that show a result; where the end is near, only those that show when it comes. */
function findTellingReasons(game, score) {
  const reasons = findReasons(game, score);
  const isVague = reasons.some((reason) => reason.score !== Math.abs(score));
  return isNearEnd(game, score) && isVague ? [] : reasons;
}

/** Return whether the winner needs so few stones that all of them are shown. */
function isNearEnd({ moves }, score) {
  return score !== 0 && Math.floor((remaining(score, moves) + 1) / 2) <= SHOWN;
}

/** Return a column that keeps a score: if there is one, a column after which a reason shows the result. */
function findBestColumn(game, score, isAtMost) {
  const columns = CENTRE_FIRST.filter((column) => game.canPlay(column));
  const winning = columns.find((column) => game.isWinningMove(column));
  if (winning !== undefined && score === winScore(game.moves)) return winning;
  const children = columns.map((column) => {
    const after = game.play(column);
    const promised = Math.max(-1, ...findReasons(after, -score).map((reason) => reason.score));
    return { column, after, promised };
  });
  if (score >= 0) children.sort((one, other) => other.promised - one.promised);
  const keeps = ({ after, promised }) => (score > 0 && promised === score) || isAtMost(after, -score);
  return children.find(keeps).column;
}

/** Return whether all columns but one lose to the next stone; a column that wins is not forced. */
function isForced(game, column) {
  const open = COLUMNS.filter((each) => game.canPlay(each));
  const safe = open.filter((each) => !game.play(each).canWin);
  return safe.length === 1 && safe[0] === column && open.length > 1 && !game.isWinningMove(column);
}
