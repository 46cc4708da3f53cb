// <c4-danger moves="...">: a board to play on. After each stone it shows the winning squares of the player who
// has just moved, and which replies they forbid.

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";
import { outcome } from "./board.js";
import { recordControls, scene, statusLine, ways } from "./controls.js";
import { controls, keepFocus } from "./dom.js";
import { Record } from "./record.js";
import { sortReplies } from "./rules.js";

class Danger extends HTMLElement {
  #board;
  #status = statusLine();

  connectedCallback() {
    const moves = this.getAttribute("moves");
    const { record, board, undoing } = recordControls(moves, {}, new Record(moves));
    this.#board = board;
    this.replaceChildren(scene(board, this.#status), controls(...undoing), ways(board));
    const show = () => this.#show(record.game);
    record.addEventListener("change", () => keepFocus(show, () => board.nearestColumn));
    show();
  }

  #show(game) {
    const { dangers, safe, forbidden } = sortReplies(game);
    this.#board.show(game);
    const squares = game.player === 1 ? [[], dangers] : [dangers, []];
    this.#board.mark(game.isOver ? {} : { squares, forbidden });
    this.#status.textContent = tellReplies(game, dangers, safe);
  }
}

function tellReplies(game, dangers, safe) {
  if (game.isOver) return `${outcome(game)}.`;
  const [mover, other] = game.letters;
  if (game.canWin) return `${mover} wins at once in column ${COLUMN_NAMES[game.winningColumn]}.`;
  if (!safe.length) return `${mover} has no safe reply: ${other} wins with the next stone.`;
  const columns = safe.map((cell) => COLUMN_NAMES[Math.floor(cell / HEIGHT)]);
  const number = dangers.length;
  const squares = `${number || "no"} winning square${number === 1 ? "" : "s"}`;
  return `${other} has ${squares}. Safe for ${mover}: ${columns.join(", ")}.`;
}

customElements.define("c4-danger", Danger);
