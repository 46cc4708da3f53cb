// A screen for a class: the board, the line below it and a row of buttons fill the window, and the browser's full screen
// where that is granted. Cells are marked and arrows drawn on the board, hands are counted, and where scores come unasked,
// they are hidden until somebody asks. The page's address opens it, with ?screen=1.
//
// mouse      a right click marks a cell, a drag draws an arrow
// touch      a long press marks a cell, a drag draws an arrow
// keyboard   B opens and closes it; Enter marks the cell that arrow keys lead to, A begins or ends an arrow there; Escape
//            clears what is drawn, and then closes it

import { COLUMN_NAMES, HEIGHT, WIDTH } from "../wasm/kernels.js";
import { replaceQuery } from "./address.js";
import { CellButtons, nameCell } from "./controls.js";
import { button, controlGroup, element, isTyped, keepFocus, shape } from "./dom.js";
import { capitalize } from "./format.js";
import { CELL, nameCells, place } from "./marks.js";
import { COLUMNS } from "./rules.js";

const ARROW_KEY = "a";
const THEME_KEYS = "fs/pn,."; // lead to the search of the page, or away from it
const LONG = 500; // milliseconds that a press takes to mark a cell

const styles = element("link", { rel: "stylesheet", href: new URL("screen.css", import.meta.url).href });
await new Promise((resolve, reject) => {
  [styles.onload, styles.onerror] = [resolve, reject];
  document.head.append(styles);
});

/** A widget with a board, and a button to have it fill the screen; `hasScores` says whether the board shows them unasked. */
export class Screen {
  #widget;
  #board;
  #drawing;
  #hands;
  #hasScores;
  #scores = button("Show the scores", () => this.#hideScores(!this.#areHidden));
  #count = button("Count hands", () => this.#toggleHands(), { "aria-pressed": "false" });
  #row; // of buttons
  #heading = element("h1", { class: "unseen" }); // of the page, which is covered
  #game; // that was shown last
  #opener; // the button that opens and closes it
  #end = null; // of its listeners, while it is open

