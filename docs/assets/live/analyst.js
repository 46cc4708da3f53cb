// Questions about a position, to as many solvers as the machine has cores: each takes the next one that is left.

import { WIDTH } from "../wasm/kernels.js";
import { joinExplanation, listWorse } from "./explanation.js";
import { SIZE } from "./kernel.js";
import { CENTRE_FIRST, highest } from "./rules.js";
import { Solver, Stopped } from "./solver.js";

/** Solvers that share the work on a position. One position at a time: a new one stops the one before. */
export class Analyst {
  #solvers;
  #left = []; // questions that nobody has taken

  constructor(cores = navigator.hardwareConcurrency) {
    this.#solvers = Array.from({ length: Math.min(cores, WIDTH) }, () => new Solver({ size: SIZE }));
  }

  /**
   * Return each column's score, or null where it is full; `onScore` gets all of them as each is found. Scores known from a
   * stopped search are not searched for again.
   */
  async analyze(game, onScore = (_scores) => {}, known = game.heights.map(() => null)) {
    const scores = [...known];
    const columns = promising(game).filter((column) => scores[column] === null);
    for (const solver of this.#solvers) solver.nodes = 0;
    const questions = columns.map((column) => (solver) => scoreOf(game.play(column), solver));
    await this.#share(questions, (score, at) => {
      scores[columns[at]] = 0 - score;
      onScore(scores);
    });
    return scores;
  }

  /** Return the explanation of the position that was analyzed last, by the scores of its columns. */
  async explain(game, scores) {
    const ask = (column) => (solver) => solver.punish(game, column, scores[column]);
    const findLine = (solver) => solver.line(game, highest(scores));
    const [line, ...worse] = await this.#share([findLine, ...listWorse(scores).map(ask)]);
    const nodes = this.#solvers.reduce((sum, solver) => sum + solver.nodes, 0);
    return { ...joinExplanation(game, scores, line, worse), nodes };
  }

  /** Return the scores of some positions. */
  score(games) {
    return this.#share(games.map((game) => (solver) => scoreOf(game, solver)));
  }

  /** Have the solvers answer questions, each the next as soon as it is free; `onAnswer` gets each with its place. */
  async #share(questions, onAnswer = (_answer, _at) => {}) {
    this.stop();
    const left = [...questions.entries()];
    const answers = [];
    this.#left = left;
    const work = async (solver) => {
      while (left.length) {
        const [at, ask] = left.shift();
        const answer = await ask(solver);
        if (this.#left !== left) throw new Stopped("stopped");
        answers[at] = answer;
        onAnswer(answer, at);
      }
    };
    try {
      await Promise.all(this.#solvers.map(work));
      if (this.#left !== left) throw new Stopped("stopped"); // also where there was nothing to ask
    } catch (error) {
      if (this.#left === left) this.stop(); // one that fails ends the others
      throw error;
    }
    return answers;
  }

  /** Have the solvers loaded once the page has nothing else to do. */
  load() {
    const wait = globalThis.requestIdleCallback ?? setTimeout;
    wait(() => {
      for (const solver of this.#solvers) solver.load();
    });
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
    return game.play(column).canWin ? 2 : 1;
  };
  const columns = CENTRE_FIRST.filter((column) => game.canPlay(column));
  const ranks = new Map(columns.map((column) => [column, rank(column)]));
  return columns.toSorted((a, b) => ranks.get(a) - ranks.get(b));
}

/** Return the score of a position; a search is asked only where the game goes on. */
async function scoreOf(game, solver) {
  return game.endScore ?? solver.score(game);
}
