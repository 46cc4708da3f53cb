// A page's Python: in a worker, so that the page stays alive and an endless loop can be ended.

import { Stopped } from "./solver.js";

/** A worker with Python. One question at a time. */
export class Python {
  #worker = null;
  #reject; // the question asked last
  #onPrinted;

  /** `onPrinted` is told each line that is printed. */
  constructor(onPrinted) {
    this.#onPrinted = onPrinted;
  }

  /** Load Python, unless it is there; throw an Error if that cannot be done. */
  start() {
    return this.#ask({}, () => {});
  }

  /** Solve positions by a step, telling { score, nodes, milliseconds } of each; throw what went wrong. */
  solve(step, positions, onAnswer) {
    return this.#ask({ ...step, positions }, onAnswer);
  }

  /** End the worker: its question is rejected with Stopped, and the next one starts another worker. */
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#reject?.(new Stopped("stopped"));
  }

  #ask(question, onAnswer) {
    this.#worker ??= new Worker(new URL("python-worker.js", import.meta.url), { type: "module" });
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const fail = (message, isBroken) => {
        reject(new Error(message));
        if (isBroken) this.stop();
      };
      this.#reject = reject;
      worker.onmessage = ({ data }) => {
        if (data.error) fail(data.error, data.isBroken);
        else if (data.done) resolve();
        else if ("printed" in data) this.#onPrinted(data.printed);
        else onAnswer(data);
      };
      worker.onerror = (event) => fail(event.message || "Python could not be loaded", true);
      worker.postMessage(question);
    });
  }
}
