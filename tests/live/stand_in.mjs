// Stand-ins for what a page has: its workers, its storage, chance.

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

/** Return a storage that has nothing, or some text by a name. */
export function storage(name, text) {
  const items = new Map(text === undefined ? [] : [[name, text]]);
  return {
    items,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => items.set(name, text),
  };
}

/** Return a source of numbers from 0 to 1, the same ones each time. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const { fetch } = globalThis; // before any test replaces it

beforeEach(() => {
  StandIn.made = [];
  Object.assign(globalThis, { Worker: StandIn, fetch });
  globalThis.navigator ??= {}; // which says nothing of the machine's memory, as in some browsers
});
