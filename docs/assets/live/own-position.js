// A field for a position of the reader's own, and a line for what comes of it.

import { statusLine } from "./controls.js";
import { element } from "./dom.js";
import { Game } from "./rules.js";

/** Return the field's form, input, button and line; `onSolve` gets moves after which somebody is to move. */
export function ownPosition(onSolve) {
  const input = element("input", {
    name: "moves",
    autocomplete: "off",
    inputmode: "numeric",
    spellcheck: "false",
  });
  const button = element("button", { disabled: true }, "Solve");
  const line = statusLine();
  const submit = (event) => {
    event.preventDefault();
    const moves = input.value.trim();
    line.textContent = complaint(moves);
    input.setAttribute("aria-invalid", String(line.textContent !== ""));
    if (!line.textContent) onSolve(moves);
  };
  const label = element("label", {}, "A position of your own ", input);
  const form = element("form", { class: "moves", onsubmit: submit }, label, button);
  return { form, input, button, line };
}

/** Say why nobody can be to move after a move string, "" if somebody is. */
export function complaint(moves) {
  try {
    return Game.parse(moves).isOver ? "the game is over, nobody is to move" : "";
  } catch (error) {
    return error.message;
  }
}
