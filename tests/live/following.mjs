// Answer questions about games, one a line: what following promises, and which replies are safe.

import { readFileSync } from "node:fs";
import { findPlan } from "../../docs/assets/live/following.js";
import { sortReplies } from "../../docs/assets/live/replies.js";
import { Game } from "../../docs/assets/live/rules.js";

for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  const game = Game.parse(line);
  const replies = Object.entries(sortReplies(game.fields)).map(([name, bits]) => [name, String(bits)]);
  const score = findPlan(game.fields)?.score ?? null;
  console.log(JSON.stringify({ ...Object.fromEntries(replies), score }));
}
