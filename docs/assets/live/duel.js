// <c4-duel pace="500000">: two recorded searches of one position, counted at a given number of nodes a second. It plays
// once when it comes into view, unless the reader wants less motion, and can be stopped. As it stands in the
// page, it has ended.

import { button } from "./dom.js";

const QUIET = matchMedia("(prefers-reduced-motion: reduce)");

class Duel extends HTMLElement {
  #lanes;
  #began = null; // when it was started, null while it is at rest
  #toggle = button("", () => (this.#began === null ? this.#play() : this.#end()));
  #watch = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && this.#onSeen(),
    { threshold: 0.6 },
  );

  connectedCallback() {
    this.#lanes = [...this.querySelectorAll(".duel-row")].map((row) => {
      const count = row.querySelector("data");
      return { nodes: Number(count.value), count, fill: row.querySelector(".duel-fill") };
    });
    this.querySelector(".controls").append(this.#toggle);
    this.#end();
    if (!QUIET.matches) this.#watch.observe(this);
  }

  #onSeen() {
    this.#watch.disconnect();
    this.#play();
  }

  #play() {
    const began = performance.now();
    this.#began = began;
    this.#toggle.textContent = "Stop";
    const draw = () => {
      if (this.#began !== began) return;
      if (this.#show((performance.now() - began) / 1000)) this.#end();
      else requestAnimationFrame(draw);
    };
    draw();
  }

  #end() {
    this.#began = null;
    this.#show(Number.POSITIVE_INFINITY);
    this.#toggle.textContent = "Play again";
  }

  /** Show how far both have got after a few seconds; return whether both have ended. */
  #show(seconds) {
    const pace = Number(this.getAttribute("pace"));
    const most = Math.max(...this.#lanes.map(({ nodes }) => nodes));
    for (const { nodes, count, fill } of this.#lanes) {
      const counted = Math.min(nodes, Math.floor(seconds * pace));
      count.textContent = `${counted.toLocaleString("en")}${counted === nodes ? " ✓" : ""}`;
      fill.style.setProperty("--share", counted / most);
    }
    return seconds * pace >= most;
  }
}

customElements.define("c4-duel", Duel);
