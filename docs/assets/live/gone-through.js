// A game that is over, gone through stone by stone: its scores as a graph, a list of stones, and why the mistakes are mistakes.

import { MAX_SCORE } from "../wasm/kernels.js";
import { button, element, shape } from "./dom.js";
import {
  describeEnd,
  describeGlance,
  describeMistake,
  listMistakes,
  listPositions,
  MARKS,
  reviewGame,
} from "./review.js";
import { CELLS, Game, winningSquares } from "./rules.js";
import { Why } from "./why.js";

const [WIDE, HIGH] = [420, 170];
const [LEFT, RIGHT, MARGIN] = [26, 8, 18]; // for the letters of the players, for the last mark, for marks
const STEP = (WIDE - LEFT - RIGHT) / CELLS;

/** The review of a game; `onShow` gets a game of it, marks for the board and its score, `wait` waits for the analyst. */
export class GoneThrough {
  #analyst;
  #wait;
  #onShow;
  #review = null;
  #stones; // of the game that were shown last
  #graph = element("div");
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
    const scores = await this.#wait("Going through the game", () => this.#analyst.score(listPositions(game)));
    if (!scores) return;
    this.#review = reviewGame(game, scores);
    this.#build(game);
    this.element.hidden = false;
    this.goTo(stones);
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
    if (isPart) this.#stones = game.moves;
    if (!this.#why.leadsTo(game)) this.#why.clear();
    this.#graph.replaceChildren(drawGraph(review, game.moves, (number) => this.goTo(number)));
    const awaited = this.#why.follow(game);
    const scores = isPart ? listScores(review) : [];
    const score = scores[game.moves] === undefined ? null : scores[game.moves] * (game.player === 1 ? 1 : -1);
    this.#onShow(game, { squares: game.isOver ? [[], []] : winningSquares(game.cells), awaited }, score);
  }
}

/** Return a drawing of a review with the position after that many stones marked; `onChoose` gets a new number. */
function drawGraph(review, shown, onChoose) {
  const points = listScores(review).map((score, number) => [placeStone(number), placeScore(score)]);
  const [middle, at] = [placeScore(0), placeStone(shown)];
  const corner = { x: LEFT, y: MARGIN };
  const letters = { X: placeScore(MAX_SCORE / 2), O: placeScore(-MAX_SCORE / 2) };
  const marks = review.stones.filter(({ mark }) => mark);
  const said = { role: "img", "aria-label": describeGraph(review) };
  const svg = shape(
    "svg",
    { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, ...said },
    shape("rect", { class: "graph-win", ...corner, width: WIDE - LEFT - RIGHT, height: middle - MARGIN }),
    shape("line", { class: "graph-draw", x1: LEFT, x2: WIDE - RIGHT, y1: middle, y2: middle }),
    ...Object.entries(letters).map(([letter, y]) => shape("text", { x: LEFT / 2, y }, letter)),
    shape("line", { class: "graph-shown", x1: at, x2: at, y1: MARGIN, y2: HIGH - MARGIN }),
    shape("polyline", { class: "graph-line", points: points.map((point) => point.join(",")).join(" ") }),
    ...marks.map((stone) => drawMark(stone, points[stone.number])),
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) * WIDE) / box.width;
    onChoose(Math.min(review.stones.length, Math.max(0, Math.round((x - LEFT) / STEP))));
  });
  return svg;
}

/** Return the scores over a game as X sees them: before the first stone, and after each. */
function listScores({ stones }) {
  if (!stones.length) return [];
  return [stones[0].best, ...stones.map(({ player, score }) => (player === "X" ? score : 0 - score))];
}

function placeStone(number) {
  return LEFT + number * STEP;
}

function placeScore(score) {
  return HIGH / 2 - (score * (HIGH / 2 - MARGIN)) / MAX_SCORE;
}

/** Return a dot with its mark, above the line for O's stones, which push it up, and below it for X's. */
function drawMark({ player, mark }, [x, y]) {
  const kind = player === "X" ? "first" : "second";
  const at = y + (player === "X" ? 14 : -12);
  return shape(
    "g",
    { class: "graph-mark" },
    shape("circle", { class: `disc-${kind}`, cx: x, cy: y, r: 4 }),
    shape("text", { x, y: at }, mark),
  );
}

function describeGraph(review) {
  const scores = listScores(review);
  const changes = review.stones.filter(
    ({ number }) => Math.sign(scores[number]) !== Math.sign(scores[number - 1]),
  );
  const lead = (score) => (score > 0 ? "X wins" : score < 0 ? "O wins" : "a draw");
  const told = changes.map(({ number }) => `from stone ${number} on ${lead(scores[number])}`);
  return `The score over the game, with best play: ${[`at the start ${lead(scores[0])}`, ...told].join("; ")}`;
}