  constructor(opener, widget, board, hasScores) {
    [this.#opener, this.#widget, this.#board, this.#drawing] = [opener, widget, board, new Drawing(board)];
    this.#hasScores = hasScores;
    this.#hands = controlGroup("Hands", ...COLUMNS.map(handField));
    this.#hands.className = "hands";
    this.#scores.hidden = !hasScores;
    const clear = button("Clear the marks", () => this.#drawing.clear());
    this.#row = controlGroup("For a class", this.#scores, this.#count, clear);
    this.#row.classList.add("for-class");
  }

  get #areHidden() {
    return this.#board.hasAttribute("guess");
  }

  /** Open or close it, unless it is. */
  follow(isAsked) {
    if (isAsked && !this.#end) this.#open();
    else if (!isAsked && this.#end) this.#close();
  }

  toggle() {
    if (this.#end) this.#leave();
    else {
      replaceQuery({ screen: 1 }, history.state);
      this.#open();
      enterFullscreen();
    }
  }

  #leave() {
    replaceQuery({ screen: null }, history.state);
    this.#close();
  }

  #open() {
    this.#end = new AbortController();
    const { signal } = this.#end;
    this.#widget.parentElement.style.minHeight = `${this.#widget.offsetHeight}px`; // or what stands below would move
    this.#widget.classList.add("on-screen");
    this.#widget.querySelector(".said").after(this.#row);
    this.#heading.textContent = document.querySelector("article h1").firstChild.textContent;
    this.#widget.prepend(this.#heading);
    setAside(this.#widget, true);
    this.#drawing.open(signal);
    this.#game = this.#board.game;
    this.#hideScores(true);
    this.#board.addEventListener("shown", () => this.#begin(), { signal });
    addEventListener("keydown", this.#onKey, { signal, capture: true });
    const onFullscreen = () => document.fullscreenElement || this.#retreat(); // Escape leaves it, and is not heard
    document.addEventListener("fullscreenchange", onFullscreen, { signal });
    this.#nameButton("Leave the screen");
    const focused = document.activeElement;
    const isLost = !this.#widget.contains(focused) || !focused.checkVisibility();
    if (focused !== document.body && isLost) this.#opener.focus();
  }

  #close() {
    this.#end.abort();
    this.#end = null;
    if (document.fullscreenElement) document.exitFullscreen();
    const remove = () => {
      if (this.#hands.isConnected) this.#toggleHands();
      this.#drawing.close();
      this.#row.remove();
      this.#heading.remove();
    };
    keepFocus(remove, () => this.#opener);
    this.#hideScores(false);
    setAside(this.#widget, false);
    this.#widget.classList.remove("on-screen");
    this.#widget.parentElement.style.minHeight = "";
    this.#nameButton("Fill the screen");
  }

  #nameButton(name) {
    this.#opener.ariaLabel = this.#opener.title = name;
  }

  /** Clear what is drawn; if nothing is, leave. */
  #retreat() {
    if (this.#drawing.isEmpty) this.#leave();
    else this.#drawing.clear();
  }

  /** Have the class guess again if another game is shown. */
  #begin() {
    if (this.#board.game.text === this.#game.text) return;
    this.#game = this.#board.game;
    for (const field of this.#hands.children) field.value = "";
    if (!this.#areHidden) this.#hideScores(true);
  }

  /** Hide scores that come unasked, or show them. */
  #hideScores(areHidden) {
    if (!this.#hasScores) return;
    this.#board.toggleAttribute("guess", areHidden);
    this.#scores.setAttribute("aria-pressed", String(!areHidden));
    this.#board.show(this.#board.game, this.#board.scores);
  }

  #toggleHands() {
    if (this.#hands.isConnected) this.#hands.remove();
    else this.#board.append(this.#hands);
    this.#count.setAttribute("aria-pressed", String(this.#hands.isConnected));
    for (const field of this.#hands.children) field.value = "";
    if (this.#hands.isConnected) this.#hands.firstElementChild.focus();
  }

  #onKey = (event) => {
    const isEscape = event.key === "Escape" && !event.target.closest?.(".setup"); // which it closes
    if (isEscape && this.#hands.contains(event.target)) this.#count.focus();
    else if (isEscape) this.#retreat();
    if (isEscape || (THEME_KEYS.includes(event.key) && !isTyped(event))) event.stopPropagation();
  };
}

function handField(column) {
  const label = `Hands for column ${COLUMN_NAMES[column]}`;
  return element("input", { type: "number", min: 0, max: 99, "aria-label": label });
}

/** Let nobody come to what is beside a part of the page, or let them again. */
function setAside(part, isAside) {
  for (let inner = part; inner !== document.body; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) if (other !== inner) other.inert = isAside;
  }
}

async function enterFullscreen() {
  try {
    await document.documentElement.requestFullscreen();
    await navigator.keyboard.lock(["Escape"]); // which would leave at once; only some browsers can
  } catch {
    // it is not granted: the window has to do
  }
}

/** What is drawn on a board: arrows from one cell to another, and marks, which are arrows from a cell to itself. */
class Drawing {
  #board;
  #arrows = new Map(); // by their cells
  #press = null; // of a pointer: where it began, and what has become of it
  #isDrawn = false; // whether the press that a click follows has drawn something
  #start = null; // of an arrow that is drawn by keys
  #layer = shape("svg", { viewBox: `0 0 ${CELL * WIDTH} ${CELL * HEIGHT}`, role: "img" });
  #cells = new CellButtons(
    "Cells: Enter marks one, A begins or ends an arrow",
    (cell) => this.#toggle(cell, cell),
    (cell, event) => event.key === ARROW_KEY && !event.repeat && this.#pin(cell),
  );
  #cover = element("div", { class: "board-cover" }, this.#layer, this.#cells.element);

  constructor(board) {
    this.#board = board;
  }

  open(signal) {
    const board = this.#board;
    board.append(this.#cover);
    this.#show();
    board.addEventListener("shown", () => this.#show(), { signal });
    board.addEventListener("pointerdown", (event) => this.#begin(event), { signal });
    board.addEventListener("click", (event) => this.#refuse(event), { signal, capture: true });
    board.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    document.addEventListener("pointermove", (event) => this.#move(event), { signal });
    document.addEventListener("pointerup", (event) => this.#finish(event), { signal });
    document.addEventListener("pointercancel", () => this.#giveUp(), { signal });
  }

  close() {
    this.#giveUp();
    this.#start = null;
    this.#arrows.clear();
    this.#cover.remove();
  }

  get isEmpty() {
    return this.#arrows.size === 0 && this.#start === null;
  }

  clear() {
    this.#start = null;
    this.#arrows.clear();
    this.#show();
    this.#board.say(this.#describe());
  }

  /** Draw what is there, and an arrow that is not finished; a ring is where keys have begun one. */
  #show(...unfinished) {
    const begun = this.#start === null ? [] : [[this.#start, this.#start]];
    const arrows = [...this.#arrows.values(), ...begun, ...unfinished];
    this.#layer.replaceChildren(...arrows.map(([from, to]) => drawArrow(from, to)));
    this.#layer.setAttribute("aria-label", this.#describe());
    const owners = this.#board.game?.cells ?? [];
    const isMarked = (cell) => this.#arrows.has(nameArrow(cell, cell));
    this.#cells.name((cell) => nameCell(cell, owners[cell]) + (isMarked(cell) ? ", marked" : ""));
  }

  #describe() {
    if (this.#arrows.size === 0) return "Nothing is marked.";
    const arrows = [...this.#arrows.values()];
    const marked = arrows.filter(([from, to]) => from === to).map(([from]) => from);
    const drawn = arrows.filter(([from, to]) => from !== to);
    const parts = drawn.map(([from, to]) => `arrow from ${nameCells([from])} to ${nameCells([to])}`);
    if (marked.length) parts.unshift(`marked: ${nameCells(marked)}`);
    return `${parts.map(capitalize).join(". ")}.`;
  }

  /** Draw an arrow, or take it away, and say what there is. */
  #toggle(from, to) {
    const name = nameArrow(from, to);
    if (!this.#arrows.delete(name)) this.#arrows.set(name, [from, to]);
    this.#show();
    this.#board.say(this.#describe());
  }

  /** Begin an arrow in a cell, or end it there. */
  #pin(cell) {
    const start = this.#start;
    this.#start = start === null ? cell : null;
    this.#show();
    if (start === null) this.#board.say(`Arrow from ${nameCells([cell])}: go to its end, and press A.`);
    else this.#toggle(start, cell);
  }

  #begin(event) {
    this.#giveUp();
    this.#isDrawn = false;
    const from = this.#cellAt(event);
    if (!event.isPrimary || from === null) return;
    const isMark = event.button === 2 || event.ctrlKey; // on a Mac, that is a right click
    const timer = setTimeout(() => {
      this.#giveUp();
      this.#isDrawn = true;
      this.#toggle(from, from);
    }, LONG);
    this.#press = { from, isMark, isDrag: false, timer };
  }

  #move(event) {
    if (!this.#press) return;
    const [{ from, timer, isDrag }, to] = [this.#press, this.#cellAt(event)];
    if (to === from && !isDrag) return;
    clearTimeout(timer);
    this.#press.isDrag = true;
    this.#show(...(to === null || to === from ? [] : [[from, to]]));
  }

  #finish(event) {
    if (!this.#press) return;
    const [{ from, isMark, isDrag }, to] = [this.#press, this.#cellAt(event)];
    this.#giveUp();
    this.#isDrawn = isMark || isDrag;
    if (isDrag ? to !== null && to !== from : isMark) this.#toggle(from, to);
    else if (isDrag) this.#show();
  }

  #giveUp() {
    clearTimeout(this.#press?.timer);
    this.#press = null;
  }

  /** Play no stone where something was drawn. */
  #refuse(event) {
    if (this.#isDrawn && event.target.closest("svg")) event.stopPropagation();
    this.#isDrawn = false;
  }

  /** Return the cell below a pointer, or null. */
  #cellAt({ clientX, clientY }) {
    const { left, top, width, height } = this.#cover.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * WIDTH);
    const row = HEIGHT - 1 - Math.floor(((clientY - top) / height) * HEIGHT);
    const isOn = column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT;
    return isOn ? column * HEIGHT + row : null;
  }
}

function nameArrow(from, to) {
  return `${from} ${to}`;
}

/** Return an arrow from the centre of a cell to that of another, or a ring around the cell if it is the same. */
function drawArrow(from, to) {
  if (from === to) return shape("circle", { class: "drawn-mark", r: CELL * 0.43, transform: place(from) });
  const across = CELL * (Math.floor(to / HEIGHT) - Math.floor(from / HEIGHT));
  const down = CELL * ((from % HEIGHT) - (to % HEIGHT));
  const length = Math.hypot(across, down);
  const turned = (Math.atan2(down, across) * 180) / Math.PI;
  const d = `M8-3H${length - 16}V-9L${length} 0 ${length - 16} 9V3H8z`;
  return shape("path", { class: "drawn-arrow", d, transform: `${place(from)} rotate(${turned})` });
}
