// <c4-ladder examples="4455 112233">: every step in turn solves one position, without a book, in limited time.

import { STEPS } from "../wasm/kernels.js";
import { outcome } from "./board.js";
import { climb, contradiction, Rung, rungList, scales, summary } from "./climb.js";
import { recordControls, statusLine, ways } from "./controls.js";
import { button, choice, controlGroup, controls, element } from "./dom.js";
import { explain } from "./rules.js";
import { Solver } from "./solver.js";

const LIMITS = [1, 3, 10, 30]; // seconds
const USUAL_LIMIT = 3;

class Ladder extends HTMLElement {
  #solver = new Solver({ useBook: false });
  #rungs = new Map([...STEPS.keys()].map((step) => [step, new Rung(step)]));
  #run = null; // what `climb` yields, while it does
  #results = [];
  #record;
  #board;
  #examples; // their buttons, by the moves
  #status = statusLine();
  #alarm = element("p", { class: "complaint contradiction", role: "alert" });
  #limit = choice({ name: "limit" }, LIMITS, (limit) => `${limit} s`);
  #button = button("Run", () => this.#toggle(), { class: "run" });

  connectedCallback() {
    const examples = this.getAttribute("examples").split(" ");
    const { record, board, undoing, moves, form, complaint } = recordControls(examples[0], { keys: "page" });
    [this.#record, this.#board] = [record, board];
    this.#limit.value = USUAL_LIMIT;
    const example = (moves) => button(`${moves.length} stones`, () => record.go(moves));
    this.#examples = new Map(examples.map((moves) => [moves, example(moves)]));
    this.replaceChildren(
      element(
        "div",
        { class: "ladder-board" },
        board,
        controlGroup("Examples", ...this.#examples.values()),
        controls(...undoing),
        moves,
        form,
        complaint,
        ways(board),
        controls(element("label", {}, "Time limit per step ", this.#limit), this.#button),
        this.#alarm,
        this.#status,
      ),
      scales(),
      rungList(this.#rungs),
    );
    this.#record.addEventListener("change", () => this.#show());
    this.#show();
  }

  /** Show the position, which no step has searched yet. */
  #show() {
    const { game } = this.#record;
    const end = this.#run ? " Changing the board ended the run." : "";
    this.#stop();
    this.#clear();
    this.#board.show(game);
    this.#button.disabled = game.isOver;
    this.#status.textContent = `${outcome(game)}${game.isOver ? ": nothing is left to search" : ""}.${end}`;
    for (const [moves, button] of this.#examples) {
      button.setAttribute("aria-pressed", String(moves === game.text));
    }
  }

  #clear() {
    this.#results = [];
    this.#alarm.textContent = "";
    for (const rung of this.#rungs.values()) rung.clear();
  }

  #toggle() {
    if (this.#run) {
      this.#stop();
      this.#status.textContent = `Stopped. ${this.#summarize()}`;
    } else this.#start();
  }

  #stop() {
    this.#run = null;
    this.#button.textContent = "Run";
    this.#solver.stop();
    for (const rung of this.#rungs.values()) rung.stop();
  }

  async #start() {
    this.#clear();
    const run = climb(this.#solver, this.#record.game, 1000 * this.#limit.value);
    this.#run = run;
    this.#button.textContent = "Stop";
    this.#button.scrollIntoView(); // the results are below it
    try {
      for await (const result of run) {
        if (this.#run !== run) return;
        this.#take(result);
      }
      this.#status.textContent = this.#summarize();
    } catch (error) {
      if (this.#run !== run) return; // it was stopped
      this.#status.textContent = error.message;
    }
    this.#stop();
  }

  #take(result) {
    const { step, state } = result;
    this.#rungs.get(step).show(result);
    if (state === "searching") {
      this.#status.textContent = `Step ${step}, ${STEPS.get(step).name}, is searching …`;
      return;
    }
    this.#results.push(result);
    const found = contradiction(this.#results);
    if (!found || this.#alarm.textContent) return; // said once is enough
    const [first, other] = found.map((each) => `step ${each.step} found ${each.score}`);
    this.#alarm.textContent = `The scores differ: ${first}, ${other}. A step is wrong. Please report this position.`;
  }

  #summarize() {
    const score = this.#results.find(({ state }) => state === "done")?.score;
    const { game } = this.#record;
    const found = score === undefined ? "" : `Score ${score}, ${explain(score, game.moves)}. `;
    return found + summary(this.#results);
  }
}

customElements.define("c4-ladder", Ladder);
