// What several widgets have: buttons for undo and redo, a field for moves, a line that says what is going on.

import { button, element } from "./dom.js";

/** Return buttons that take back, play again and start over, for a record. */
export function turnButtons(record) {
  const back = button("Undo", () => record.undo());
  const again = button("Redo", () => record.redo());
  const clear = button("Start over", () => record.go(""));
  const update = () => {
    back.disabled = !record.canUndo;
    again.disabled = !record.canRedo;
  };
  record.addEventListener("change", update);
  update();
  return [back, again, clear];
}

/** Return a form that takes a game by its moves, and a line that says why it cannot. */
export function movesField(record) {
  const complaint = element("p", { class: "complaint", role: "alert" });
  const input = element("input", {
    name: "moves",
    "aria-label": "Moves, as columns from the left",
    autocomplete: "off",
    inputmode: "numeric",
    spellcheck: "false",
    placeholder: "moves, such as 4455",
  });
  const take = (event) => {
    event.preventDefault();
    try {
      record.go(input.value.trim());
    } catch (error) {
      complain(error.message);
    }
  };
  const complain = (message) => {
    complaint.textContent = message;
    input.setAttribute("aria-invalid", String(message !== ""));
  };
  const form = element("form", { class: "moves", onsubmit: take }, input, element("button", {}, "Show"));
  const update = () => {
    input.value = record.game.text;
    complain("");
  };
  record.addEventListener("change", update);
  update();
  return { form, complaint, complain };
}

/** Return a line that a screen reader reads out when it changes. */
export function statusLine() {
  return element("p", { class: "status", role: "status" });
}
