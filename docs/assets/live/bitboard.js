// <c4-bitboard moves="4455">: a board and its bitboards. In the same page <c4-bitboard-alignment> and <c4-bitboard-carry> walk
// through the test for four in a row and through dropping a stone, on the position of that board.

import { COLUMN_NAMES, HEIGHT, WIDTH } from "../wasm/kernels.js";
import { hearQuery, replaceQuery } from "./address.js";
import { alignmentStages, DIRECTIONS, dropStages, key, listed, PRESETS, stepOf } from "./bitboard-stages.js";
import { COLUMN_BITS } from "./bits.js";
import { outcome } from "./board.js";
import { recordControls, statusLine, ways } from "./controls.js";
import { button, choice, controlGroup, controls, element, shape } from "./dom.js";

/** Buttons for back and forward, and the stage they have come to: formula or title, words, bitboards. */
class Walk {
  #stages = [];
  #at = 0;
  #back = button("Back", () => this.#move(-1));
  #forward = button("Forward", () => this.#move(1));
  #title = element("p", { class: "walk-title" });
  #words = element("p", { class: "walk-words" });
  #said = element("div", { class: "walk-said", "aria-atomic": "true" }, this.#title, this.#words);
  #boards = element("div", { class: "bit-grids" });

  constructor(label) {
    this.parts = [controlGroup(label, this.#back, this.#forward), this.#said, this.#boards];
  }

  /** Show other stages, from where the old ones stood or else from the stage of an index. */
  show(stages, at = this.#at) {
    this.#stages = stages;
    this.#at = at;
    const { formula, title, words, boards } = stages[at];
    // Read out when the reader goes on, but not after each stone on the board.
    const isAsked = this.parts[0].contains(document.activeElement);
    this.#said.setAttribute("aria-live", isAsked ? "polite" : "off");
    const place = `Stage ${at + 1} of ${stages.length}: `;
    this.#title.replaceChildren(place, formula ? element("code", {}, formula) : title);
    this.#words.textContent = words;
    this.#boards.replaceChildren(...boards.map(bitGrid));
    // Not the attribute disabled: a button that has it loses the focus.
    this.#back.setAttribute("aria-disabled", String(at === 0));
    this.#forward.setAttribute("aria-disabled", String(at === stages.length - 1));
  }

  #move(by) {
    const at = this.#at + by;
    if (this.#stages[at]) this.show(this.#stages, at);
  }
}

/**
 * Return a select of values, which it shows as `describe` says, whose choice stands in the page's address, or else in a
 * widget's attribute of that name.
 */
function choiceInAddress(widget, name, label, values, describe, onChange) {
  const select = choice({ name, "aria-label": label }, values, describe);
  const restore = () => {
    const wanted = [new URLSearchParams(location.search).get(name), widget.getAttribute(name), values[0]];
    select.value = wanted.find((value) => values.includes(value));
  };
  select.addEventListener("change", () => {
    replaceQuery({ [name]: select.value });
    onChange();
  });
  hearQuery(() => {
    restore();
    onChange();
  });
  restore();
  return select;
}

const [ACROSS, DOWN] = [40, 28]; // the size of a cell

/**
 * Return a figure of a bitboard with its name and its value.
 *
 * ringed      bits that are marked by a ring
 * carried     bits that are marked by an arrow upwards
 * slide       the direction from which the ones come
 */
function bitGrid({ name, bits, ringed = 0n, carried = 0n, slide = null, columnBits = COLUMN_BITS }) {
  const rows = [...Array(columnBits).keys()];
  const cells = [...Array(WIDTH).keys()].flatMap((column) =>
    rows.map((row) => {
      const bit = column * columnBits + row;
      const has = (board) => (board >> BigInt(bit)) & 1n;
      const drawn = cell(bit, row >= HEIGHT, has(bits), has(ringed), has(carried));
      const place = `translate(${ACROSS * column} ${DOWN * (columnBits - 1 - row)})`;
      return shape("g", { transform: place, style: `--row: ${row}` }, ...drawn);
    }),
  );
  const marked = ringed || carried ? `; marked: ${listed(ringed | carried)}` : "";
  const size = { viewBox: `-2 -2 ${ACROSS * WIDTH + 4} ${DOWN * columnBits + 4}`, role: "img" };
  const picture = shape("svg", { ...size, "aria-label": `${name}: ${listed(bits)} set${marked}` }, ...cells);
  if (slide) picture.style.setProperty("--slide", `${ACROSS * slide.right}px ${-DOWN * slide.up}px`);
  const inHex = element("code", { class: "bits-hex" }, `0x${bits.toString(16)}`);
  const inDecimal = element("span", { class: "bits-decimal" }, String(bits));
  const values = element("div", { class: "bits-values" }, inHex, " = ", inDecimal);
  const caption = element("figcaption", {}, element("code", { class: "bits-name" }, name), values);
  return element("figure", { class: "bits" }, picture, caption);
}

function cell(bit, isSpare, isOne, isRinged, isCarried) {
  const kind = `${isOne ? "bit-one" : "bit-zero"}${isSpare ? " bit-spare" : ""}`;
  const area = { width: ACROSS, height: DOWN };
  const drawn = [
    shape("rect", { ...area, class: isSpare ? "bit-cell bit-spare" : "bit-cell" }),
    ...(isOne ? [shape("rect", { ...area, class: "bit-fill" })] : []),
    shape("text", { class: `bit-number ${kind}`, x: 3, y: 11 }, String(bit)),
    shape("text", { class: `bit-digit ${kind}`, x: 28, y: 20 }, isOne ? "1" : "0"),
  ];
  if (isRinged) drawn.push(shape("circle", { class: `bit-mark ${kind}`, cx: 28, cy: 14.5, r: 9.5 }));
  if (isCarried) drawn.push(shape("path", { class: `bit-mark ${kind}`, d: "M9 26V15M5 19l4-4 4 4" }));
  return drawn;
}

class Bitboard extends HTMLElement {
  #board;
  #status = statusLine();
  #grids = element("div", { class: "bit-grids" });

  connectedCallback() {
    const isPart = this.closest("details") !== null; // of a page about something else, whose keys are its own
    const parts = recordControls(this.getAttribute("moves") ?? "", isPart ? {} : { keys: "page" });
    const { record, board, undoing, moves, form, complaint } = parts;
    this.record = record;
    this.#board = board;
    const position = [controls(...undoing), moves, form, complaint, ways(board)];
    this.replaceChildren(board, this.#status, ...position, this.#grids);
    this.record.addEventListener("change", () => this.#show());
    this.#show();
  }

  #show() {
    const { game } = this.record;
    const { stones, mask } = game.fields;
    this.#board.show(game);
    this.#status.textContent = `${outcome(game)}; stones holds the stones of ${game.letters[0]}.`;
    const numbers = Object.entries({ stones, mask, key: key({ stones, mask }) });
    this.#grids.replaceChildren(...numbers.map(([name, bits]) => bitGrid({ name, bits })));
  }
}

class Alignment extends HTMLElement {
  #record;
  #walk = new Walk("Stages of the test for four in a row");
  #direction;
  #whose;

  connectedCallback() {
    this.#record = theRecord();
    const show = () => this.#show();
    const describe = (name) => `${name}: step = ${stepOf(DIRECTIONS.get(name))}`;
    this.#direction = choiceInAddress(this, "direction", "Direction", [...DIRECTIONS.keys()], describe, show);
    this.#whose = choiceInAddress(this, "whose", "Whose stones", ["mover", "opponent"], () => "", show);
    const presets = PRESETS.map((each) => button(each.name, () => this.#take(each)));
    const choices = controls(this.#direction, this.#whose);
    this.replaceChildren(controlGroup("Examples", ...presets), choices, ...this.#walk.parts);
    this.#record.addEventListener("change", () => this.#show());
    this.#show();
  }

  #take({ moves, direction, whose, stage }) {
    this.#record.go(moves);
    [this.#direction.value, this.#whose.value] = [direction, whose];
    for (const select of [this.#direction, this.#whose]) select.dispatchEvent(new Event("change"));
    this.#show(stage);
  }

  #show(stage) {
    const { game } = this.#record;
    const { stones, mask } = game.fields;
    const players = game.letters;
    const [mover, opponent] = this.#whose.options;
    mover.text = `stones of ${players[0]}, to move`;
    opponent.text = `stones of ${players[1]}, the opponent`;
    const isMover = this.#whose.value === "mover";
    const shown = isMover ? stones : stones ^ mask;
    const direction = DIRECTIONS.get(this.#direction.value);
    this.#walk.show(alignmentStages(shown, players[isMover ? 0 : 1], direction), stage);
  }
}

class Carry extends HTMLElement {
  #record;
  #walk = new Walk("Stages of dropping a stone");
  #column;
  #play = button("Play it", () => this.#drop());

  connectedCallback() {
    this.#record = theRecord();
    const describe = (name) => `column ${name}`;
    this.#column = choiceInAddress(this, "column", "Column", [...COLUMN_NAMES], describe, () => this.#show());
    const choices = controls(this.#column, this.#play);
    this.replaceChildren(choices, ...this.#walk.parts);
    this.#record.addEventListener("change", () => this.#show());
    this.#show();
  }

  #drop() {
    if (this.#record.game.canPlay(this.#column.selectedIndex)) this.#record.play(this.#column.selectedIndex);
  }

  #show() {
    const { game } = this.#record;
    const column = this.#column.selectedIndex;
    this.#play.setAttribute("aria-disabled", String(!game.canPlay(column)));
    this.#walk.show(dropStages(game.fields, column, ...game.letters));
  }
}

function theRecord() {
  return document.querySelector("c4-bitboard").record;
}

customElements.define("c4-bitboard", Bitboard);
customElements.define("c4-bitboard-alignment", Alignment);
customElements.define("c4-bitboard-carry", Carry);
