// <c4-danger moves="...">: a board to play on. After each stone it shows the winning squares of whoever has played, and
// which replies they forbid.

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";
import { board, outcome } from "./board.js";
import { scene, statusLine } from "./controls.js";
import { button, controls } from "./dom.js";
import { keepFocus } from "./focus.js";
import { sortReplies } from "./replies.js";
import { COLUMNS, Game, LETTERS } from "./rules.js";

class Danger extends HTMLElement {
  #games = []; // the first and all after it
  #board = board((column) => this.#go(this.#games.length, this.#game.play(column)));
  #status = statusLine();
  #back = button("Take back", () => this.#go(this.#games.length - 1));
  #again = button("Start over", () => this.#go(1));

  connectedCallback() {
    if (this.#games.length) return;
    this.replaceChildren(scene(this.#board, this.#status), controls(this.#back, this.#again));
    this.#go(0, Game.parse(this.getAttribute("moves")));
  }

  get #game() {
    return this.#games.at(-1);
  }

  /** Keep so many games, and add some. */
  #go(kept, ...more) {
    this.#games.splice(kept, Infinity, ...more);
    const game = this.#game;
    const { dangers, safe, forbidden } = sortReplies(game);
    const draw = () => {
      for (const each of [this.#back, this.#again]) each.disabled = this.#games.length === 1;
      this.#board.show(game);
    };
    keepFocus(draw, () => this.#board.nearestColumn ?? this.#back);
    const squares = game.player === 1 ? [[], dangers] : [dangers, []];
    this.#board.mark(game.isOver ? {} : { squares, forbidden });
    this.#status.textContent = tellReplies(game, dangers, safe);
  }
}

/** Say what the player to move may reply. */
export function tellReplies(game, dangers, safe) {
  if (game.isOver) return `${outcome(game)}.`;
  const [mover, other] = [LETTERS[game.player], LETTERS[3 - game.player]];
  const winning = COLUMNS.find((column) => game.canPlay(column) && game.isWinningMove(column));
  if (winning !== undefined) return `${mover} wins at once in column ${COLUMN_NAMES[winning]}.`;
  if (!safe.length) return `${mover} has no safe reply: ${other} wins with the next stone.`;
  const columns = safe.map((cell) => COLUMN_NAMES[Math.floor(cell / HEIGHT)]);
  const number = dangers.length;
  const squares = `${number || "no"} winning square${number === 1 ? "" : "s"}`;
  return `${other} has ${squares}. Safe for ${mover}: ${columns.join(", ")}.`;
}

customElements.define("c4-danger", Danger);
