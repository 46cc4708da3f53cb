// A page's solver: in a worker, so that the page stays alive and a search can be stopped.

import { THINKER } from "../wasm/kernels.js";
import { tellMissing } from "./fetched.js";

/** Why a search ended without an answer. */
export class Stopped extends Error {}

/** Return where the worker is. A page cannot start one from elsewhere, but it can start its own, which imports that. */
function ownAddress() {
  const { href, origin } = new URL("worker.js", import.meta.url);
  if (origin === globalThis.location?.origin) return href;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(href)}`], { type: "text/javascript" }));
}

/** A worker with a step's solver. One question at a time: a new one stops the one before. */
export class Solver {
  #worker = null;
  #stop = null; // of the question being answered
  nodes = 0; // of all answers, until somebody counts again

  /** A table of a smaller size than the step's takes less memory, and finds the same scores. */
  constructor({ step = THINKER, useBook = true, size = null } = {}) {
    this.step = step;
    this.useBook = useBook;
    this.size = size;
  }

  /** Return { score, nodes, milliseconds } of a position, by a search from an empty table. */
  solve(game) {
    return this.#ask(game, "time");
  }

  /** Return a position's score, by a search that goes on with what the table has from those before. */
  score(game) {
    return this.#ask(game, "score");
  }

  /** Return a line of best play from a position of a score, and what shows the result; see findLine. */
  line(game, score) {
    return this.#ask(game, "line", { score });
  }

  /** Return the columns of best play from a position of a score, at most so many stones; see playOn in explanation.js. */
  playOn(game, score, stones) {
    return this.#ask(game, "play on", { score, stones });
  }

  /** Return the reply to a column with a score, and what shows the result; see findPunishment. */
  punish(game, column, score) {
    return this.#ask(game, "punish", { column, score });
  }

  /** Load what a question needs before there is one, when the connection may be gone. */
  load() {
    if (this.#worker) return;
    const worker = this.#start();
    worker.onerror = () => {
      this.#worker = null; // the next question tries again
    };
    const { step, useBook, size } = this;
    worker.postMessage({ step, useBook, size });
  }

  /** End the search under way: its promise is rejected with Stopped. */
  stop() {
    this.#stop?.();
  }

  #ask(game, what, given = {}) {
    this.stop();
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const end = (settle) => {
        this.#stop = null;
        settle();
      };
      const discard = (error) => {
        worker.terminate(); // a search does not look at messages, and a worker that failed to load hears none
        this.#worker = null;
        end(() => reject(error));
      };
      this.#stop = () => discard(new Stopped("stopped"));
      worker.onmessage = ({ data }) =>
        end(() => {
          if (data.error) return reject(new Error(data.error));
          this.nodes += data.nodes;
          return resolve(data.answer);
        });
      worker.onerror = ({ message }) => discard(new Error(message || tellMissing("the solver")));
      const { step, useBook, size } = this;
      worker.postMessage({ step, useBook, size, moves: game.text, what, ...given });
    });
  }

  #start() {
    this.#worker = new Worker(ownAddress(), { type: "module" });
    return this.#worker;
  }
}
