// <c4-board>: a game on a board, and below it a button for each column with its score.
//
// board.show(game, scores)     draw a game; scores by column, null where not known, [] for none at all
// board.say(text)              let a screen reader say what can only be seen
// board.game, board.scores     the game that is drawn, and the scores that came with it
// board.nearestColumn          the button of the column that can be played nearest to where the focus was last
// board.mark(marks)            draw the marks of marks.js on its cells, until the next marks; nothing for {}
// "shown" event                another game is drawn, or the same one again
// "play" event                 the reader chose the column `detail`
// <c4-board keys="page">       react to column keys pressed anywhere in the page except in a field; keys="own", in the board
// board.toggleAttribute("disabled", true)  until it is somebody else's turn again; its value says why, if there is one
// board.toggleAttribute("guess", true)     from the next show on, no scores until that is false
// <c4-board moves="4455">      in anybody's page, without `keys`: see showOwn in analysis.js

import { COLUMN_NAMES, HEIGHT, WIDTH } from "../wasm/kernels.js";
import { button, element, isTyped, shape } from "./dom.js";
import { joinNames } from "./format.js";
import { CELL, centre, describeMarks, describeStones, drawMarks, place } from "./marks.js";
import { CELLS, COLUMNS, explain, highest, LETTERS } from "./rules.js";

const KINDS = ["empty", "first", "second"];
const RADIUS = (CELL * 2) / 5;
const HOLES = Array.from({ length: CELLS }, (_, cell) => {
  const [x, y] = centre(cell);
  return `M${x - RADIUS} ${y}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0-${2 * RADIUS} 0z`;
});
const [WIDE, HIGH] = [CELL * WIDTH, CELL * HEIGHT];
const FRAME = `M8 0H${WIDE - 8}q8 0 8 8V${HIGH - 8}q0 8-8 8H8q-8 0-8-8V8q0-8 8-8z${HOLES.join("")}`;

class Board extends HTMLElement {
  game = null;
  scores = [];
  #discs = [];
  #columns = [];
  #marks = {};
  #layer; // of the marks
  #rings;
  #picture;
  #said = element("p", { class: "unseen", role: "status" });
  #at = 0; // the column that had the focus last
  #ghost = shape("g", { class: "ghost" }); // of the stone that would be played
  #pointed = null; // the column that a mouse is on

  static observedAttributes = ["moves"]; // which a board in anybody's page has

  attributeChangedCallback() {
    if (this.shadowRoot) this.#showOwn();
  }

