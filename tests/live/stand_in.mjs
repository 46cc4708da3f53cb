// A stand-in for the workers of a page.

import { beforeEach } from "node:test";

/** A worker that answers when the test says so. */
export class StandIn {
  static made = []; // in this test
  asked = [];
  isEnded = false;

  constructor() {
    StandIn.made.push(this);
  }

  postMessage({ moves }) {
    this.asked.push(moves);
  }

  terminate() {
    this.isEnded = true;
  }

  async answer(answer, nodes = 1) {
    this.onmessage({ data: { answer, nodes } });
    await new Promise((resolve) => setTimeout(resolve)); // until the next question has been asked
  }
}

beforeEach(() => {
  StandIn.made = [];
  globalThis.Worker = StandIn;
  globalThis.navigator ??= {}; // which says nothing of the machine's memory, as in some browsers
});
