// Explanations and reviews in the form of the JSON that common/api/c4/{reasons,board}.py make. An explanation is a line of best
// play and what shows the result at its end: the line and the reply to each worse column are separate questions, so that
// several solvers can share them.
//
// isAtMost(game, score)    asks a solver whether a game's score is that or less

import { findReasons } from "./reasons.js";
import { CENTRE_FIRST, COLUMNS, highest, LETTERS, remaining, winScore } from "./rules.js";

const NEAR = 3; // a line goes on to the end if the winner needs so few stones

/** Return a line of best play from a position of a score, after how many stones reasons hold, and these reasons. */
export function findLine(start, startScore, isAtMost) {
  const line = [];
  let [game, score, shownAfter, reasons] = [start, startScore, 0, []];
  while (!game.isOver) {
    if (!reasons.length) [shownAfter, reasons] = [line.length, findTellingReasons(game, score)];
    if (reasons.length && !isNearEnd(game, score)) break;
    const column = findBestColumn(game, score, isAtMost);
    const [wins, player] = [game.isWinningMove(column), game.letters[0]];
    line.push({ column, player, is_forced: isForced(game, column), wins });
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
  return { column, score, reply, wins, reasons };
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
    scores,
    best: COLUMNS.filter((column) => scores[column] === score),
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
  return score !== 0 && Math.floor((remaining(score, moves) + 1) / 2) <= NEAR;
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

/** Return the positions of a game, from the empty board on. */
export function listPositions(game) {
  return [...game.columns.keys(), game.moves].map((moves) => game.upTo(moves));
}

/** Return the review of a game by the scores of its positions, except for the explanations of the mistakes. */
export function reviewGame(game, scores) {
  const stones = listStones(game, scores);
  const winner = game.line ? LETTERS[game.winner] : null;
  const glance = winner && findGlance(game.upTo(-2), stones.at(-2));
  return { moves: game.text, winner, losing_stone: findLosingStone(stones), glance, stones };
}

/** Return the stones of a game by the scores of its positions, null where not known: then a stone has no mark. */
export function listStones(game, scores) {
  return game.columns.map((column, index) => {
    const [best, after] = [scores[index], scores[index + 1]];
    const score = after === null ? null : 0 - after;
    const mark = best === null || score === null ? "" : markStone(best, score);
    return { number: index + 1, player: LETTERS[1 + (index % 2)], column, best, score, mark };
  });
}

/** Return the mark of a stone by the score of the position before it and after it, "" if it is as good as any. */
function markStone(best, score) {
  if (score === best) return "";
  if (Math.sign(best) === Math.sign(score)) return "?!";
  return score < 0 ? "??" : "?";
}

/** Return the number of the last stone that lost the game, or null if there is none. */
function findLosingStone(stones) {
  const last = stones.at(-1);
  if (!last?.score) return null;
  const hasLost = ({ player }) => (player === last.player) === last.score < 0;
  return stones.findLast((stone) => hasLost(stone) && stone.mark === "??")?.number ?? null;
}

/** Return the last stone of the player who lost, and the columns that would have stopped the four; null if none would. */
function findGlance(game, { number }) {
  const playable = COLUMNS.filter((column) => game.canPlay(column));
  const columns = playable.filter((column) => game.isWinningMove(column) || !game.play(column).canWin);
  return columns.length ? { number, columns } : null;
}

/** Return the mistakes: the stones that changed the result, else the last that lost sooner than it had to. */
export function listMistakes({ stones }) {
  const changed = stones.filter(({ mark }) => mark === "??" || mark === "?");
  return changed.length ? changed : stones.filter(({ mark, score }) => mark && score < 0).slice(-1);
}
