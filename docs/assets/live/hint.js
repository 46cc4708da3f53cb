// A hint for a position, given a little at a time: a nudge, the reason, the columns with their scores.

import { outcome, verdict } from "./board.js";
import { NUDGES } from "./puzzle.js";
import { explain, highest, winningSquares } from "./rules.js";
import { describeReasons } from "./wording.js";
import { count } from "./words.js";

const NAMES = ["Hint", "Hint: why", "Hint: column"];

/** The rest of a hint. */
export class Hint {
  #analyst;
  #game;
  #scores;
  #explanation;
  #given = 0; // how many parts

  constructor(analyst, game) {
    [this.#analyst, this.#game] = [analyst, game];
  }

  /** The name of the next part on a button, or undefined if there is none. */
  get name() {
    return NAMES[this.#given];
  }

  /** Return the next part: what it says, and the scores and marks that a board shows with it. */
  async take() {
    const part = await [this.#nudge, this.#reason, this.#columns][this.#given].call(this);
    this.#given += 1;
    return { scores: [], marks: {}, ...part, text: `${outcome(this.#game)}. ${part.text}` };
  }

  async #nudge() {
    this.#scores = await this.#analyst.analyze(this.#game);
    this.#explanation = await this.#analyst.explain(this.#game, this.#scores);
    const nudge = NUDGES[this.#explanation.reasons[0]?.kind];
    const end = explain(highest(this.#scores), this.#game.moves);
    return { text: `Hint: with best play, ${end}${nudge ? `; ${nudge}` : "."}` };
  }

  async #reason() {
    const { shown_after: after } = this.#explanation; // a line of play, whose first stone is for the last part
    const start = after ? `After ${count(after, "more stone")}: ` : "";
    const text = start + describeReasons({ ...this.#explanation, shown_after: 0 });
    return { text, marks: { squares: winningSquares(this.#game.cells) } };
  }

  async #columns() {
    return { text: verdict(this.#scores, this.#game), scores: this.#scores };
  }
}
