// A trial: the reader plays against a reason, whose player does what it says and searches nothing.

import { outcome } from "./board.js";
import { played } from "./match.js";
import { cellOf } from "./reasons.js";
import { LETTERS } from "./rules.js";
import { replyByReason } from "./rule.js";

/** A trial of a reason from the position where it holds, with the reader to move. */
export class Trial {
  #reason;
  #start;
  #moves; // of the game that was shown last

  constructor(reason, start) {
    [this.#reason, this.#start, this.#moves] = [reason, start, start.moves];
  }

  /** Whether a game belongs to the trial. */
  covers(game) {
    return game.text.startsWith(this.#start.text);
  }

  isRulesTurn(game) {
    return !game.isOver && game.player !== this.#start.player;
  }

  /** Note which game is shown, and return whether stones were taken back for it. */
  follow({ moves }) {
    const wasTakenBack = moves < this.#moves;
    this.#moves = moves;
    return wasTakenBack;
  }

  /** Return the column of the reply. */
  reply(game) {
    return replyByReason(this.#reason, this.#start, game);
  }

  /** Return the squares that are still waited for, as cells. */
  awaited(game) {
    return this.#reason.squares.map(cellOf).filter((cell) => !game.cells[cell]);
  }

  /** Say what goes on. */
  tell(game) {
    const [you, rule] = [LETTERS[this.#start.player], LETTERS[3 - this.#start.player]];
    if (game.isOver) return `${played(game)}${outcome(game)}, as was promised.`;
    if (game.moves === this.#start.moves) {
      return `You are ${you}. ${rule} replies by the rule below, and searches nothing. Escape ends this.`;
    }
    return `${played(game)}${this.isRulesTurn(game) ? "" : "Your turn."}`;
  }
}
