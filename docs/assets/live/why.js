// Why a position is won, lost or drawn: an explanation's sentences, and its line of play and the replies to worse
// columns as buttons that lead there.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { button, controlGroup, controls, element } from "./dom.js";
import { cellOf, findPlayable } from "./reasons.js";
import { Game } from "./rules.js";
import * as wording from "./wording.js";

/** Show an explanation; `onGo` gets the game of a button, `onTry` a reason and where to play against it. */
export class Why {
  #onGo;
  #onTry;
  #explanation = null;
  #places = new Map(); // by the moves of a game: its button, and the squares that are waited for
  #result = element("p", { "aria-live": "polite" });
  #reasons = element("p", { "aria-live": "polite" });
  element = element("section", { class: "why", "aria-label": "Why", hidden: true });

  constructor(onGo, onTry = null) {
    [this.#onGo, this.#onTry] = [onGo, onTry];
  }

  clear() {
    this.#explanation = null;
    this.#places.clear();
    this.element.replaceChildren();
    this.element.hidden = true;
  }

  /** Show an explanation; of the worse columns only those that are asked for. */
  show(explanation, columns = explanation.worse.map(({ column }) => column)) {
    this.clear();
    this.#explanation = {
      ...explanation,
      worse: explanation.worse.filter(({ column }) => columns.includes(column)),
    };
    this.element.append(this.#result, ...this.#line(), this.#reasons, ...this.#trial(), this.#worse());
    this.element.hidden = false;
    this.#result.textContent = `${wording.describeResult(explanation)} ${wording.describeBest(explanation)}`;
    this.#reasons.textContent = wording.describeReasons(explanation);
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** Whether a game is one that a button leads to. */
  leadsTo(game) {
    return this.#places.has(game.text);
  }

  /** Mark the button of a game, and return the squares that are waited for there, as cells. */
  follow(game) {
    for (const [text, { button }] of this.#places) {
      if (text === game.text) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const squares = this.#places.get(game.text)?.squares ?? [];
    return squares.map(cellOf).filter((cell) => !game.cells[cell]);
  }

  #line() {
    const { line, shown_after: shownAfter, reasons } = this.#explanation;
    const stones = ["Start", ...line.map(wording.spellStone)];
    const buttons = stones.map((name, at) => {
      const columns = line.slice(0, at).map((stone) => stone.column);
      return this.#button(name, columns, at < shownAfter ? [] : reasons);
    });
    if (!wording.isLineTold(this.#explanation)) return [];
    const legend = wording.describeStoneMarks(line);
    const label = element("p", { class: "why-label" }, `Best play${legend ? ` (${legend})` : ""}:`);
    return [label, controlGroup("Best play", ...buttons)];
  }

  #trial() {
    const { line, shown_after: shownAfter, reasons, moves, score } = this.#explanation;
    const columns = line.slice(0, shownAfter).map((stone) => stone.column);
    const game = Game.parse(moves + nameMoves(columns));
    const reason = findPlayable(reasons, game);
    if (!this.#onTry || !reason) return [];
    const wish = score === 0 ? "Try to win against it" : "Try to stop it";
    return [controls(button(wish, () => this.#onTry(reason, game)))];
  }

  #worse() {
    const showReply = ({ column, reply, reasons }) => {
      const [name, answer] = nameMoves([column, reply]);
      const made = this.#button(`Show ${name}`, [column, reply], reasons);
      made.setAttribute("aria-label", `Show column ${name} and the reply in column ${answer}`);
      return made;
    };
    const groups = wording.describeWorseMoves(this.#explanation);
    const items = groups.map(({ moves, text }) => element("li", {}, `${text} `, ...moves.map(showReply)));
    return element("ul", { class: "why-worse" }, ...items);
  }

  /** Return a button that leads to the game with some more columns. */
  #button(name, columns, reasons) {
    const text = this.#explanation.moves + nameMoves(columns);
    const made = button(name, () => this.#onGo(text));
    this.#places.set(text, { button: made, squares: reasons.flatMap((reason) => reason.squares) });
    return made;
  }
}

/** Return columns as a move string. */
function nameMoves(columns) {
  return columns.map((column) => COLUMN_NAMES[column]).join("");
}
