// A window on the axis of scores.

import { COLUMN_NAMES } from "../wasm/kernels.js";
import { shape } from "./dom.js";
import { winScore } from "./rules.js";
import { letters, scoreInWords, viewOf, windowInWords } from "./tell.js";

const UNIT = 20; // between two scores
const MARGIN = 2 * UNIT; // for what is written at the ends
const LINE = 34; // where the axis is, from the top
const BELOW = 28;
const GAP = 4; // between alpha and beta, which may both be beyond one end

/** Return a drawing of the window of a moment, and of the score once that has come back. */
export function axis(moment) {
  const view = viewOf(moment);
  const { hasReturned } = moment;
  const limit = winScore(view.trace.start.moves) + 1; // no score below goes further, windows may
  const x = (score) => MARGIN + UNIT * (limit + Math.max(-limit, Math.min(limit, score)));
  const diamond = `M${x(view.score)} ${LINE - 8} l8 8 l-8 8 l-8 -8 z`;
  const scores = Array.from({ length: 2 * limit - 1 }, (_, at) => at - limit + 1);
  const said = `${windowInWords(view)}${hasReturned ? ` Returned: ${scoreInWords(view)}.` : ""}`;
  return shape(
    "svg",
    { class: "axis", viewBox: `0 0 ${x(limit) + MARGIN} ${LINE + BELOW}`, role: "img", "aria-label": said },
    shape("line", { class: "axis-line", x1: x(-limit), x2: x(limit), y1: LINE, y2: LINE }),
    ...scores.map((score) => tick(x(score), score)),
    ...(view.trace.hasWindows ? interval(view, x, limit) : []),
    ...(hasReturned ? [shape("path", { class: "axis-score", d: diamond })] : []),
  );
}

/** Say whose scores an axis shows, and what their window asks. */
export function axisCaption(moment) {
  const view = viewOf(moment);
  const did = view === moment.call ? "is to move" : `tried column ${COLUMN_NAMES[view.column]}`;
  return `Scores for ${letters(view.game)[0]}, who ${did}. ${windowInWords(view)}`;
}

function tick(x, score) {
  const line = shape("line", { class: "axis-line", x1: x, x2: x, y1: LINE - 3, y2: LINE + 3 });
  return shape("g", {}, line, shape("text", { x, y: LINE + 18 }, String(score)));
}

/** Return the stretch between alpha and beta, open where it goes beyond the axis. */
function interval({ alpha, beta }, x, limit) {
  const end = (at) => shape("line", { class: "axis-end", x1: at, x2: at, y1: LINE - 10, y2: LINE + 10 });
  const [from, to] = [x(alpha), x(beta)];
  return [
    shape("rect", { class: "axis-window", x: from, y: LINE - 6, width: to - from, height: 12 }),
    ...[alpha, beta].filter((score) => Math.abs(score) < limit).map((score) => end(x(score))),
    shape("text", { class: "axis-alpha", x: from - GAP, y: LINE - 18 }, `α ${alpha}`),
    shape("text", { class: "axis-beta", x: to + GAP, y: LINE - 18 }, `β ${beta}`),
  ];
}
