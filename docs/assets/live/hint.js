// A hint for a position, given a little at a time: the best columns, the reason, the scores.

import { bestColumns, outcome, verdict } from "./board.js";
import { winningSquares } from "./squares.js";
import { describeExplanation } from "./wording.js";

const NAMES = ["Hint", "Hint: why", "Hint: scores"];

/** What is left of a hint. */
export class Hint {
  #analyst;
  #game;
  #scores = null;
  #given = 0; // how many parts

  constructor(analyst, game) {
    [this.#analyst, this.#game] = [analyst, game];
  }

  /** What a button calls the next part, undefined if there is none. */
  get name() {
    return NAMES[this.#given];
  }

  /** Return the next part: what it says, and the scores and marks that a board shows with it. */
  async take() {
    const part = await [this.#columns, this.#reason, this.#allScores][this.#given].call(this);
    this.#given += 1;
    return { scores: [], marks: {}, ...part };
  }

  async #columns() {
    this.#scores = await this.#analyst.analyze(this.#game);
    return { text: `${outcome(this.#game)}. Hint: ${bestColumns(this.#scores)}.` };
  }

  async #reason() {
    const explanation = await this.#analyst.explain(this.#game, this.#scores);
    const text = describeExplanation({ ...explanation, worse: [] }).join(" ");
    return { text, marks: { squares: winningSquares(this.#game.cells) } };
  }

  async #allScores() {
    const [game, scores] = [this.#game, this.#scores];
    return { text: `${outcome(game)}. ${verdict(scores, game)}`, scores };
  }
}
