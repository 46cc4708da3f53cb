// The reader's bars in a lesson's strip, beside those of our steps: what their programs took for the same position.

import { element, shape } from "./dom.js";

const SVG = document.querySelector(".strip svg");
const LABEL = SVG?.getAttribute("aria-label");

/** Show a bar for each step whose last stage the reader's own program has passed. */
export function showOwn({ done }) {
  if (!SVG) return;
  for (const old of document.querySelectorAll(".strip .own")) old.remove();
  const figures = [];
  for (const row of SVG.querySelectorAll("g")) {
    const own = done[row.dataset.stage]?.course_nodes;
    if (!(own > 0)) continue;
    row.append(bar(row, own));
    figures.push(`${row.dataset.stage} ${own.toLocaleString("en")}`);
  }
  SVG.setAttribute("aria-label", figures.length ? `${LABEL} Your programs: ${figures.join("; ")}.` : LABEL);
  if (!figures.length) return;
  const note = " The thin bars and the second numbers are from your programs.";
  document.querySelector(".strip figcaption").append(element("span", { class: "own" }, note));
}

/** Return the reader's bar in a row, on the scale of ours, and their nodes after ours. */
function bar(row, own) {
  const [ours, text] = [row.querySelector("rect"), row.lastElementChild];
  const [x, y, width] = ["x", "y", "width"].map((name) => Number(ours.getAttribute(name)));
  const length = Math.max(1, (width * Math.log(own)) / Math.log(row.dataset.nodes));
  const place = { x: Number(text.getAttribute("x")) + text.getComputedTextLength() + 8, y: y + 10 };
  return shape(
    "g",
    { class: "own" },
    shape("rect", { x, y: y + 13, width: length, height: 4 }),
    shape("text", place, own.toLocaleString("en")),
  );
}
