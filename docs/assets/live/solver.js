// What a page asks a solver: in a worker, so that the page stays alive and a search can be stopped.

import { STEPS } from "../wasm/kernels.js";

/** The step that thinks for the boards: the newest for one thread, a worker has no more. */
export const NEWEST = [...STEPS.keys()].filter((step) => STEPS.get(step).name !== "threads").at(-1);

/** Why a search ended without an answer. */
export class Stopped extends Error {}

/** A worker with a step's solver. One question at a time: a new one stops the one before. */
export class Solver {
  #worker = null;
  #stop = null; // of the question being answered

  constructor({ step = NEWEST, useBook = true } = {}) {
    this.step = step;
    this.useBook = useBook;
  }

  /** Return each column's score, null where it is full; `onScore` is told each as it is found. */
  async analyze(game, onScore = () => {}) {
    const scores = game.heights.map(() => null);
    await this.#ask({ moves: game.text, analyze: true }, (found) => {
      scores[found.column] = found.score;
      onScore(scores, found);
    });
    return scores;
  }

  /** Return { score, nodes, milliseconds } of a position, by a search from an empty table. */
  async solve(game) {
    let answer = null;
    await this.#ask({ moves: game.text }, (found) => {
      answer = found;
    });
    return answer;
  }

  /** End the search under way; who waits for it gets Stopped. */
  stop() {
    this.#stop?.();
  }

  #ask(question, onAnswer) {
    this.stop();
    this.#worker ??= new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const end = (settle) => {
        this.#stop = null;
        settle();
      };
      this.#stop = () => {
        worker.terminate(); // a search does not look at messages
        this.#worker = null;
        end(() => reject(new Stopped("stopped")));
      };
      worker.onmessage = ({ data }) => {
        if (data.error) end(() => reject(new Error(data.error)));
        else if (data.done) end(resolve);
        else onAnswer(data);
      };
      worker.onerror = (event) =>
        end(() => reject(new Error(event.message || "the solver could not be loaded")));
      worker.postMessage({ step: this.step, useBook: this.useBook, ...question });
    });
  }
}
