// What the page keeps of a reader's way through the stages, in their browser; see common/tools/learn/archive.py.

const NAME = "c4-turn";
const ASIDE = "c4-turn-unreadable";
const FORMAT = 1;
const MOST_LETTERS = 200; // of what is wrong, which may quote what was kept

/** How far a reader is: stages done, hints seen, programs; kept in a storage, or nowhere if that is null. */
export class Kept {
  #storage;
  #state = empty();
  problem = ""; // why what was kept could not be read
  complaint = ""; // why something could not be kept

  constructor(storage) {
    this.#storage = storage;
    this.#follow();
  }

  get state() {
    return this.#state;
  }

  /** Keep what a function makes of the state. Other tabs may have changed it. */
  change(edit) {
    this.#follow();
    edit(this.#state);
    try {
      this.#storage?.setItem(NAME, JSON.stringify(this.#state));
      this.complaint = this.#storage
        ? ""
        : "This browser keeps nothing for this page: export before you leave.";
    } catch {
      this.complaint = "This browser has no room to keep your changes: export them before you leave.";
    }
  }

  /** Take a whole state, such as one that was imported; throw an Error if it is none. */
  replace(state) {
    const taken = checked(state);
    this.change(() => {
      this.#state = taken;
    });
  }

  /** Go on from what is stored; what cannot be read is put aside, or else left as it is. */
  #follow() {
    if (this.complaint) return; // what is stored is older than this
    let text = null;
    try {
      text = this.#storage?.getItem(NAME) ?? null;
      if (text !== null) this.#state = checked(JSON.parse(text));
    } catch (error) {
      const isAside = text !== null && this.#putAside(text);
      if (!isAside) this.#storage = null;
      const place = isAside ? "It was put aside." : "It was left as it is.";
      const reason = error.message.slice(0, MOST_LETTERS);
      this.problem = `What this browser had kept cannot be read: ${reason}. ${place}`;
    }
  }

  /** Keep a text under a name that is free; return whether that was possible. */
  #putAside(text) {
    try {
      let name = ASIDE;
      for (let number = 2; ![null, text].includes(this.#storage.getItem(name)); number++) {
        name = `${ASIDE}-${number}`;
      }
      this.#storage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  }
}

/** Return the storage of this site, null where the browser has none for it. */
export function siteStorage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function empty() {
  return { format: FORMAT, here: null, done: {}, hints: {}, finished: {}, drafts: {} };
}

/** Return a state; throw an Error that says what is wrong with it. */
export function checked(state) {
  if (!isRecord(state)) throw new Error("it is no record");
  if (state.format !== FORMAT) throw new Error(`its format is ${state.format}, this page knows ${FORMAT}`);
  if (state.here !== null && typeof state.here !== "string") throw new Error("it is at no stage");
  const isProgram = (files) =>
    isRecord(files) &&
    Object.keys(files).length > 0 &&
    Object.values(files).every((text) => typeof text === "string");
  const rules = {
    done: (each) => isRecord(each) && typeof each.how === "string" && figures(each).every(Number.isFinite),
    hints: Number.isInteger,
    finished: isProgram,
    drafts: isProgram,
  };
  for (const [name, isRight] of Object.entries(rules)) {
    if (!isRecord(state[name]) || !Object.values(state[name]).every(isRight)) {
      throw new Error(`"${name}" is not what it should be`);
    }
  }
  return state;
}

function figures({ nodes = 0, seconds = 0, our_nodes = 0, our_seconds = 0 }) {
  return [nodes, seconds, our_nodes, our_seconds];
}

function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
