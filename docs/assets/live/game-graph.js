// The scores of all positions of a record's line as a graph, which fills in while nothing else is searched for.

import { SIZE } from "./kernel.js";
import { listPositions, listStones } from "./review.js";
import { Game } from "./rules.js";
import { ScoreGraph } from "./score-graph.js";
import { Solver } from "./solver.js";

export class GameGraph {
  #record;
  #solver = new Solver({ size: SIZE });
  #scores = new Map(); // by the moves, of games seen before as well
  #graph;

  constructor(record) {
    this.#record = record;
    this.#graph = new ScoreGraph((number) => record.goTo(number));
    record.addEventListener("change", () => {
      this.#solver.stop();
      this.#draw();
    });
    this.#draw();
  }

  get element() {
    return this.#graph.element;
  }

  /** Take the score of the position that is shown, and find the others until another one is shown. */
  async fill(score) {
    const { game } = this.#record;
    this.#scores.set(game.text, score);
    this.#draw();
    for (const position of this.#positions.filter(({ text }) => !this.#scores.has(text))) {
      try {
        this.#scores.set(position.text, position.endScore ?? (await this.#solver.score(position)));
      } catch {
        return; // another position is shown, or there is no solver, which the board has told
      }
      this.#draw();
    }
  }

  /** The positions of the line, the last first. */
  get #positions() {
    return listPositions(new Game(this.#record.line));
  }

  #draw() {
    const { line, game } = this.#record;
    const scores = this.#positions.map(({ text }) => this.#scores.get(text) ?? null).toReversed();
    this.#graph.show(listStones(new Game(line), scores), scores, game.moves);
  }
}
