// <c4-search-tree moves="4455" search="02">: a recorded search with its whole tree, from its first cutoff on.

import { element } from "./dom.js";
import { Drawing } from "./drawing.js";
import { Replay } from "./replay.js";
import { recorded, Trace } from "./trace.js";

class SearchTree extends HTMLElement {
  #replay;

  async connectedCallback() {
    if (this.#replay) return;
    const [moves, step] = ["moves", "search"].map((name) => this.getAttribute(name));
    this.#replay = new Replay(new Drawing(), Number.POSITIVE_INFINITY);
    try {
      const { searches } = await recorded(moves);
      const search = searches.find((each) => each.step === step);
      this.replaceChildren(this.#replay.element);
      this.#replay.open(new Trace(moves, search), 0);
      this.#replay.goToNextCutoff();
    } catch (error) {
      this.append(element("p", { class: "complaint", role: "alert" }, error.message));
    }
  }

  disconnectedCallback() {
    this.#replay.stop();
  }
}

customElements.define("c4-search-tree", SearchTree);
