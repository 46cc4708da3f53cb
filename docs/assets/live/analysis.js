// <c4-analysis moves="4455">: any position, with the score of each column.

import { Analyst } from "./analyst.js";
import { meaning, outcome } from "./board.js";
import { recordControls, statusLine } from "./controls.js";
import { button, controls } from "./dom.js";
import { highest } from "./rules.js";
import { Stopped } from "./solver.js";
import { readableTime } from "./words.js";

const NOTE_AFTER = 300; // milliseconds until a search is said to go on

class Analysis extends HTMLElement {
  #analyst = new Analyst();
  #record;
  #board;
  #status = statusLine();
  #stop = button("Stop", () => this.#analyst.stop());

  connectedCallback() {
    if (this.#board) return;
    const { record, board, turns, form, complaint } = recordControls(this.getAttribute("moves") ?? "");
    [this.#record, this.#board] = [record, board];
    this.replaceChildren(board, this.#status, controls(...turns, this.#stop), form, complaint);
    this.addEventListener("keydown", (event) => this.#onKey(event));
    this.#record.addEventListener("change", () => this.#show());
    this.#show();
  }

  disconnectedCallback() {
    this.#analyst.stop();
  }

  async #show() {
    const { game } = this.#record;
    this.#board.show(game);
    this.#stop.hidden = true;
    if (game.isOver) {
      this.#analyst.stop();
      this.#status.textContent = `${outcome(game)}.`;
      return;
    }
    const began = performance.now();
    const noting = setInterval(() => this.#note(began), NOTE_AFTER);
    try {
      const scores = await this.#analyst.analyze(game, (found) => this.#board.show(game, found));
      this.#board.show(game, scores);
      this.#status.textContent = `${outcome(game)}; best: ${meaning(highest(scores), game)}.`;
    } catch (error) {
      if (this.#record.game !== game) return; // another position is being searched
      this.#status.textContent =
        error instanceof Stopped ? "Stopped; some columns have no score." : error.message;
    } finally {
      clearInterval(noting);
      if (this.#record.game === game) this.#stop.hidden = true;
    }
  }

  #note(began) {
    this.#stop.hidden = false;
    this.#status.textContent = `${outcome(this.#record.game)}; searching, ${readableTime(performance.now() - began)} so far …`;
  }

  #onKey(event) {
    if (event.target.matches("input")) return;
    if (event.key === "Backspace") this.#record.undo();
  }
}

customElements.define("c4-analysis", Analysis);
