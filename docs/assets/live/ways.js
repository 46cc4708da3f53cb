// The ways from a board to other pages, which go on with its position.

import { controlGroup, element } from "./dom.js";
import { pageAddress } from "./site.js";

const OPPONENT = "medium"; // the level that replies, as it does on the page of the game
const PAGES = {
  Analyse: { page: "live" },
  "Why?": { page: "live", query: () => ({ why: 1 }), isForOpen: true },
  "Play from here": { page: "live/play", query: seats, isForOpen: true },
};

/** Links by their names, those that lead to another page than this one and, once a game is over, still make sense. */
export class Ways {
  #links;

  constructor(...names) {
    const chosen = names.length ? names : Object.keys(PAGES);
    this.#links = new Map(chosen.map((name) => [name, element("a", {}, name)]));
    this.element = controlGroup("Go on with this board", ...this.#links.values());
    this.element.classList.add("ways");
  }

  /** Have the links lead on from a game. */
  show(game) {
    for (const [name, link] of this.#links) {
      const { page, query = () => ({}), isForOpen = false } = PAGES[name];
      link.href = pageAddress(page, `?${new URLSearchParams({ moves: game.text, ...query(game) })}`);
      link.hidden = link.pathname === location.pathname || (isForOpen && game.isOver);
    }
  }
}

/** Seat the reader on the side that is to move. */
function seats({ player }) {
  return player === 1 ? { x: "you", o: OPPONENT } : { x: OPPONENT, o: "you" };
}
