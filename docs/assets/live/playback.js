// Going through a sequence of moments: one by one, by a slider, or by itself.

import { button, element } from "./dom.js";

const PACE = 1500; // milliseconds that a moment is shown

/** Buttons and a slider for the moments from 0 to `last`; `onMove` gets where to go. A reader counts them from `first` on. */
export class Playback {
  #onMove;
  #at = 0;
  #last = 0;
  #from;
  #timer = null;
  #first = button("First", () => this.#go(0));
  #back = button("Back", () => this.#go(this.#at - 1));
  #play = button("Play", () => (this.#timer ? this.stop() : this.#run()));
  #forward = button("Forward", () => this.#go(this.#at + 1));
  #end = button("Last", () => this.#go(this.#last));
  slider = element("input", {
    type: "range",
    oninput: () => this.#go(Number(this.slider.value) - this.#from),
  });

  constructor(onMove, { name = "Moment", first = 1 } = {}) {
    [this.#onMove, this.#from] = [onMove, first];
    this.slider.setAttribute("aria-label", name);
    this.slider.min = String(first);
    this.buttons = [this.#first, this.#back, this.#play, this.#forward, this.#end];
  }

  show(at, last) {
    [this.#at, this.#last] = [at, last];
    const [number, end] = [at, last].map((moment) => String(moment + this.#from));
    [this.slider.max, this.slider.value] = [end, number];
    this.slider.setAttribute("aria-valuetext", `${number} of ${end}`);
    // Not the attribute disabled: a button that has it loses the focus.
    for (const each of [this.#first, this.#back]) each.setAttribute("aria-disabled", String(at === 0));
    for (const each of [this.#forward, this.#end]) each.setAttribute("aria-disabled", String(at === last));
    if (at === last) this.stop();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#play.textContent = "Play";
  }

  #run() {
    if (this.#at === this.#last) this.#onMove(0);
    this.#timer = setInterval(() => this.#onMove(this.#at + 1), PACE);
    this.#play.textContent = "Pause";
  }

  #go(at) {
    this.stop();
    if (at >= 0 && at <= this.#last) this.#onMove(at);
  }
}