  async #showOwn() {
    const { showOwn } = await import("./analysis.js");
    showOwn(this);
  }

  connectedCallback() {
    if (!this.hasAttribute("keys")) {
      if (!this.shadowRoot) this.#showOwn();
      return;
    }
    const hearing = this.getAttribute("keys") === "page" ? document : this;
    hearing.addEventListener("keydown", this.#onKey);
    if (this.#picture) return;
    const { svg, drawn, discs, frame, rings, layer } = emptyBoard();
    [this.#picture, this.#discs, this.#rings, this.#layer] = [svg, discs, rings, layer];
    frame.before(this.#ghost);
    for (const column of COLUMNS) {
      const area = { class: "board-column", x: CELL * column, width: CELL, height: HIGH };
      const onpointerenter = ({ pointerType }) => this.#point(pointerType === "mouse" ? column : null);
      const onclick = () => this.#play(column);
      const onpointerleave = () => this.#point(null);
      drawn.append(shape("rect", { ...area, onclick, onpointerenter, onpointerleave }));
      this.#columns.push(button("", onclick));
    }
    const buttons = { class: "board-columns", role: "group", "aria-label": "Columns" };
    const row = element("div", buttons, ...this.#columns);
    row.addEventListener("focusin", ({ target }) => {
      this.#at = this.#columns.indexOf(target);
    });
    this.replaceChildren(this.#picture, row, this.#said);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onKey);
  }

  /** Draw a game, with the scores of its columns and a ring around some cells. */
  show(game, scores = [], ringed = game.line ?? []) {
    if (game !== this.game) this.#draw(game); // or a stone that falls would be there at once
    this.scores = scores;
    this.#rings.replaceChildren(...ringed.map(drawRing));
    this.#describe();
    const shown = this.hasAttribute("guess") ? [] : scores;
    const best = findBest(shown.map((score) => score ?? null));
    for (const [column, button] of this.#columns.entries()) {
      label(button, column, game, shown[column] ?? null, best, shown.length > 0);
    }
    this.classList.toggle("over", game.isOver);
    this.#point(this.#pointed);
    this.dispatchEvent(new Event("shown"));
  }

  #draw(game) {
    this.say("");
    const fell = this.game && game.moves === this.game.moves + 1;
    this.game = game;
    this.#discs.forEach((disc, cell) => {
      drawDisc(disc, game.cells[cell], cell === game.last);
      disc.classList.toggle("falls", Boolean(fell && cell === game.last));
    });
  }

  /** Draw the stone that would be played in a column, none for null. */
  #point(column) {
    this.#pointed = column;
    this.#ghost.replaceChildren();
    if (column === null || !this.game?.canPlay(column)) return;
    this.#ghost.setAttribute("transform", place(column * HEIGHT + this.game.heights[column]));
    drawDisc(this.#ghost, this.game.player);
  }

  mark(marks) {
    this.#marks = marks;
    this.#layer.replaceChildren(...drawMarks(marks));
    this.#describe();
  }

  say(text, kind = "unseen") {
    this.#said.className = kind;
    this.#said.textContent = text;
  }

  /** Wait until the last stone has fallen, and for some milliseconds at least. */
  settle(milliseconds) {
    const falls = this.getAnimations({ subtree: true }).map(({ finished }) => finished);
    return Promise.allSettled([...falls, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
  }

  get nearestColumn() {
    const distance = (button) => Math.abs(this.#columns.indexOf(button) - this.#at);
    return this.#columns
      .filter(({ disabled }) => !disabled)
      .toSorted((one, other) => distance(one) - distance(other))[0];
  }

  #describe() {
    const parts = [this.game && describeBoard(this.game), describeMarks(this.#marks)];
    this.#picture.setAttribute("aria-label", parts.filter(Boolean).join(". "));
  }

  /** Play a column, or announce why not, until another game is drawn. */
  #play(column) {
    if (!this.game) return;
    const refuse = (reason) => this.say(reason, "board-refusal");
    const barred = this.getAttribute("disabled");
    if (barred !== null) refuse(barred || "No stone can be played now.");
    else if (this.game.isOver) refuse("The game is over.");
    else if (!this.game.canPlay(column)) refuse(`Column ${COLUMN_NAMES[column]} is full.`);
    else this.dispatchEvent(new CustomEvent("play", { detail: column, bubbles: true }));
  }

  /** Play once for each press of a key, however long it is held; each repeat of Enter would click a button again. */
  #onKey = (event) => {
    const column = COLUMN_NAMES.indexOf(event.key);
    if (event.repeat && event.key === "Enter" && this.contains(event.target)) event.preventDefault();
    if (column >= 0 && !event.repeat && !isTyped(event)) this.#play(column);
  };
}

customElements.define("c4-board", Board);

/** Return a board that calls a function with each column that the reader chooses. */
export function board(onPlay, attributes = {}) {
  return element("c4-board", { keys: "own", ...attributes, onplay: (event) => onPlay(event.detail) });
}

/**
 * Return a picture of a board: the owner of each cell, 0 for nobody, what it shows in words, cells with a ring,
 * and marks, which are described after the words.
 */
export function picture(owners, label, ringed = [], marks = {}) {
  const { svg, discs, rings, layer } = emptyBoard();
  discs.forEach((disc, cell) => {
    drawDisc(disc, owners[cell]);
  });
  rings.append(...ringed.map(drawRing));
  layer.append(...drawMarks(marks));
  svg.setAttribute("aria-label", [label, describeMarks(marks)].filter(Boolean).join(". "));
  return svg;
}

/** Return an empty board: a stone, which falls as many rows as there are above it, is seen through the holes of its frame. */
function emptyBoard() {
  const svg = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
  const drawn = shape("g", { "aria-hidden": "true" }); // or each letter and column might be read
  const discs = Array.from({ length: CELLS }, (_, cell) => {
    const disc = shape("g", { transform: place(cell) });
    disc.style.setProperty("--rows", HEIGHT - (cell % HEIGHT));
    return disc;
  });
  const frame = shape("path", { class: "board-frame", "fill-rule": "evenodd", d: FRAME });
  const [rings, layer] = [shape("g"), shape("g")];
  drawn.append(...discs, frame, rings, layer);
  svg.append(drawn);
  return { svg, drawn, discs, frame, rings, layer };
}

function drawRing(cell) {
  return shape("circle", { class: "disc-ring", r: CELL / 2 - 2, transform: place(cell) });
}

function drawDisc(disc, owner, isLast = false) {
  const kind = KINDS[owner];
  const circle = shape("circle", { class: `disc-${kind}`, r: RADIUS });
  disc.replaceChildren(circle);
  if (owner) disc.append(shape("text", { class: `disc-letter-${kind}` }, LETTERS[owner]));
  if (isLast) disc.append(shape("circle", { class: `disc-last-${kind}`, r: CELL / 3 - 1 }));
}

/** Say in words what is on the board. */
export function describeBoard(game) {
  const start = game.moves ? `Board after the moves ${[...game.text].join(" ")}` : "The empty board";
  return [start, outcome(game), describeStones(game.cells)].filter(Boolean).join(". ");
}

/** Say in words who has won, or who is to move. */
export function outcome(game) {
  if (game.line) return `${LETTERS[game.winner]} has won`;
  return game.isOver ? "The game is drawn" : `${game.letters[0]} is to move`;
}

/** Say which columns are the best, and what they lead to: "Best: column 3 or 6; X wins in 2." */
export function nameBest(scores, game) {
  const best = highest(scores);
  const names = COLUMNS.filter((column) => scores[column] === best).map((column) => COLUMN_NAMES[column]);
  const isAnyBetter = names.length === 1 || findBest(scores) !== null;
  const columns = isAnyBetter ? `Best: column ${joinNames(names, "or")};` : "All columns lead to the same:";
  return `${columns} ${explain(best, game.moves)}.`;
}

/** Return the highest score of the columns, or null if none of them is better than another. */
function findBest(scores) {
  const best = highest(scores);
  return scores.some((score) => score !== null && score < best) ? best : null;
}

function label(button, column, game, score, best, areScored) {
  const isPlayable = game.canPlay(column);
  const kind = score === null ? "none" : (["loss", "draw", "win"][Math.sign(score) + 1] ?? "none");
  const isBest = score !== null && score === best;
  button.className = `score-${kind}${isBest ? " best" : ""}`;
  button.disabled = !isPlayable;
  const name = element("span", { class: "column-name" }, COLUMN_NAMES[column]);
  const value = isPlayable && areScored ? [" ", element("b", {}, score === null ? "…" : String(score))] : [];
  const word =
    score === null ? [] : [element("small", { "aria-hidden": "true" }, isBest ? `${kind} ★` : kind)];
  button.replaceChildren(name, ...value, ...word);
  const end = score ? `; ${explain(score, game.moves)}` : "";
  const said = score === null ? "" : `: ${score}, ${kind}${end}${isBest ? "; best" : ""}`; // begins as what is seen
  button.setAttribute("aria-label", `Column ${COLUMN_NAMES[column]}${isPlayable ? said : ", no move"}`);
}
