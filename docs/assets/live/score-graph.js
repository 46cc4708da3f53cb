// The score over a game as a graph, from X's side above the middle to O's below it.

import { MAX_SCORE } from "../wasm/kernels.js";
import { shape } from "./dom.js";
import { listPositions, listStones } from "./explanation.js";
import { CELLS, explain, Game, remaining } from "./rules.js";
import { Solver } from "./solver.js";

const [WIDE, HIGH] = [420, 170];
const [LEFT, RIGHT, MARGIN] = [26, 8, 18]; // for the letters of the players, for the last mark, for marks
const STEP = (WIDE - LEFT - RIGHT) / CELLS;
const MIDDLE = HIGH / 2;
const [MARK_WIDE, MARK_HIGH] = [22, 16]; // with the larger of the letters

/** A graph that is a slider along the stones; `onChoose` gets after how many of them to show the game. */
export class ScoreGraph {
  #onChoose;
  #last = 0; // number of stones
  element = shape("svg", {
    class: "graph",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "slider",
    tabindex: 0,
    "aria-valuemin": 0,
  });

  constructor(onChoose) {
    this.#onChoose = onChoose;
    this.element.addEventListener("click", this.#onClick);
    this.element.addEventListener("keydown", this.#onKey);
  }

  /**
   * Draw the stones of a review by the scores of its positions, of which some may not be known yet, and mark the position
   * after that many stones.
   */
  show(stones, scores, shown) {
    this.#last = stones.length;
    const points = listPoints(scores).map(
      (score, at) => score !== null && [placeStone(at), placeScore(score)],
    );
    const at = placeStone(shown);
    const corner = { x: LEFT, y: MARGIN };
    const letters = { X: placeScore(MAX_SCORE / 2), O: placeScore(-MAX_SCORE / 2) };
    this.element.replaceChildren(
      shape("rect", { class: "graph-win", ...corner, width: WIDE - LEFT - RIGHT, height: MIDDLE - MARGIN }),
      shape("line", { class: "graph-draw", x1: LEFT, x2: WIDE - RIGHT, y1: MIDDLE, y2: MIDDLE }),
      ...Object.entries(letters).map(([letter, y]) => shape("text", { x: LEFT / 2, y }, letter)),
      shape("line", { class: "graph-shown", x1: at, x2: at, y1: MARGIN, y2: HIGH - MARGIN }),
      shape("path", { class: "graph-line", d: points.map(drawTo).join("") }),
      ...drawMarks(
        stones.filter(({ mark }) => mark),
        points,
      ),
    );
    const said = {
      "aria-label": describe(listPoints(scores)),
      "aria-valuemax": this.#last,
      "aria-valuenow": shown,
      "aria-valuetext": describeAt(scores, shown),
    };
    for (const [name, value] of Object.entries(said)) this.element.setAttribute(name, value);
  }

  #onClick = (event) => {
    const box = this.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) * WIDE) / box.width;
    this.#onChoose(Math.min(this.#last, Math.max(0, Math.round((x - LEFT) / STEP))));
  };

  /** Go to an end; Left and Right go along the list of moves, wherever the focus is. */
  #onKey = (event) => {
    const number = { Home: 0, End: this.#last }[event.key];
    if (number === undefined) return;
    event.preventDefault();
    this.#onChoose(number);
  };
}

/** Return the scores of a game's positions as X sees them, null where not known. */
function listPoints(scores) {
  return scores.map((score, at) => (score === null || at % 2 === 0 ? score : 0 - score));
}

function placeStone(number) {
  return LEFT + number * STEP;
}

function placeScore(score) {
  return MIDDLE - (score * (MIDDLE - MARGIN)) / MAX_SCORE;
}

/** Return the part of a path that leads to a point, or begins there if the one before is not known. */
function drawTo(point, at, points) {
  if (!point) return "";
  return points[at - 1] ? `L${point}` : `M${point}h0`;
}

/** Return dots with their marks, above the line for O's stones, which push it up, and below it for X's; none on another. */
function drawMarks(stones, points) {
  const taken = []; // the places of marks
  return stones.map(({ player, mark, number }) => {
    const [x, y] = points[number];
    const [kind, down] = player === "X" ? ["first", 1] : ["second", -1];
    let at = y + 13 * down;
    while (taken.some((other) => Math.abs(other.x - x) < MARK_WIDE && Math.abs(other.at - at) < MARK_HIGH)) {
      at += down;
    }
    taken.push({ x, at });
    const dot = shape("circle", { class: `disc-${kind}`, cx: x, cy: y, r: 4 });
    return shape("g", { class: "graph-mark" }, dot, shape("text", { x, y: at }, mark));
  });
}

function describe(points) {
  const lead = (score) => (score > 0 ? "X wins" : score < 0 ? "O wins" : "a draw");
  const known = [...points.entries()].filter(([, score]) => score !== null);
  const changes = known.filter(([, score], at) => !at || Math.sign(score) !== Math.sign(known[at - 1][1]));
  const told = changes.map(([at, score]) =>
    at ? `from stone ${at} on ${lead(score)}` : `at the start ${lead(score)}`,
  );
  return `The score over the game, with best play: ${told.join("; ") || "not known yet"}`;
}

function describeAt(scores, at) {
  const where = at ? `after stone ${at}` : "at the start";
  const score = scores[at];
  if (score === null) return where;
  return `${where}: ${score && !remaining(score, at) ? "four in a row" : explain(score, at)}`;
}

/** The scores of all positions of a record's line, which fill in while nothing else is searched for. */
export class GameGraph {
  #record;
  #solver = new Solver();
  #scores = new Map(); // by the moves, of games seen before as well
  #graph;

  constructor(record) {
    this.#record = record;
    this.#graph = new ScoreGraph((number) => record.goTo(number));
    this.element = this.#graph.element;
    record.addEventListener("change", () => {
      this.#solver.stop();
      this.#draw();
    });
    this.#draw();
  }

  /** Take the score of the position that is shown, and find the others until another one is shown. */
  async fill(score) {
    const { game } = this.#record;
    this.#scores.set(game.text, score);
    this.#draw();
    for (const position of this.#positions.toReversed().filter(({ text }) => !this.#scores.has(text))) {
      try {
        this.#scores.set(position.text, position.endScore ?? (await this.#solver.ask("score", position)));
      } catch {
        return; // another position is shown, or there is no solver, which the board has told
      }
      this.#draw();
    }
  }

  get #positions() {
    return listPositions(new Game(this.#record.line));
  }

  #draw() {
    const { line, game } = this.#record;
    const scores = this.#positions.map(({ text }) => this.#scores.get(text) ?? null);
    this.#graph.show(listStones(new Game(line), scores), scores, game.moves);
  }
}
