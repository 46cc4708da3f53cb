// The searches to explore: a list of positions, and a step's search of one, with the nodes of each.

import { STEPS } from "../wasm/kernels.js";
import { controls, element } from "./dom.js";
import { Game } from "./rules.js";
import { letters } from "./tell.js";
import { count } from "./words.js";

/** Two lists; `onChoose` gets the moves and the step. */
export class Choices {
  #positions;
  #position;
  #search;

  constructor({ positions, steps }, onChoose) {
    this.#positions = positions;
    const onchange = () => onChoose(this.#position.value, this.#search.value);
    this.#position = element("select", { onchange }, ...positions.map((each) => option(each, steps[0])));
    this.#search = element(
      "select",
      { onchange },
      ...steps.map((step) => element("option", { value: step })),
    );
    const labelled = (name, select) => element("label", {}, `${name} `, select);
    this.element = controls(labelled("Position", this.#position), labelled("Search", this.#search));
  }

  /** Mark a choice, and show the cost of each search on its position. */
  show(moves, step) {
    const { nodes } = this.#positions.find((position) => position.moves === moves);
    for (const [at, each] of [...this.#search.options].entries()) {
      each.textContent = `${each.value} ${STEPS.get(each.value).name}: ${count(nodes[at], "node")}`;
    }
    [this.#position.value, this.#search.value] = [moves, step];
  }
}

function option({ moves, nodes }, first) {
  const game = Game.parse(moves);
  const most = `${count(nodes[0], "node")} in step ${first}`;
  const what = `${game.moves} stones, ${letters(game)[0]} to move: ${most}`;
  return element("option", { value: moves }, what);
}
