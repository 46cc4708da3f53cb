// A page's solver: in a worker, so that the page stays alive and a search can be stopped.

import { THINKER } from "../wasm/kernels.js";
import { loadBook } from "./book.js";
import { tellMissing } from "./fetching.js";

/** Milliseconds in which a stopped search may end; then a new worker is quicker. */
export const TO_STOP = 100;

/** Why a search ended without an answer. */
export class Stopped extends Error {}

/** Return where the worker is. A page cannot start one from elsewhere, but it can start its own, which imports that. */
function ownAddress() {
  const { href, origin } = new URL("worker.js", import.meta.url);
  if (origin === globalThis.origin) return href;
  const script = `import ${JSON.stringify(href)}`;
  if (globalThis.origin === "null") return `data:text/javascript,${encodeURIComponent(script)}`; // a frame in a sandbox
  return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}

/** A worker with a step's solver. One question at a time: a new one stops the one before. */
export class Solver {
  #worker = null;
  #asked = null; // the question that somebody waits for, and how its promise ends
  #given = null; // the one that the worker has: the same, or one that was stopped before
  #alarm = null; // of a search that was stopped
  nodes = 0; // of all answers, until somebody counts again

  constructor({ step = THINKER, useBook = true } = {}) {
    this.step = step;
    this.useBook = useBook;
  }

  /** Ask the worker something about a position; worker.js says what, what more is given, and what is answered. */
  ask(what, { text: moves }, given = {}) {
    this.stop();
    const { step, useBook } = this;
    const question = { step, useBook, moves, what, ...given };
    return new Promise((resolve, reject) => {
      this.#asked = { question, resolve, reject };
      if (!this.#given) this.#goOn();
    });
  }

  /** Load what a question needs before there is one, when the connection may be gone. */
  load() {
    if (this.#worker) return;
    this.#worker = this.#start();
    this.#worker.postMessage({ step: this.step, useBook: this.useBook });
  }

  /** End the search under way: its promise is rejected with Stopped. The next search waits for that, but not long. */
  stop() {
    this.#reject(new Stopped("stopped"));
    if (this.#given) this.#alarm ??= setTimeout(() => this.#discard(), TO_STOP);
  }

  /** Give the worker the question that somebody waits for, if there is one. */
  #goOn() {
    clearTimeout(this.#alarm);
    [this.#alarm, this.#given] = [null, null];
    if (!this.#asked) return;
    this.#worker ??= this.#start();
    this.#given = this.#asked;
    this.#worker.postMessage(this.#asked.question);
  }

  #hear({ answer, nodes, error }) {
    const asked = this.#asked;
    if (asked !== this.#given) {
      this.#goOn(); // what was given has been stopped
      return;
    }
    [this.#asked, this.#given] = [null, null];
    if (error) {
      asked.reject(new Error(error));
      return;
    }
    this.nodes += nodes;
    asked.resolve(answer);
  }

  #reject(error) {
    this.#asked?.reject(error);
    this.#asked = null;
  }

  /** End the worker: a search does not look at messages, and a worker that failed to load hears none. */
  #discard() {
    this.#worker.terminate();
    this.#worker = null;
    this.#goOn();
  }

  #start() {
    const worker = new Worker(ownAddress(), { type: "module" });
    worker.onmessage = ({ data }) => (data.needsBook ? handBook(worker) : this.#hear(data));
    worker.onerror = (event) => {
      this.#reject(new Error(tellMissing("The solver", event)));
      this.#discard();
    };
    return worker;
  }
}

/** Hand a worker the book; the page reads it once for all of them. */
function handBook(worker) {
  loadBook().then(
    (book) => worker.postMessage({ book }),
    ({ message }) => worker.postMessage({ missing: message }),
  );
}
