// Reviews: a game gone through stone by stone, as common/api/c4/board.py does it. It says what form the
// data are; the words are those of common/api/c4/text.py.

import { SENTENCES } from "../sentences.js";
import { PLAYERS } from "./reasons.js";
import { CELLS, COLUMNS } from "./rules.js";
import { fill, nameColumns, resultOf } from "./wording.js";
import { capitalize } from "./format.js";

/** Marks, and what the stones that get them do. */
export const MARKS = new Map(Object.entries(SENTENCES.marks));

/** Return the positions of a game whose scores a review takes, the last first: later ones help with the earlier. */
export function listPositions(game) {
  return Array.from({ length: game.moves + 1 }, (_, back) => game.upTo(game.moves - back));
}

/** Return the review of a game by the scores of these positions, except for the explanations of the mistakes. */
export function reviewGame(game, scoresFromLast) {
  const scores = scoresFromLast.toReversed();
  const stones = listStones(game, scores);
  const winner = game.line ? PLAYERS[game.winner - 1] : null;
  const glance = winner && findGlance(game.upTo(-2), stones.at(-2));
  return { moves: game.text, winner, losing_stone: findLosingStone(stones), glance, stones };
}

/** Return the stones of a game by the scores of its positions, null where not known: then a stone has no mark. */
export function listStones(game, scores) {
  return game.columns.map((column, index) => {
    const [best, after] = [scores[index], scores[index + 1]];
    const score = after === null ? null : 0 - after;
    const mark = best === null || score === null ? "" : markStone(best, score);
    return { number: index + 1, player: PLAYERS[index % 2], column: column + 1, best, score, mark };
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
  const loser = PLAYERS[(PLAYERS.indexOf(last.player) + Number(last.score > 0)) % 2];
  return stones.findLast(({ player, mark }) => player === loser && mark === "??")?.number ?? null;
}

/** Return the last stone of the player who lost, and the columns that would have stopped the four; null if none would. */
function findGlance(game, { number }) {
  const playable = COLUMNS.filter((column) => game.canPlay(column));
  const columns = playable.filter((column) => game.isWinningMove(column) || !game.play(column).canWin);
  return columns.length ? { number, columns: columns.map((column) => column + 1) } : null;
}

/** Return the mistakes: the stones that changed the result, else the last that lost sooner than it had to. */
export function listMistakes({ stones }) {
  const changed = stones.filter(({ mark }) => mark === "??" || mark === "?");
  return changed.length ? changed : stones.filter(({ mark, score }) => mark && score < 0).slice(-1);
}

/** Say how a game ended, or how it stands, and whether the loser could have saved it. */
export function describeEnd(review) {
  const [last, says] = [review.stones.at(-1), SENTENCES.ends];
  if (!last) return says.none;
  if (review.moves.length === CELLS && !review.winner) return says.full;
  if (!last.score) return says.drawn;
  const other = PLAYERS[1 - PLAYERS.indexOf(last.player)];
  const [winner, loser] = last.score > 0 ? [last.player, other] : [other, last.player];
  const end = (review.winner ? says.won : says.open) + (review.losing_stone ? "" : says.hopeless);
  return fill(end, { winner, loser, number: review.moves.length });
}

/** Say which stone let the winner make four at once, "" if none did but the one that lost the game. */
export function describeGlance({ glance, losing_stone: losing, stones, moves }) {
  if (!glance || glance.number === losing) return "";
  const [says, stone] = [SENTENCES.mistakes, stones[glance.number - 1]];
  const other = PLAYERS[1 - PLAYERS.indexOf(stone.player)];
  const columns = capitalize(nameColumns(glance.columns));
  return fill(says.stone + says.glance, { ...stone, other, reply: moves.at(-1), columns });
}

/** Say what a mistake did. */
export function describeMistake(review, stone) {
  const says = SENTENCES.mistakes;
  const changed = stone.number === review.losing_stone ? says.game : stone.score ? says.lost : says.half;
  const what = stone.mark === "?!" ? says.sooner : changed;
  return fill(says.stone + what, { ...stone, before: resultOf(stone.best) });
}
