// A stage's hints, one by one.

import { button, controls, element } from "./dom.js";
import { prose } from "./prose.js";

export class Hints {
  #texts = [];
  #shown = 0;
  #onShown;
  #list = element("div", { "aria-live": "polite" });
  #button = button("", () => this.#showNext());

  box = element("div", { class: "hints" }, this.#list, controls(this.#button));

  /** `onShown` gets how many have been shown. */
  constructor(onShown) {
    this.#onShown = onShown;
  }

  /** Begin with a stage's hints, of which some have been seen. */
  show(texts, seen) {
    this.#texts = texts;
    this.#shown = 0;
    this.#list.replaceChildren();
    while (this.#shown < seen) this.#append();
    this.#nameNext();
  }

  #showNext() {
    const hint = this.#append();
    this.#nameNext();
    if (this.#button.hidden) hint.focus();
    this.#onShown(this.#shown);
  }

  #append() {
    const name = `Hint ${this.#shown + 1} of ${this.#texts.length}`;
    const parts = [element("p", { class: "label" }, name), ...prose(this.#texts[this.#shown])];
    const hint = element("section", { tabindex: -1 }, ...parts); // with no label, which would be read in its place
    this.#list.append(hint);
    this.#shown += 1;
    return hint;
  }

  #nameNext() {
    this.#button.hidden = this.#shown >= this.#texts.length;
    this.#button.textContent = `Show hint ${this.#shown + 1} of ${this.#texts.length}`;
  }
}
