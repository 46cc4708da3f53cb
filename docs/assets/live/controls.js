// Parts that several widgets share: a board with its buttons, its moves and a field for them, a line that
// says what is going on, and the ways from a board to other pages, which go on with its position.

import { HEIGHT } from "../wasm/kernels.js";
import { hearQuery, pageAddress } from "./address.js";
import { board } from "./board.js";
import { button, controlGroup, element, hearArrows, hearKey, iconButton, keepFocus } from "./dom.js";
import { capitalize, readableTime } from "./format.js";
import { nameCells } from "./marks.js";
import { recordInAddress } from "./record.js";
import { CELLS, COLUMNS, LETTERS } from "./rules.js";
import { shareControls } from "./share.js";

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
  return { record, board: shown, undoing: undoButtons(record, text), moves: moves.element, ...field };
}

/** Return buttons that take back, play again and start over from some moves. */
function undoButtons(record, start) {
  const back = iconButton("Undo", "undo", () => record.undo());
  const again = iconButton("Redo", "redo", () => record.redo());
  const clear = iconButton("Start over", "restart", () => record.go(start));
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
    spellcheck: "false",
    placeholder: "4455, or a board",
  });
  const take = (event) => {
    event.preventDefault();
    try {
      record.go(positionIn(input.value));
    } catch (error) {
      complain(`${capitalize(error.message)}.`);
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

/** Return the position that a link to a page of this site names, or any other text as it is. */
function positionIn(text) {
  const query = URL.canParse(text) ? new URL(text).searchParams : null;
  return query?.get("moves") ?? query?.get("pos") ?? text;
}

/** Return a line that a screen reader reads out when it changes. */
export function statusLine() {
  return element("p", { class: "status", role: "status" });
}

/** Return a board with such a line below it. */
export function scene(board, status) {
  return element("div", { class: "scene" }, board, status);
}

/** Return a place for a status and a complaint, with room for both: what is below them stays where it is. */
export function saidBox(status, complaint) {
  return element("div", { class: "said" }, status, complaint);
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

/** Return a function that says in a status what goes on, and for how long; the time is not read out. */
export function waitingNote(status, what) {
  const began = performance.now();
  const time = element("span", { "aria-hidden": "true" });
  return () => {
    const passed = performance.now() - began;
    if (passed >= NOTE_AFTER) time.textContent = `, ${readableTime(passed)} so far`;
    if (time.parentNode !== status) status.replaceChildren(what, time, " …");
  };
}

/**
 * The moves of a game as buttons, which Left and Right go along; `onGo` gets after how many moves to show the board. They have
 * the same room however many they are, and are scrolled there.
 */
export class Moves {
  #onGo;
  #first = 0; // of the numbers that can be gone to
  #at = 0;
  #start = iconButton("To the beginning", "first", () => this.#onGo(this.#first));
  #end = iconButton("To the end", "last", () => this.#onGo(this.#first + this.#buttons.length - 1));
  #buttons = [this.#start];
  #list = element("div", { class: "moves-list" });
  element = controlGroup("Moves", this.#start, this.#list, this.#end);

  constructor(onGo) {
    this.#onGo = onGo;
    this.element.classList.add("moves-row");
    this.#list.addEventListener("focusin", ({ target }) => {
      this.#scrollTo(target);
      this.#list.scrollIntoView({ block: "nearest" }); // not below the board
    });
    hearArrows(this.element, (step) => this.#buttons[this.#at + step - this.#first]?.click());
  }

  /** Show the columns of a game, those from `first` on, after that many moves; some with a mark. */
  show(columns, at, { marks = [], first = 0 } = {}) {
    const hadFocus = this.element.contains(document.activeElement) && document.activeElement !== this.#end;
    [this.#at, this.#first] = [at, first];
    const moves = columns.slice(first).map((column, index) => {
      const number = first + index + 1;
      const mark = marks[number - 1] ?? "";
      const text = `${number} ${LETTERS[2 - (number % 2)]}${column + 1}${mark}`;
      return button(text, () => this.#onGo(number), { class: mark && "marked" });
    });
    this.#list.replaceChildren(...moves);
    this.#buttons = [this.#start, ...moves];
    const shown = this.#buttons[at - first];
    this.#start.removeAttribute("aria-current");
    shown.setAttribute("aria-current", "true");
    if (hadFocus) shown.focus({ preventScroll: true });
    if (shown !== this.#start) this.#scrollTo(shown);
  }

  /** Scroll the list, and nothing around it, as far as it takes to see a button. */
  #scrollTo(shown) {
    const [room, place] = [this.#list, shown].map((each) => each.getBoundingClientRect());
    const left = Math.min(0, place.left - room.left) + Math.max(0, place.right - room.right);
    const top = Math.min(0, place.top - room.top) + Math.max(0, place.bottom - room.bottom);
    this.#list.scrollBy({ left, top });
  }
}

/**
 * Return a button that has a widget with a board fill the screen, as do B and ?screen=1 in the page's address; `hasScores` says
 * whether the board shows them unasked. What does so is loaded when it is asked for.
 */
export function screenButton(widget, board, hasScores = false) {
  const fill = iconButton("Fill the screen", "fill", () => change((screen) => screen.toggle()));
  fill.classList.add("to-screen");
  fill.ariaKeyShortcuts = "B";
  let loading = null;
  const change = async (action) => {
    loading ??= import("./screen.js").then(
      ({ Screen }) => new Screen(fill, widget, board, hasScores),
      () => null,
    );
    const screen = await loading;
    if (screen) action(screen);
    else say(widget.querySelector(".complaint"), "This needs a connection: reload the page.");
  };
  const follow = () => {
    const isAsked = new URLSearchParams(location.search).has("screen");
    if (isAsked || loading) change((screen) => screen.follow(isAsked));
  };
  const isPressed = ({ repeat }) => !repeat; // rather than held
  hearKey("b", board, () => fill.click(), isPressed);
  hearQuery(follow);
  queueMicrotask(follow); // when the widget has its parts
  return fill;
}

const OPPONENT = "medium"; // the level that replies, as it does on the page of the game
const PAGES = {
  Analyse: { page: "live" },
  "Why?": { page: "live", query: () => ({ why: 1 }), isForOpen: true },
  "Play from here": { page: "live/play", query: seats, isForOpen: true },
};

/**
 * Return links that lead on from the game that a board shows, by their names: those that lead to another page than this one
 * and, once a game is over, still make sense.
 */
export function ways(board, ...names) {
  const chosen = names.length ? names : Object.keys(PAGES);
  const links = chosen
    .map((name) => [PAGES[name], element("a", { href: pageAddress(PAGES[name].page) }, name)])
    .filter(([, link]) => link.pathname !== location.pathname);
  const update = () => {
    const { game } = board;
    for (const [{ page, query = () => ({}), isForOpen = false }, link] of links) {
      link.href = pageAddress(page, `?${new URLSearchParams({ moves: game.text, ...query(game) })}`);
      link.hidden = isForOpen && game.isOver;
    }
  };
  if (board.game) update();
  board.addEventListener?.("shown", update);
  const group = controlGroup("Go on with this board", ...links.map(([, link]) => link));
  group.classList.add("ways");
  return group;
}

/** Seat the reader on the side that is to move. */
function seats({ player }) {
  return player === 1 ? { x: "you", o: OPPONENT } : { x: OPPONENT, o: "you" };
}

const FROM_TOP = [...Array(HEIGHT).keys()].toReversed();
export const READING_ORDER = FROM_TOP.flatMap((row) => COLUMNS.map((column) => column * HEIGHT + row));
const CELL_STEPS = { ArrowLeft: -HEIGHT, ArrowRight: HEIGHT, ArrowUp: 1, ArrowDown: -1 };
const FIRST_CELL = READING_ORDER.at(-COLUMNS.length); // that Tab leads to

/**
 * The cells of a board as buttons over its picture, which arrow keys go along; `onPress` gets the one that is pressed, `onKey`
 * the one that has the focus, and the event of another key.
 */
export class CellButtons {
  #cells;
  element;

  constructor(label, onPress, onKey = (_cell, _event) => {}) {
    this.#cells = Array.from({ length: CELLS }, (_, cell) => button("", () => onPress(cell)));
    this.element = controlGroup(label, ...READING_ORDER.map((cell) => this.#cells[cell]));
    this.element.className = "cell-buttons";
    this.element.addEventListener("keydown", (event) => {
      const cell = this.#cells.indexOf(event.target);
      if (event.key in CELL_STEPS) this.#step(cell, event);
      else onKey(cell, event);
    });
    this.#makeReachable(FIRST_CELL);
  }

  /** Name the cells, as a function does. */
  name(describe) {
    for (const [cell, each] of this.#cells.entries()) each.setAttribute("aria-label", describe(cell));
  }

  focus(cell = FIRST_CELL) {
    this.#makeReachable(cell);
    this.#cells[cell].focus();
  }

  #makeReachable(cell) {
    for (const [at, each] of this.#cells.entries()) each.tabIndex = at === cell ? 0 : -1;
  }

  /** Go along the cells; the page has other uses for these keys. */
  #step(from, event) {
    event.preventDefault();
    event.stopPropagation();
    const to = from + CELL_STEPS[event.key];
    const isInColumn = Math.floor(from / HEIGHT) === Math.floor(to / HEIGHT);
    const isAcross = Math.abs(to - from) === HEIGHT;
    if (this.#cells[to] && (isInColumn || isAcross)) this.focus(to);
  }
}

/** Say what is in a cell: "Row 1 of column 4: X". */
export function nameCell(cell, owner) {
  return `${capitalize(nameCells([cell]))}: ${owner ? LETTERS[owner] : "empty"}`;
}
