// What is there to explore: a list of positions, and a step's search of one, with the nodes of each as a bar.

import { STEPS } from "../wasm/kernels.js";
import { element } from "./dom.js";
import { Game } from "./rules.js";
import { letters } from "./tell.js";
import { count } from "./words.js";

/** A list and radio buttons; `onChoose` is told the moves and the step. */
export class Choices {
  #index;
  #select;
  #radios;
  #bars;
  #counts;

  constructor(index, onChoose) {
    this.#index = index;
    const change = () => onChoose(this.#select.value, this.#radios.find((radio) => radio.checked).value);
    this.#select = element(
      "select",
      { onchange: change },
      ...index.positions.map((each) => option(each, index.steps[0])),
    );
    this.#radios = index.steps.map((step) =>
      element("input", { type: "radio", name: "search", value: step, onchange: change }),
    );
    this.#bars = index.steps.map(() => element("span", { class: "search-nodes" }));
    this.#counts = index.steps.map(() => element("span"));
    const position = element("label", { class: "position" }, "Position", this.#select);
    const rows = index.steps.map((step, at) => this.#row(step, at));
    const searches = element("fieldset", {}, element("legend", {}, "Search"), ...rows);
    this.element = element("div", {}, position, searches);
  }

  /** Mark a choice, and draw what each search takes on its position. */
  show(moves, step) {
    const { nodes } = this.#index.positions.find((position) => position.moves === moves);
    this.#select.value = moves;
    this.#index.steps.forEach((each, at) => {
      this.#radios[at].checked = each === step;
      this.#bars[at].style.width = `${(100 * nodes[at]) / Math.max(...nodes)}%`;
      this.#counts[at].textContent = count(nodes[at], "node");
    });
  }

  #row(step, at) {
    const name = element("span", {}, `${step} ${STEPS.get(step).name}`);
    const bar = element("span", { class: "search-bar" }, this.#bars[at]);
    return element("label", { class: "search" }, this.#radios[at], name, bar, this.#counts[at]);
  }
}

function option({ moves, nodes }, first) {
  const game = Game.parse(moves);
  const most = `${count(nodes[0], "node")} in step ${first}`;
  const what = `${game.moves} stones, ${letters(game)[0]} to move: ${most}`;
  return element("option", { value: moves }, what);
}
