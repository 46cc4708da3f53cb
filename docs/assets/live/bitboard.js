// <c4-bitboard moves="4455">: a board and its bitboards. In the same page <c4-bitboard-alignment> and <c4-bitboard-carry> walk
// through the test for four in a row and through dropping a stone, on the position of that board.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { hearQuery, replaceAddress } from "./address.js";
import { alignmentStages, PRESETS } from "./alignment.js";
import { bitGrid } from "./bitgrid.js";
import { DIRECTIONS, key, stepOf } from "./bits.js";
import { outcome } from "./board.js";
import { dropStages } from "./carry.js";
import { recordControls, statusLine } from "./controls.js";
import { button, controlGroup, controls, element } from "./dom.js";
import { COLUMNS, LETTERS } from "./rules.js";
import { Ways } from "./ways.js";

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
 * Return a select whose choice stands in the page's address, or else in a widget's attribute of that name.
 *
 * options     pairs of a value and a text
 */
function choiceInAddress(widget, name, label, options, onChange) {
  const choices = options.map(([value, text]) => element("option", { value }, text));
  const select = element("select", { name, "aria-label": label }, ...choices);
  const restore = () => {
    const wanted = [new URLSearchParams(location.search).get(name), widget.getAttribute(name), options[0][0]];
    select.value = wanted.find((value) => options.some((option) => option[0] === value));
  };
  select.addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set(name, select.value);
    replaceAddress(address);
    onChange();
  });
  hearQuery(() => {
    restore();
    onChange();
  });
  restore();
  return select;
}

class Bitboard extends HTMLElement {
  #board;
  #status = statusLine();
  #grids = element("div", { class: "bit-grids" });
  #ways = new Ways();

  connectedCallback() {
    const isPart = this.closest("details") !== null; // of a page about something else, whose keys are its own
    const parts = recordControls(this.getAttribute("moves") ?? "", isPart ? {} : { keys: "page" });
    const { record, board, turns, moves, form, complaint } = parts;
    this.record = record;
    this.#board = board;
    const position = [controls(...turns), moves, form, complaint, this.#ways.element];
    this.replaceChildren(board, this.#status, ...position, this.#grids);
    this.record.addEventListener("change", () => this.#show());
    this.#show();
  }

  #show() {
    const { game } = this.record;
    const { stones, mask } = game.fields;
    this.#board.show(game);
    this.#ways.show(game);
    this.#status.textContent = `${outcome(game)}; stones holds the stones of ${LETTERS[game.player]}.`;
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
    const directions = [...DIRECTIONS].map(([name, each]) => [name, `${name}: step = ${stepOf(each)}`]);
    const whose = ["mover", "opponent"].map((name) => [name, ""]);
    this.#direction = choiceInAddress(this, "direction", "Direction", directions, () => this.#show());
    this.#whose = choiceInAddress(this, "whose", "Whose stones", whose, () => this.#show());
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
    const players = [LETTERS[game.player], LETTERS[3 - game.player]];
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
    const columns = COLUMNS.map((column) => [COLUMN_NAMES[column], `column ${COLUMN_NAMES[column]}`]);
    this.#column = choiceInAddress(this, "column", "Column", columns, () => this.#show());
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
    this.#walk.show(dropStages(game.fields, column, LETTERS[game.player], LETTERS[3 - game.player]));
  }
}

function theRecord() {
  return document.querySelector("c4-bitboard").record;
}

customElements.define("c4-bitboard", Bitboard);
customElements.define("c4-bitboard-alignment", Alignment);
customElements.define("c4-bitboard-carry", Carry);
