// Python with its parts of the page: its output, its messages, and a button that ends it.

import { statusLine } from "../controls.js";
import { button, element, keepFocus } from "../dom.js";
import { Python } from "./python.js";
import { Stopped } from "../solver.js";

/**
 * `onTurn` gets whether Python is at work, whenever that changes, and returns what the focus goes to if that
 * takes it away.
 */
export class Console {
  #python = new Python((line) => this.#printed.append(`${line}\n`));
  #onTurn;
  #status = statusLine();
  #trouble = element("pre", { class: "trouble", role: "alert" });
  #printed = element("pre", { class: "printed", role: "region", "aria-label": "Printed", tabindex: 0 });

  stop = button("Stop", () => this.end(), { disabled: true });
  lines = [this.#status, this.#trouble, this.#printed];

  constructor(onTurn) {
    this.#onTurn = onTurn;
  }

  /** Whether Python need not be loaded any more. */
  get isThere() {
    return this.#python.isThere;
  }

  say(text) {
    this.#status.textContent = text;
  }

  clear() {
    for (const each of this.lines) each.textContent = "";
  }

  /** End what is under way, if anything is. */
  end() {
    if (!this.stop.disabled) this.#python.stop();
  }

  /** Ask Python, so that it can be stopped; return its last answer, or null if something is wrong. */
  async ask(question, tell = (_event) => {}) {
    this.clear();
    this.say(this.isThere ? "Python is at work …" : "Python is being loaded …");
    this.#turn(true);
    try {
      const found = await this.#python.ask(question, tell);
      this.say("");
      return found;
    } catch (error) {
      const isStopped = error instanceof Stopped;
      this.say(isStopped ? "Stopped." : "That did not work.");
      this.#trouble.textContent = isStopped ? "" : error.message;
      return null;
    } finally {
      this.#turn(false);
    }
  }

  #turn(isAtWork) {
    let next;
    const change = () => {
      this.stop.disabled = !isAtWork;
      next = this.#onTurn(isAtWork);
    };
    keepFocus(change, () => next);
  }
}
