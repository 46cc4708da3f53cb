// A game that is over, gone through stone by stone: its scores as a graph, a list of stones, and why the mistakes are mistakes.

import { button, element } from "./dom.js";
import * as reviews from "./review.js";
import { Game, winningSquares } from "./rules.js";
import { ScoreGraph } from "./score-graph.js";
import { Why } from "./why.js";

/** The review of a game; `onShow` gets a game of it, marks for the board and its score, `wait` waits for the analyst. */
export class ReviewSection {
  #analyst;
  #wait;
  #onShow;
  #review = null;
  #scores; // of its positions
  #stones; // of the game that were shown last
  #graph = new ScoreGraph((number) => this.goTo(number));
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

  /** Have the browser keep which stone to show when the reader comes back. */
  keepPlace() {
    if (this.isOpen) history.replaceState({ stones: this.#stones }, "");
  }

  /** Review a game, and show it after that many stones. */
  async open(game, stones) {
    const scores = await this.#wait("Going through the game", () =>
      this.#analyst.score(reviews.listPositions(game)),
    );
    if (!scores) return;
    [this.#review, this.#scores] = [reviews.reviewGame(game, scores), scores.toReversed()];
    this.#build(game);
    this.element.hidden = false;
    this.goTo(stones);
    this.element.firstElementChild.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  #build(game) {
    const review = this.#review;
    const glance = [reviews.describeGlance(review)].filter(Boolean).map((text) => element("p", {}, text));
    const used = [...reviews.MARKS].filter(([mark]) => review.stones.some((stone) => stone.mark === mark));
    this.element.replaceChildren(
      element("p", { class: "review-end", tabindex: -1 }, reviews.describeEnd(review)),
      ...glance,
      this.#graph.element,
      element("p", { class: "review-legend" }, used.map((mark) => mark.join(" ")).join("; ")),
      element(
        "ul",
        { class: "review-mistakes" },
        ...reviews.listMistakes(review).map((stone) => this.#mistake(game, stone)),
      ),
      this.#why.element,
    );
  }

  #mistake(game, stone) {
    const { player, column, mark, number } = stone;
    const why = button(`Why ${number} ${player}${column}${mark}`, () =>
      this.#explain(game.upTo(number - 1), stone),
    );
    return element("li", {}, reviews.describeMistake(this.#review, stone), " ", why);
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
    if (isPart) this.#stones = game.moves;
    if (!this.#why.leadsTo(game)) this.#why.clear();
    this.#graph.show(review.stones, this.#scores, Math.min(game.moves, review.stones.length));
    const awaited = this.#why.follow(game);
    const score = isPart ? this.#scores[game.moves] : null;
    this.#onShow(game, { squares: game.isOver ? [[], []] : winningSquares(game.cells), awaited }, score);
  }
}
