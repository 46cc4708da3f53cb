// Answer questions about games, one a line: what following promises, and which replies are safe.

import { readFileSync } from "node:fs";
import { findPlan } from "../../docs/assets/live/following.js";
import { sortReplies } from "../../docs/assets/live/replies.js";
import { Game } from "../../docs/assets/live/rules.js";

for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  const game = Game.parse(line);
  console.log(JSON.stringify({ ...sortReplies(game), score: findPlan(game)?.score ?? null }));
}
