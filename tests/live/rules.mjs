// What the page makes of move strings: node tests/live/rules.mjs < LINES, a line of JSON each.

import { readFileSync } from "node:fs";
import {
  explain,
  Game,
  remaining,
  sortReplies,
  winningSquares,
  winScore,
} from "../../docs/assets/live/rules.js";

const asText = (_, value) => (typeof value === "bigint" ? String(value) : value);
for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  try {
    const game = Game.parse(line);
    const scores = [-2, -1, 0, 1, 2, winScore(game.moves)];
    const said = scores.map((score) => [score, remaining(score, game.moves), explain(score, game.moves)]);
    const { fields, winner, isOver, line: row, columns } = game;
    const wins = game.heights.map((_, column) => game.canPlay(column) && game.isWinningMove(column));
    const squares = winningSquares(game.cells);
    const replies = isOver ? null : sortReplies(game);
    const answer = { ...fields, winner, isOver, row, columns, wins, said, squares, replies };
    console.log(JSON.stringify(answer, asText));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
}
