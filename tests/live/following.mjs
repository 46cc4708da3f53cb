// Answer questions about games, one a line: which replies are safe.

import { readFileSync } from "node:fs";
import { sortReplies } from "../../docs/assets/live/replies.js";
import { Game } from "../../docs/assets/live/rules.js";

for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1))
  console.log(JSON.stringify(sortReplies(Game.parse(line))));
