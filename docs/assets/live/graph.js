// The score over a game as a drawing: above the middle X wins, below it O does, and the further off, the sooner.

import { MAX_SCORE } from "../wasm/kernels.js";
import { shape } from "./dom.js";
import { CELLS } from "./rules.js";

const [WIDE, HIGH] = [420, 170];
const [LEFT, RIGHT, MARGIN] = [26, 8, 18]; // for the letters of the players, for the last mark, for marks
const STEP = (WIDE - LEFT - RIGHT) / CELLS;

/** Return a drawing of a review with the position after that many stones marked; `onChoose` gets a new number. */
export function drawGraph(review, shown, onChoose) {
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
export function listScores({ stones }) {
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
