// A page's Python: in a worker, so that the page stays alive and an endless loop can be ended. Once it has answered, a
// spare one is started, which takes its place when it is ended: starting one takes many seconds.

import { button, element, keepFocus } from "../dom.js";
import { tellMissing } from "../fetching.js";
import { Stopped } from "../solver.js";

/** Milliseconds without a word after which a question is stopped: the longest check of a stage takes seconds. */
export const TO_ANSWER = 30_000;

/** Milliseconds without a byte or a word after which we stop waiting for it: starting takes many seconds. */
export const TO_LOAD = 120_000;

const LEAST_MEMORY = 4; // gibibytes of the machine, as far as it tells, to have two Pythons in

/** A worker with Python. One question at a time. */
export class Python {
  #worker = null;
  #spare = null;
  #reject; // the question asked last
  #onPrinted;

  /** `onPrinted` gets each line that is printed. */
  constructor(onPrinted) {
    this.#onPrinted = onPrinted;
  }

  /** Whether it has been loaded, or is being loaded. */
  get isThere() {
    return this.#worker !== null;
  }

  /** Load it before something is asked. */
  load() {
    this.#worker ??= startWorker();
  }

  /** Ask common/tools/learn/write.py something, and pass on its answers; return the last, or throw what went wrong. */
  ask(question, tell) {
    this.load();
    const worker = this.#worker;
    let last = null;
    let silence;
    const wait = (onSilence, patience) => {
      clearTimeout(silence);
      silence = setTimeout(onSilence, patience);
    };
    const came = new Map(); // of each file of Python, the bytes
    const asked = new Promise((resolve, reject) => {
      const fail = (message) => {
        reject(new Error(message));
        this.stop();
      };
      const failToLoad = (reason) =>
        fail(
          `There is no Python here: ${reason}.\nReload the page to try again, or use c4 learn in a terminal.`,
        );
      const waitForLoad = () => wait(() => failToLoad(describeSilence(came)), TO_LOAD);
      waitForLoad();
      this.#reject = reject;
      worker.onmessage = ({ data }) => {
        if (data.error) fail(data.error);
        else if (data.unloaded) failToLoad(data.unloaded);
        else if (data.file) {
          came.set(data.file, data.bytes);
          waitForLoad();
        } else if (data.done && last?.event === "Refused") reject(new Error(last.reason));
        else if (data.done) {
          resolve(last);
          if ((navigator.deviceMemory ?? LEAST_MEMORY) >= LEAST_MEMORY) this.#spare ??= startWorker();
        } else if ("printed" in data) this.#onPrinted(data.printed);
        else {
          last = JSON.parse(data.told);
          wait(() => this.stop(), TO_ANSWER);
          tell(last);
        }
      };
      worker.onerror = (event) => failToLoad(tellMissing("its script", event));
      worker.postMessage(JSON.stringify(question));
    });
    return asked.finally(() => clearTimeout(silence));
  }

  /** End the worker: its question is rejected with Stopped, and the next one is for the spare or another worker. */
  stop() {
    this.#worker?.terminate();
    this.#worker = this.#spare;
    this.#spare = null;
    this.#reject?.(new Stopped("stopped"));
  }
}

function describeSilence(came) {
  const files = [...came].map(([file, bytes]) => `${bytes.toLocaleString("en")} bytes of ${file}`);
  return `nothing more came within ${TO_LOAD / 1000} seconds, after ${files.join(" and ") || "nothing at all"}`;
}

function startWorker() {
  return new Worker(new URL("python-worker.js", import.meta.url), { type: "module" });
}

/**
 * Python with its parts of the page: its output, its messages, and a button that ends it. `onWork` gets whether Python is
 * at work, whenever that changes, and returns what the focus goes to if that takes it away.
 */
export class Console {
  python = new Python((line) => this.#printed.append(`${line}\n`));
  #onWork;
  #status = element("p", { class: "status", role: "status" });
  #trouble = element("pre", { class: "trouble", role: "alert" });
  #printed = element("pre", { class: "printed", role: "region", "aria-label": "Printed", tabindex: 0 });

  stop = button("Stop", () => this.end(), { disabled: true });
  lines = [this.#status, this.#trouble, this.#printed];

  constructor(onWork) {
    this.#onWork = onWork;
  }

  say(text) {
    this.#status.textContent = text;
  }

  clear() {
    for (const each of this.lines) each.textContent = "";
  }

  /** End what is under way, if anything is. */
  end() {
    if (!this.stop.disabled) this.python.stop();
  }

  /**
   * Ask Python, so that it can be stopped; return its last answer, or null if something is wrong. What `tell` returns for that
   * one is waited for.
   */
  async ask(question, tell = (_event) => {}) {
    let shown;
    this.clear();
    this.say(this.python.isThere ? "Python is at work …" : "Python is being loaded …");
    this.#setAtWork(true);
    try {
      const answer = await this.python.ask(question, (event) => {
        shown = tell(event);
      });
      await shown;
      this.say("");
      return answer;
    } catch (error) {
      const isStopped = error instanceof Stopped;
      this.say(isStopped ? "Stopped." : "That did not work.");
      this.#trouble.textContent = isStopped ? "" : error.message;
      return null;
    } finally {
      this.#setAtWork(false);
    }
  }

  #setAtWork(isAtWork) {
    let next;
    const change = () => {
      this.stop.disabled = !isAtWork;
      next = this.#onWork(isAtWork);
    };
    keepFocus(change, () => next);
  }
}
