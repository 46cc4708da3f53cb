// <c4-race steps="04 05" moves="4455">: steps solve a position in turn, without a book, as soon as this is loaded.

import { climb, linearEnd, Rung, rungList, scales, summary } from "./climb.js";
import { statusLine, ways } from "./controls.js";
import { button, controls } from "./dom.js";
import { Game } from "./rules.js";
import { Solver } from "./solver.js";

const LIMIT = 10_000; // milliseconds for each step

class Race extends HTMLElement {
  #solver = new Solver({ useBook: false });
  #isRunning = false;
  #rungs;
  #scales = scales();
  #status = statusLine();
  #again = button("Run again", () => this.#isRunning || this.#run());

  connectedCallback() {
    const steps = this.getAttribute("steps").split(" ");
    this.#rungs = new Map(steps.map((step) => [step, new Rung(step)]));
    const rungs = rungList(this.#rungs);
    this.append(this.#scales, rungs, this.#status, controls(this.#again), ways({ game: this.#game }));
    this.#run();
  }

  get #game() {
    return Game.parse(this.getAttribute("moves"));
  }

  async #run() {
    const results = [];
    this.#draw({});
    for (const rung of this.#rungs.values()) rung.clear();
    this.#status.textContent = "";
    this.#setRunning(true);
    try {
      for await (const result of climb(this.#solver, this.#game, LIMIT, this.#rungs.keys())) {
        this.#rungs.get(result.step).show(result);
        if (result.state !== "searching") results.push(result);
      }
      if (results.length > 1) this.#status.textContent = summary(results);
      this.#compare(results.filter(({ state }) => state === "done"));
    } catch (error) {
      for (const rung of this.#rungs.values()) rung.stop();
      this.#status.textContent = error.message;
    }
    this.#setRunning(false);
  }

  /** Note whether a race is on. The button stays enabled, or it would lose the focus. */
  #setRunning(isRunning) {
    this.#isRunning = isRunning;
    this.#again.setAttribute("aria-disabled", String(isRunning));
  }

  /** Make the bars as long as the numbers, if these are less than ten times apart. */
  #compare(done) {
    const ends = ["nodes", "milliseconds"].map((what) => [what, linearEnd(done.map((each) => each[what]))]);
    this.#draw(Object.fromEntries(ends));
    for (const rung of this.#rungs.values()) rung.rescale(Object.fromEntries(ends));
  }

  #draw(ends) {
    const drawn = scales(ends);
    this.#scales.replaceWith(drawn);
    this.#scales = drawn;
  }
}

customElements.define("c4-race", Race);
