// What a page stores about a reader in their browser, as JSON. A kind of state is
//
// name       under which it is stored
// empty()    the state of somebody who is new
// checked    returns a state; throws an Error that says what is wrong with it
// rescue     how to save it where the browser does not, after a colon; "" if there is no way

const FORMAT = 1; // of the kinds of records
const MOST_LETTERS = 200; // of what is wrong, which may quote what was stored

/** A reader's state of a kind, in a storage, or nowhere if that is null. */
export class StoredState {
  #storage;
  #kind;
  state;
  problem = ""; // why what was stored could not be read
  complaint = ""; // why something could not be stored

  constructor(storage, kind) {
    this.#storage = storage;
    this.#kind = kind;
    this.state = kind.empty();
    this.follow();
  }

  /** Store the state after a change. Other tabs may have changed it. */
  change(edit) {
    this.follow();
    edit(this.state);
    try {
      this.#storage?.setItem(this.#kind.name, JSON.stringify(this.state));
      this.complaint = this.#storage ? "" : `This browser keeps nothing for this page${this.#kind.rescue}.`;
    } catch {
      this.complaint = `This browser has no room to keep your changes${this.#kind.rescue}.`;
    }
  }

  /** Take a whole state, such as one that was imported; throw an Error if it is not one. */
  replace(state) {
    const taken = this.#kind.checked(state);
    this.change(() => {
      this.state = taken;
    });
  }

  /** Go on from what other tabs store, and call a function after that. */
  hear(onFollowed) {
    const hear = () => {
      this.follow();
      onFollowed();
    };
    addEventListener("storage", ({ key }) => key === this.#kind.name && hear());
    addEventListener("pageshow", hear); // the page may come back as it was left, and heard nothing meanwhile
  }

  /** Go on from the stored state; one that cannot be read is put aside, or else left as it is. */
  follow() {
    if (this.complaint) return; // what is stored is older than this
    let text = null;
    try {
      text = this.#storage?.getItem(this.#kind.name) ?? null;
      if (text !== null) this.state = this.#kind.checked(JSON.parse(text));
    } catch (error) {
      const isAside = text !== null && this.#putAside(text);
      if (!isAside) this.#storage = null;
      const place = isAside ? "It has been put aside." : "It has been left unchanged.";
      const reason = error.message.slice(0, MOST_LETTERS);
      this.problem = `The data kept by this browser cannot be read: ${reason}. ${place}`;
    }
  }

  /** Store a text under a name that is free; return whether that was possible. */
  #putAside(text) {
    try {
      const aside = `${this.#kind.name}-unreadable`;
      let name = aside;
      for (let number = 2; ![null, text].includes(this.#storage.getItem(name)); number++) {
        name = `${aside}-${number}`;
      }
      this.#storage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  }
}

/** Return the storage of this site, or null where the browser has none for it: the theme then has one that forgets. */
export function siteStorage() {
  return localStorage instanceof Storage ? localStorage : null;
}

/** Return whether something read from JSON has names and values. */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return a kind of state with records by their names, under the name `field`; `isRight` gets the name and the value of each. */
export function recordsKind(name, field, isRight) {
  const empty = () => ({ format: FORMAT, [field]: {} });
  const checked = (state) => {
    if (!isRecord(state) || state.format !== FORMAT)
      throw new Error("it does not have the format that this page reads");
    if (!isRecord(state[field]) || !Object.entries(state[field]).every(isRight)) {
      throw new Error(`"${field}" is not what it should be`);
    }
    return state;
  };
  return { name, empty, checked, rescue: "" };
}
