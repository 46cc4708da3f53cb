// A step's files to edit: one at a time in a plain text area, in which the Tab key goes on to what is next.

import { element } from "./dom.js";
import { Edits, tabStorage } from "./edits.js";

/** A cell for the source of one step after another. */
export class Cell {
  #source;
  #edits = new Edits(tabStorage());
  #text = element("textarea", {
    rows: 24,
    wrap: "off",
    spellcheck: "false",
    autocapitalize: "off",
    oninput: () => this.#write(this.choice.value, this.#text.value),
  });

  choice = element("select", { "aria-label": "File", onchange: () => this.#showFile() });
  area = this.#text;
  reset = element("button", { type: "button", onclick: () => this.#onReset() }, "Reset to the original");

  /** Show a step's first file, as it was edited last. */
  show(source) {
    this.#source = source;
    this.choice.replaceChildren(...this.#names.map((name) => element("option", { value: name })));
    this.#showFile();
  }

  /** The step as Python takes it: its folder, and all files with their edits. */
  get edited() {
    const { folder, rest } = this.#source;
    const files = this.#names.map((name) => [`steps/${folder}/${name}`, this.#read(name)]);
    return { folder, files: { ...rest, ...Object.fromEntries(files) } };
  }

  get #names() {
    return Object.keys(this.#source.files);
  }

  #read(name) {
    return this.#edits.read(`${this.#source.step}/${name}`, this.#source.files[name]);
  }

  #write(name, text) {
    this.#edits.write(`${this.#source.step}/${name}`, text, this.#source.files[name]);
    this.#nameFiles();
  }

  #showFile() {
    this.#text.value = this.#read(this.choice.value);
    this.#text.setAttribute("aria-label", `${this.choice.value} of step ${this.#source.step}`);
    this.#nameFiles();
  }

  #onReset() {
    for (const name of this.#names) this.#write(name, this.#source.files[name]);
    this.#showFile();
  }

  /** Say which files are edited; without an edit there is nothing to reset. */
  #nameFiles() {
    const isEdited = (name) => this.#read(name) !== this.#source.files[name];
    for (const option of this.choice.options) {
      option.textContent = `${option.value}${isEdited(option.value) ? " (edited)" : ""}`;
    }
    this.reset.disabled = !this.#names.some(isEdited);
  }
}
