// <c4-follow moves="...">: you play on from a position, and the other player follows. Cells have the colour of who gets
// them, and a ring where the follower waits.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { board, outcome } from "./board.js";
import { scene, statusLine, ways } from "./controls.js";
import { button, controls, element, keepFocus } from "./dom.js";
import { requireWebAssembly } from "./fetching.js";
import { findReason, follow, replyByReason } from "./reasons.js";
import { Game } from "./rules.js";

class Follow extends HTMLElement {
  #games = []; // those with the reader to move, the first and the latest
  #board = board((column) => this.#play(column));
  #status = statusLine();
  #back = button("Take back", () => this.#go(-1));
  #again = button("Start over", () => this.#go(1 - this.#games.length));
  #reason; // in the first game

  async connectedCallback() {
    try {
      await requireWebAssembly();
    } catch (error) {
      this.replaceChildren(element("p", {}, error.message));
      return;
    }
    const game = Game.parse(this.getAttribute("moves"));
    this.#reason = findReason(game, 2 - game.player);
    this.#games = [game];
    const buttons = controls(this.#back, this.#again);
    this.replaceChildren(scene(this.#board, this.#status), buttons, ways(this.#board));
    this.#show(`You play ${game.letters[0]}. Choose a column.`);
  }

  get #game() {
    return this.#games.at(-1);
  }

  #play(column) {
    const after = this.#game.play(column);
    const reply = after.isOver ? null : replyByReason(this.#reason, this.#games[0], after);
    this.#games.push(after.isOver ? after : after.play(reply));
    this.#show(after.isOver ? "" : tellReply(after, column, reply));
  }

  /** Drop the latest games; the first one stays. */
  #go(by) {
    this.#games.splice(this.#games.length + by);
    this.#show(`${outcome(this.#game)}.`);
  }

  #show(words) {
    const game = this.#game;
    const isFirst = this.#games.length === 1;
    const draw = () => {
      for (const each of [this.#back, this.#again]) each.disabled = isFirst;
      this.#board.show(game);
    };
    keepFocus(draw, () => this.#board.nearestColumn ?? this.#back);
    this.#board.mark(game.isOver ? {} : markPlan(follow(game, this.#reason.turned), game.player));
    this.#status.textContent = game.isOver ? `${words} ${outcome(game)}.` : words;
  }
}

function markPlan({ movers, followers, squares: awaited }, player) {
  const byPlayer = (ofMover, ofFollower) => (player === 1 ? [ofMover, ofFollower] : [ofFollower, ofMover]);
  return { takers: byPlayer(movers, followers), squares: byPlayer([], awaited), awaited };
}

function tellReply(after, column, reply) {
  const [letter] = after.letters;
  if (after.play(reply).line) return `${letter} plays column ${COLUMN_NAMES[reply]}:`;
  if (reply === column) return `${letter} follows in column ${COLUMN_NAMES[column]}.`;
  return `The column was odd, so ${letter} takes the lowest cell of another odd one, column ${COLUMN_NAMES[reply]}.`;
}

customElements.define("c4-follow", Follow);
