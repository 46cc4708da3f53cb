// A reader's changes to the steps' files. They stay as long as the tab, where the browser lets them.

const NAME = "c4-edits";

/** What the files of steps read as changed; a file is named as in "05/solver.py". */
export class Edits {
  #texts;
  #storage;

  /** @param {Storage} storage such as sessionStorage, null for none */
  constructor(storage) {
    this.#storage = storage;
    this.#texts = new Map(JSON.parse(storage?.getItem(NAME) ?? "[]"));
  }

  /** Return how a file reads. */
  read(file, original) {
    return this.#texts.get(file) ?? original;
  }

  /** Note how a file reads now; one that reads as its original is not changed. */
  write(file, text, original) {
    if (text === original) this.#texts.delete(file);
    else this.#texts.set(file, text);
    this.#storage?.setItem(NAME, JSON.stringify([...this.#texts]));
  }
}

/** Return the storage of this tab, null where the browser has none for this page. */
export function tabStorage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
