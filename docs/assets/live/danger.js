// <c4-danger moves="...">: a board to play on. After each stone it shows the winning squares of the player who
// has just moved, and which replies they forbid.

import { COLUMN_NAMES, HEIGHT } from "../wasm/kernels.js";
import { outcome } from "./board.js";
import { recordControls, scene, statusLine, Ways } from "./controls.js";
import { controls, keepFocus } from "./dom.js";
import { Record } from "./record.js";
import { COLUMNS, LETTERS, winningSquares } from "./rules.js";

class Danger extends HTMLElement {
  #board;
  #status = statusLine();
  #ways = new Ways();

  connectedCallback() {
    const moves = this.getAttribute("moves");
    const { record, board, turns } = recordControls(moves, {}, new Record(moves));
    this.#board = board;
    this.replaceChildren(scene(board, this.#status), controls(...turns), this.#ways.element);
    const show = () => this.#show(record.game);
    record.addEventListener("change", () => keepFocus(show, () => board.nearestColumn));
    show();
  }

  #show(game) {
    const { dangers, safe, forbidden } = sortReplies(game);
    this.#board.show(game);
    this.#ways.show(game);
    const squares = game.player === 1 ? [[], dangers] : [dangers, []];
    this.#board.mark(game.isOver ? {} : { squares, forbidden });
    this.#status.textContent = tellReplies(game, dangers, safe);
  }
}

/** Return the winning squares of the player who has just moved, and the mover's safe cells and others, as `replies` of step 10. */
function sortReplies(game) {
  const dangers = winningSquares(game.cells)[2 - game.player];
  const playable = COLUMNS.filter((column) => game.heights[column] < HEIGHT).map(
    (column) => column * HEIGHT + game.heights[column],
  );
  const forced = playable.filter((cell) => dangers.includes(cell));
  const isBelow = (cell) => (cell + 1) % HEIGHT !== 0 && dangers.includes(cell + 1);
  const possible = forced.length ? forced : playable;
  const safe = forced.length > 1 ? [] : possible.filter((cell) => !isBelow(cell));
  return { dangers, safe, forbidden: playable.filter((cell) => !safe.includes(cell)) };
}

function tellReplies(game, dangers, safe) {
  if (game.isOver) return `${outcome(game)}.`;
  const [mover, other] = [LETTERS[game.player], LETTERS[3 - game.player]];
  if (game.canWin) return `${mover} wins at once in column ${COLUMN_NAMES[game.winningColumn]}.`;
  if (!safe.length) return `${mover} has no safe reply: ${other} wins with the next stone.`;
  const columns = safe.map((cell) => COLUMN_NAMES[Math.floor(cell / HEIGHT)]);
  const number = dangers.length;
  const squares = `${number || "no"} winning square${number === 1 ? "" : "s"}`;
  return `${other} has ${squares}. Safe for ${mover}: ${columns.join(", ")}.`;
}

customElements.define("c4-danger", Danger);
