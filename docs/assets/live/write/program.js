// The files of a program to edit, one at a time.

import { button, element } from "../dom.js";

import("./editor.js"); // large: what is to be written can be read before it comes

/** A cell for one program after another; `onEdit` gets the program before a file was changed. */
export class Program {
  #original = {}; // the files as the stage begins
  #taken = null; // what a reset has taken away
  #onEdit;
  #editor = element("c4-editor", { oninput: () => this.#write(this.#editor.value) });
  #keys = element("p", { id: "tab-key" }, "Tab indents. To leave the editor with Tab, press Escape first.");
  area = element("div", {}, this.#editor, this.#keys);

  files = {};
  choice = element("select", { "aria-label": "File", onchange: () => this.#showFile() });
  reset = button("", () => this.#onReset());

  constructor(onEdit) {
    this.#onEdit = onEdit;
  }

  /** Show one of the files; `original` are those that a reset brings back. */
  show(files, original, shown = this.choice.value) {
    this.#original = original;
    this.#taken = null;
    this.#put(files, shown);
  }

  #put(files, shown = this.choice.value) {
    this.files = { ...files };
    const names = Object.keys(files).sort(
      (one, other) => Number(other === "solver.py") - Number(one === "solver.py"),
    );
    this.choice.replaceChildren(...names.map((name) => element("option", { value: name })));
    this.choice.value = names.includes(shown) ? shown : names[0];
    this.#showFile();
  }

  #write(text) {
    const before = { ...this.files };
    this.files[this.choice.value] = text;
    this.#taken = null;
    this.#nameFiles();
    this.#onEdit(before);
  }

  #showFile() {
    this.#editor.setAttribute("label", `Your ${this.choice.value}`);
    this.#editor.value = this.files[this.choice.value];
    this.#nameFiles();
  }

  /** Take away all edits, or bring back what that has taken away. */
  #onReset() {
    const before = this.files;
    this.#put(this.#taken ?? this.#original);
    this.#taken = this.#taken ? null : before;
    this.#nameFiles();
    this.#onEdit(before);
  }

  /** Say which files are edited, and whether there is something to reset. */
  #nameFiles() {
    const isEdited = (name) => this.files[name] !== this.#original[name];
    for (const option of this.choice.options) {
      option.textContent = `${option.value}${isEdited(option.value) ? " (edited)" : ""}`;
    }
    this.reset.textContent = this.#taken ? "Undo the reset" : "Reset to the stage's start";
    this.reset.disabled = !this.#taken && !Object.keys(this.files).some(isEdited);
  }
}
