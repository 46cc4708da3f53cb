// <c4-frames label="...">: pictures that Python drew, one after the other, from the current one on. Those that are not
// shown keep their room, so that nothing moves. With counts="plies", the slider has that name, and counts from 0.

import { controlGroup, element } from "./dom.js";
import { Playback } from "./playback.js";

class Frames extends HTMLElement {
  #playback;
  #figures = [];
  #said = element("p", { class: "unseen", role: "status" });

  connectedCallback() {
    const counts = this.getAttribute("counts");
    this.#playback = new Playback((at) => this.#show(at), counts ? { name: counts, first: 0 } : {});
    this.#figures = [...this.querySelectorAll("figure")];
    for (const figure of this.#figures) hideRepeated(figure);
    const buttons = controlGroup(this.getAttribute("label"), ...this.#playback.buttons);
    this.querySelector(".frames-buttons").replaceChildren(buttons, this.#playback.slider, this.#said);
    this.#draw(this.#figures.findIndex((figure) => figure.classList.contains("current")));
  }

  #show(at) {
    this.#draw(at);
    this.#said.textContent = this.#figures[at].querySelector("figcaption").textContent;
  }

  #draw(at) {
    this.#figures.forEach((figure, index) => {
      figure.classList.toggle("current", index === at);
    });
    this.#playback.show(at, this.#figures.length - 1);
  }
}

customElements.define("c4-frames", Frames);

/** Hide a picture from screen readers if its caption says the same. */
function hideRepeated(figure) {
  const caption = figure.querySelector("figcaption").textContent;
  for (const picture of figure.querySelectorAll("svg")) {
    if (picture.getAttribute("aria-label") === caption) picture.setAttribute("aria-hidden", "true");
  }
}
