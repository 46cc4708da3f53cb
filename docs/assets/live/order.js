// <c4-order costs="...">: put the moves of a position in order, and see what a search explores that tries them so.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { statusLine } from "./controls.js";
import { button, controls, element } from "./dom.js";
import { countNodes } from "./ordering.js";
import { COLUMNS } from "./rules.js";
import { count } from "./words.js";

class Order extends HTMLElement {
  #order;
  #costs;
  #list = element("ol", { class: "order" });
  #status = statusLine();

  connectedCallback() {
    this.#costs = JSON.parse(this.getAttribute("costs"));
    const { orders } = this.#costs;
    const presets = Object.entries(orders).map(([step, order]) =>
      button(`As step ${step}`, () => this.#take(order)),
    );
    const mine = button("From the left", () => this.#take(COLUMNS));
    this.replaceChildren(this.#list, this.#status, controls(mine, ...presets));
    this.#take(COLUMNS);
  }

  #take(order) {
    this.#order = [...order];
    const { nodes, tried } = countNodes(order, this.#costs.moves);
    const most = Math.max(...this.#costs.moves.map((move) => move.nodes));
    this.#list.replaceChildren(...order.map((column, at) => this.#row(column, at, at < tried, most)));
    const last = COLUMN_NAMES[order[tried - 1]];
    this.#status.textContent = `${count(nodes, "node")}: column ${last} answers the question, ${count(tried, "move")} tried.`;
  }

  #row(column, at, isTried, most) {
    const { squares, nodes, reaches } = this.#costs.moves[column];
    const name = `Column ${COLUMN_NAMES[column]}`;
    const move = (by, sign, word) =>
      button(sign, () => this.#move(at, by), {
        "aria-label": `${name} ${word}`,
        disabled: at + by < 0 || at + by >= this.#order.length,
      });
    const bar = element("span", { class: "order-bar" });
    bar.style.width = `${isTried ? (100 * nodes) / most : 0}%`;
    const answer = isTried ? `${count(nodes, "node")}${reaches ? ", yes" : ", no"}` : "not searched";
    return element(
      "li",
      {},
      element("b", {}, name),
      element("span", {}, count(squares, "square")),
      element("span", { class: "order-room" }, bar),
      element("span", {}, answer),
      move(-1, "↑", "up"),
      move(1, "↓", "down"),
    );
  }

  /** Swap a move with a neighbour; the focus goes with it. */
  #move(at, by) {
    const order = [...this.#order];
    [order[at], order[at + by]] = [order[at + by], order[at]];
    this.#take(order);
    const buttons = [...this.#list.children[at + by].querySelectorAll("button")];
    const pressed = by < 0 ? buttons[0] : buttons[1];
    (pressed.disabled ? buttons.find((each) => !each.disabled) : pressed).focus();
  }
}

customElements.define("c4-order", Order);
