// The reader's program as a player: the one that passed the latest stage, in a Python that is loaded when it is seated.

import { findOwnProgram, PROJECT } from "./project.js";
import { Stopped } from "./solver.js";
import { siteStorage, StoredState } from "./stored-state.js";
import { Python } from "./write/python.js";

export class OwnPlayer {
  #files;
  #python = new Python((_line) => {});
  #isAsked = false;

  constructor(files) {
    this.#files = files;
  }

  /** Return the player, or null if no program of the reader's has passed a stage. */
  static find() {
    const files = findOwnProgram(new StoredState(siteStorage(), PROJECT).state);
    return files && new OwnPlayer(files);
  }

  load() {
    this.#python.load();
  }

  /** Return the column that it plays; throw an Error that says why it plays none, in one line. */
  async choose({ text: moves }) {
    this.#isAsked = true;
    try {
      const answer = await this.#python.ask({ verb: "move", files: this.#files, moves }, () => {});
      if (answer.event === "Moved") return answer.column;
      throw new Error(`it has not answered within ${answer.seconds} s`);
    } catch (error) {
      if (error instanceof Stopped && !this.#isAsked) throw error;
      const reason = error instanceof Stopped ? "it does not finish" : error.message;
      throw new Error(`Your program gives no move: ${reason}.`);
    } finally {
      this.#isAsked = false;
    }
  }

  /** End a question that goes on: it is rejected with Stopped. */
  stop() {
    if (!this.#isAsked) return;
    this.#isAsked = false;
    this.#python.stop();
  }
}
