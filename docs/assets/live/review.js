// Reviews: a game gone through stone by stone, as common/tools/play/explaining/review.py does it. It says in which form the
// data are, and what the marks mean; the words are those of common/tools/play/explaining/wording.py.

import { PLAYERS } from "./reasons.js";
import { CELLS, Game } from "./rules.js";

/** Marks, and what the stones that get them do. */
export const MARKS = new Map([
  ["??", "loses what was won or drawn"],
  ["?", "gives away half: only draws what was won"],
  ["?!", "wins later, or loses sooner, than it had to"],
]);

/** Return the positions of a game whose scores a review takes, the last first: later ones help with the earlier. */
export function listPositions(game) {
  return Array.from(
    { length: game.moves + 1 },
    (_, back) => new Game(game.columns.slice(0, game.moves - back)),
  );
}

/** Return the review of a game by the scores of these positions, but for the explanations of the mistakes. */
export function reviewGame(game, scoresFromLast) {
  const scores = scoresFromLast.toReversed();
  const stones = game.columns.map((column, index) => {
    const [best, score] = [scores[index], 0 - scores[index + 1]];
    const player = PLAYERS[index % 2];
    return { number: index + 1, player, column: column + 1, best, score, mark: markStone(best, score) };
  });
  const winner = game.line ? PLAYERS[game.winner - 1] : null;
  return { moves: game.text, winner, losing_stone: findLosingStone(stones), stones };
}

/** Return the mark of a stone by the score of the position before it and after it, "" if it is as good as any. */
function markStone(best, score) {
  if (score === best) return "";
  if (Math.sign(best) === Math.sign(score)) return "?!";
  return score < 0 ? "??" : "?";
}

/** Return the number of the last stone that lost the game, null if there is none. */
function findLosingStone(stones) {
  const last = stones.at(-1);
  if (!last?.score) return null;
  const loser = PLAYERS[(PLAYERS.indexOf(last.player) + Number(last.score > 0)) % 2];
  return stones.findLast(({ player, mark }) => player === loser && mark === "??")?.number ?? null;
}

/** Return the stones that changed the result. */
export function listMistakes({ stones }) {
  return stones.filter(({ mark }) => mark === "??" || mark === "?");
}

/** Say how a game ended, or how it stands, and whether whoever lost it could have saved it. */
export function describeEnd(review) {
  const last = review.stones.at(-1);
  if (!last) return "No stone has been played.";
  if (review.moves.length === CELLS && !review.winner) return "The game was drawn.";
  if (!last.score) return "The game is not over; with best play it is drawn.";
  const other = PLAYERS[1 - PLAYERS.indexOf(last.player)];
  const [winner, loser] = last.score > 0 ? [last.player, other] : [other, last.player];
  const end = review.winner
    ? `${winner} won with stone ${review.moves.length}.`
    : `The game is not over; with best play ${winner} wins.`;
  return review.losing_stone ? end : `${end} ${loser} was lost from the beginning.`;
}

/** Say what a stone that changed the result did. */
export function describeMistake(review, stone) {
  const before = stone.best > 0 ? "won" : "drawn";
  const name = spellReviewedStone(stone);
  if (stone.number === review.losing_stone) return `${name} lost the game: it was ${before} before.`;
  return `${name} ${stone.score === 0 ? "gave away half" : `lost what was ${before}`}.`;
}

/** Name a stone of a game, with its mark. */
function spellReviewedStone({ number, player, column, mark }) {
  return `Stone ${number}, ${player}${column}${mark},`;
}
