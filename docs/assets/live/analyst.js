// Questions about a position, to as many solvers as the machine has cores: each takes the next one that is left.

import { WIDTH } from "../wasm/kernels.js";
import { joinExplanation, listWorse } from "./explanation.js";
import { CENTRE_FIRST, highest } from "./rules.js";
import { Solver, Stopped } from "./solver.js";

/** Solvers for some analysts: one that is free takes the question that has waited longest. */
export class Team {
  #free;
  #waiting = [];

  constructor(cores = navigator.hardwareConcurrency) {
    this.solvers = Array.from({ length: Math.min(cores, WIDTH) }, () => new Solver());
    this.#free = [...this.solvers];
  }

  /** Return a solver, at once if one is free, and never once the signal was given. */
  take(signal) {
    return this.#free.shift() ?? new Promise((resolve) => this.#waiting.push({ signal, resolve }));
  }

  give(solver) {
    this.#waiting = this.#waiting.filter(({ signal }) => !signal.aborted);
    if (this.#waiting.length) this.#waiting.shift().resolve(solver);
    else this.#free.push(solver);
  }
}

/** One who asks a team about a position. One position at a time: a new one stops the one before. */
export class Analyst {
  #team;
  #busy = new Set(); // solvers with its questions
  #asking = new AbortController();
  #nodes = 0; // for the position

  constructor(team = new Team()) {
    this.#team = team;
  }

  /**
   * Return each column's score, or null where it is full; `onScore` gets all of them as each is found. Scores known from a
   * stopped search are not searched for again.
   */
  async analyze(game, onScore = (_scores) => {}, known = game.heights.map(() => null)) {
    const scores = [...known];
    const columns = promising(game).filter((column) => scores[column] === null);
    this.#nodes = 0;
    const questions = columns.map((column) => askScore(game.play(column)));
    await this.#share(questions, (score, at) => {
      scores[columns[at]] = 0 - score;
      onScore(scores);
    });
    return scores;
  }

  /** Return the explanation of the position that was analyzed last, by the scores of its columns. */
  async explain(game, scores) {
    const ask = (column) => (solver) => solver.ask("punish", game, { column, score: scores[column] });
    const findLine = (solver) => solver.ask("line", game, { score: highest(scores) });
    const [line, ...worse] = await this.#share([findLine, ...listWorse(scores).map(ask)]);
    return { ...joinExplanation(game, scores, line, worse), nodes: this.#nodes };
  }

  score(games) {
    return this.#share(games.map(askScore));
  }

  /** Return the answers to questions, each asked as soon as a solver is free; `onAnswer` gets each with its place. */
  async #share(questions, onAnswer = (_answer, _at) => {}) {
    this.stop();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const stopped = new Promise((_, reject) => {
      signal.onabort = () => reject(signal.reason);
    });
    const answer = async (ask, at) => {
      const solver = await this.#team.take(signal);
      this.#busy.add(solver);
      try {
        signal.throwIfAborted();
        const before = solver.nodes;
        const answer = await ask(solver);
        signal.throwIfAborted();
        this.#nodes += solver.nodes - before;
        onAnswer(answer, at);
        return answer;
      } catch (error) {
        if (!signal.aborted) this.stop(error); // one that fails ends the others
        throw error;
      } finally {
        this.#busy.delete(solver);
        this.#team.give(solver);
      }
    };
    const answers = await Promise.race([stopped, Promise.all(questions.map(answer))]);
    signal.throwIfAborted(); // also where there was nothing to ask
    return answers;
  }

  /** Have the solvers loaded once the page has nothing else to do. */
  load() {
    const wait = globalThis.requestIdleCallback ?? setTimeout;
    wait(() => {
      for (const solver of this.#team.solvers) solver.load();
    });
  }

  /** End the search under way: its promise is rejected with Stopped, or another error. */
  stop(error = new Stopped("stopped")) {
    this.#asking.abort(error);
    for (const solver of this.#busy) solver.stop();
  }
}

/** Return the columns that have room: those that win, then those that do not lose at once, then the centre first. */
export function promising(game) {
  const columns = CENTRE_FIRST.filter((column) => game.canPlay(column));
  const rank = (column) => (game.isWinningMove(column) ? 0 : game.play(column).canWin ? 2 : 1);
  return [0, 1, 2].flatMap((first) => columns.filter((column) => rank(column) === first));
}

/** Return a question for the score of a position; a search is asked only where the game goes on. */
function askScore(game) {
  return async (solver) => game.endScore ?? solver.ask("score", game);
}
