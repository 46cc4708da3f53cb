// A game that is over, gone through stone by stone: its scores as a graph, a list of stones, and why the mistakes are mistakes.

import { button, element } from "./dom.js";
import { drawGraph, listScores } from "./graph.js";
import {
  describeEnd,
  describeGlance,
  describeMistake,
  listMistakes,
  listPositions,
  MARKS,
  reviewGame,
} from "./review.js";
import { Game, winningSquares } from "./rules.js";
import { pageAddress } from "./site.js";
import { Why } from "./why.js";

/** The review of a game; `onShow` gets a game of it, marks for the board and its score, `wait` waits for the analyst. */
export class GoneThrough {
  #analyst;
  #wait;
  #onShow;
  #review = null;
  #graph = element("div");
  #ask = element("a", {}, "Ask the perfect player about this board");
  #why = new Why((moves) => this.#show(Game.parse(moves)));
  element = element("section", { class: "review", "aria-label": "Review", hidden: true });

  constructor(analyst, wait, onShow) {
    [this.#analyst, this.#wait, this.#onShow] = [analyst, wait, onShow];
  }

  close() {
    this.#review = null;
    this.#why.clear();
    this.element.hidden = true;
  }

  get isOpen() {
    return this.#review !== null;
  }

  /** The marks of the stones. */
  get marks() {
    return this.#review.stones.map(({ mark }) => mark);
  }

  /** Show the game after that many stones. */
  goTo(number) {
    this.#show(Game.parse(this.#review.moves).upTo(number));
  }

  /** Review a game, and show it as it ended. */
  async open(game) {
    const scores = await this.#wait("Going through the game", () => this.#analyst.score(listPositions(game)));
    if (!scores) return;
    this.#review = reviewGame(game, scores);
    this.#build(game);
    this.element.hidden = false;
    this.#show(game);
    this.element.firstElementChild.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  #build(game) {
    const review = this.#review;
    const glance = [describeGlance(review)].filter(Boolean).map((text) => element("p", {}, text));
    const used = [...MARKS].filter(([mark]) => review.stones.some((stone) => stone.mark === mark));
    this.element.replaceChildren(
      element("p", { class: "review-end", tabindex: -1 }, describeEnd(review)),
      ...glance,
      this.#graph,
      element("p", { class: "review-legend" }, used.map((mark) => mark.join(" ")).join("; ")),
      element(
        "ul",
        { class: "review-mistakes" },
        ...listMistakes(review).map((stone) => this.#mistake(game, stone)),
      ),
      this.#why.element,
      element("p", {}, this.#ask),
    );
  }

  #mistake(game, stone) {
    const { player, column, mark, number } = stone;
    const why = button(`Why ${number} ${player}${column}${mark}`, () =>
      this.#explain(game.upTo(number - 1), stone),
    );
    return element("li", {}, describeMistake(this.#review, stone), " ", why);
  }

  async #explain(game, stone) {
    const explanation = await this.#wait("Looking for a reason", async () =>
      this.#analyst.explain(game, await this.#analyst.analyze(game)),
    );
    if (!explanation) return;
    this.#why.show(explanation, [stone.column]);
    this.#show(game);
  }

  /** Show a game on the board: a part of the one that is reviewed, or of a line of play. */
  #show(game) {
    const review = this.#review;
    const isPart = review.moves.startsWith(game.text);
    if (!this.#why.leadsTo(game)) this.#why.clear();
    this.#graph.replaceChildren(drawGraph(review, game.moves, (number) => this.goTo(number)));
    this.#ask.href = pageAddress("live", `?moves=${game.text}`);
    const awaited = this.#why.follow(game);
    const scores = isPart ? listScores(review) : [];
    const score = scores[game.moves] === undefined ? null : scores[game.moves] * (game.player === 1 ? 1 : -1);
    this.#onShow(game, { squares: game.isOver ? [[], []] : winningSquares(game.cells), awaited }, score);
  }
}
