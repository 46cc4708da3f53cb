// The score of each column, by as many solvers as the machine has cores: each takes the next column that is left.

import { WIDTH } from "../wasm/kernels.js";
import { CENTRE_FIRST, winScore } from "./rules.js";
import { Solver, Stopped } from "./solver.js";

// A table of 9 MiB for each: in a search of some seconds a larger one saves next to no nodes. The far part has a
// prime number of slots, and the near part is behind them, two integers for each of its slots.
const ENTRIES = 1_048_573 + 2 * 65_536 + 1;

/** Solvers that share a position's columns. One position at a time: a new one stops the one before. */
export class Analyst {
  #solvers;
  #left = []; // columns that nobody has taken, the best guess first

  constructor(cores = navigator.hardwareConcurrency) {
    this.#solvers = Array.from({ length: Math.min(cores, WIDTH) }, () => new Solver({ entries: ENTRIES }));
  }

  /** Return each column's score, null where it is full; `onScore` is told all of them as each is found. */
  async analyze(game, onScore = () => {}) {
    this.stop();
    const scores = game.heights.map(() => null);
    const left = promising(game);
    this.#left = left;
    const work = async (solver) => {
      while (left.length) {
        const column = left.shift();
        const score = await scoreOf(column, game, solver);
        if (this.#left !== left) throw new Stopped("stopped");
        scores[column] = score;
        onScore(scores);
      }
    };
    try {
      await Promise.all(this.#solvers.map(work));
    } catch (error) {
      if (this.#left === left) this.stop(); // one that fails ends the others
      throw error;
    }
    return scores;
  }

  /** End the search under way: its promise is rejected with Stopped. */
  stop() {
    this.#left = [];
    for (const solver of this.#solvers) solver.stop();
  }
}

/** Return the columns that have room: those that win, then those that do not lose at once, then the centre first. */
export function promising(game) {
  const rank = (column) => {
    if (game.isWinningMove(column)) return 0;
    const after = game.play(column);
    return CENTRE_FIRST.some((reply) => after.canPlay(reply) && after.isWinningMove(reply)) ? 2 : 1;
  };
  const columns = CENTRE_FIRST.filter((column) => game.canPlay(column));
  const ranks = new Map(columns.map((column) => [column, rank(column)]));
  return columns.toSorted((a, b) => ranks.get(a) - ranks.get(b));
}

/** Return the score of a column; a search is asked only where the game goes on. */
async function scoreOf(column, game, solver) {
  const after = game.play(column);
  if (after.line) return winScore(game.moves);
  return after.isOver ? 0 : -(await solver.score(after));
}
