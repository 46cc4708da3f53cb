// What is there to explore: a list of positions, and a step's search of one, with the nodes of each as a bar.

import { STEPS } from "../wasm/kernels.js";
import { element } from "./dom.js";
import { Game } from "./rules.js";
import { letters } from "./tell.js";
import { count } from "./words.js";

/** A list and radio buttons; `onChoose` is told the moves and the step. */
export class Choices {
  #positions;
  #select;
  #searches;

  constructor({ positions, steps }, onChoose) {
    this.#positions = positions;
    const chosen = () => this.#searches.find(({ radio }) => radio.checked);
    const onchange = () => onChoose(this.#select.value, chosen().step);
    const options = positions.map((position) => option(position, steps[0]));
    this.#select = element("select", { onchange }, ...options);
    this.#searches = steps.map((step) => ({
      step,
      radio: element("input", { type: "radio", name: "search", value: step, onchange }),
      bar: element("span", { class: "search-nodes" }),
      nodes: element("span"),
    }));
    const position = element("label", { class: "position" }, "Position", this.#select);
    const searches = element("fieldset", {}, element("legend", {}, "Search"), ...this.#searches.map(row));
    this.element = element("div", {}, position, searches);
  }

  /** Mark a choice, and draw what each search takes on its position. */
  show(moves, step) {
    const { nodes } = this.#positions.find((position) => position.moves === moves);
    this.#select.value = moves;
    this.#searches.forEach((search, at) => {
      search.radio.checked = search.step === step;
      search.bar.style.width = `${(100 * nodes[at]) / Math.max(...nodes)}%`;
      search.nodes.textContent = count(nodes[at], "node");
    });
  }
}

function row({ step, radio, bar, nodes }) {
  const name = element("span", {}, `${step} ${STEPS.get(step).name}`);
  return element(
    "label",
    { class: "search" },
    radio,
    name,
    element("span", { class: "search-bar" }, bar),
    nodes,
  );
}

function option({ moves, nodes }, first) {
  const game = Game.parse(moves);
  const most = `${count(nodes[0], "node")} in step ${first}`;
  const what = `${game.moves} stones, ${letters(game)[0]} to move: ${most}`;
  return element("option", { value: moves }, what);
}
