// Going through stages, and choosing what they are about.

import { hearQuery, replaceAddress } from "./address.js";
import { bitGrid } from "./bitgrid.js";
import { button, controlGroup, element } from "./dom.js";

/** Buttons for back and forward, and the stage they have come to: formula or title, words, bitboards. */
export class Walk {
  #stages = [];
  #at = 0;
  #back = button("Back", () => this.#move(-1));
  #forward = button("Forward", () => this.#move(1));
  #title = element("p", { class: "walk-title" });
  #words = element("p", { class: "walk-words" });
  #said = element("div", { class: "walk-said", "aria-atomic": "true" }, this.#title, this.#words);
  #boards = element("div", { class: "bit-grids" });

  constructor(label) {
    this.parts = [controlGroup(label, this.#back, this.#forward), this.#said, this.#boards];
  }

  /** Show other stages, from where the old ones stood or else from the stage of an index. */
  show(stages, at = this.#at) {
    this.#stages = stages;
    this.#at = at;
    const { formula, title, words, boards } = stages[at];
    // Read out when the reader goes on, but not after each stone on the board.
    const isAsked = this.parts[0].contains(document.activeElement);
    this.#said.setAttribute("aria-live", isAsked ? "polite" : "off");
    const place = `Stage ${at + 1} of ${stages.length}: `;
    this.#title.replaceChildren(place, formula ? element("code", {}, formula) : title);
    this.#words.textContent = words;
    this.#boards.replaceChildren(...boards.map(bitGrid));
    // Not the attribute disabled: a button that has it loses the focus.
    this.#back.setAttribute("aria-disabled", String(at === 0));
    this.#forward.setAttribute("aria-disabled", String(at === stages.length - 1));
  }

  #move(by) {
    const at = this.#at + by;
    if (this.#stages[at]) this.show(this.#stages, at);
  }
}

/**
 * Return a select whose choice stands in the page's address, or else in a widget's attribute of that name.
 *
 * options     pairs of a value and a text
 */
export function choiceInAddress(widget, name, label, options, onChange) {
  const choices = options.map(([value, text]) => element("option", { value }, text));
  const select = element("select", { name, "aria-label": label }, ...choices);
  const restore = () => {
    const wanted = [new URLSearchParams(location.search).get(name), widget.getAttribute(name), options[0][0]];
    select.value = wanted.find((value) => options.some((option) => option[0] === value));
  };
  select.addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set(name, select.value);
    replaceAddress(address);
    onChange();
  });
  hearQuery(() => {
    restore();
    onChange();
  });
  restore();
  return select;
}
