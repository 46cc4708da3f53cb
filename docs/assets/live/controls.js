// Parts that several widgets share: a board with its buttons and a field for moves, a line that says what is going on.

import { board } from "./board.js";
import { button, element, keepFocus } from "./dom.js";
import { Moves } from "./moves.js";
import { recordInAddress } from "./record.js";
import { shareControls } from "./share.js";
import { readableTime } from "./words.js";

/**
 * Return a record, that of the game in the page's address or else of some moves unless one is given, and what shows and
 * changes it: its board with some attributes, buttons, a list of its moves, a form that takes them, and a line that says why it cannot.
 */
export function recordControls(text, attributes = {}, given = null) {
  const record = given ?? recordInAddress(text, (message) => field.complain(message));
  const shown = board((column) => record.play(column), attributes);
  const field = movesField(record, shown);
  const moves = new Moves((number) => record.goTo(number));
  const update = () => moves.show(record.line, record.game.moves);
  record.addEventListener("change", update);
  update();
  return { record, board: shown, turns: turnButtons(record, text), moves: moves.element, ...field };
}

/** Return buttons that take back, play again and start over from some moves. */
function turnButtons(record, start) {
  const back = button("Undo", () => record.undo());
  const again = button("Redo", () => record.redo());
  const clear = button("Start over", () => record.go(start));
  const update = () => {
    back.disabled = !record.canUndo;
    again.disabled = !record.canRedo;
  };
  const findNext = () => [back, again, clear].find(({ disabled }) => !disabled);
  record.addEventListener("change", () => keepFocus(update, findNext));
  update();
  return [back, again, clear];
}

function movesField(record, board) {
  const complaint = complaintLine();
  const input = element("input", {
    name: "moves",
    "aria-label": "Moves, as columns from the left, or a board",
    autocomplete: "off",
    inputmode: "numeric",
    spellcheck: "false",
    placeholder: "4455, or a board",
  });
  const take = (event) => {
    event.preventDefault();
    try {
      record.go(input.value);
    } catch (error) {
      complain(error.message);
    }
  };
  const complain = (message) => {
    complaint.textContent = message;
    input.setAttribute("aria-invalid", String(message !== ""));
  };
  const show = element("button", {}, "Show");
  const form = element("form", { class: "moves", onsubmit: take }, input, show, ...shareControls(board));
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

/** Return a board with such a line below it; where both stay in sight, neither hides the other. */
export function scene(board, status) {
  return element("div", { class: "scene" }, board, status);
}

/** Say something in such a line, unless it says that already: it would be read out again. */
export function say(line, text) {
  if (line.textContent !== text) line.textContent = text;
}

/** Return a line that a screen reader reads out at once. */
export function complaintLine() {
  return element("p", { class: "complaint", role: "alert" });
}

export const NOTE_AFTER = 300; // milliseconds until a search is said to go on

/** Return a line for a status that says how long something has been going on; the time is not read out. */
export function waitingLine(what) {
  const began = performance.now();
  const time = element("span", { "aria-hidden": "true" });
  return {
    update(status) {
      const passed = performance.now() - began;
      if (passed >= NOTE_AFTER) time.textContent = `, ${readableTime(passed)} so far`;
      if (time.parentNode !== status) status.replaceChildren(what, time, " …");
    },
  };
}
