// A table of a sample: what is expected, and what an edited step finds.

import { element } from "./dom.js";
import { readableTime } from "./words.js";

const number = (value) => value.toLocaleString("en");

/** Return the table of a sample in a box that scrolls; `show(index, found)` fills in a row. */
export function resultTable(sample, step) {
  const names = ["position", "expected", "found", `nodes of step ${step}`, "nodes of yours", "time"];
  const head = element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name)));
  const rows = sample.map((line) => row(line));
  const table = element(
    "table",
    { class: "results" },
    element("thead", {}, head),
    element("tbody", {}, ...rows),
  );
  const box = element(
    "div",
    { class: "results-box", role: "region", "aria-label": "Results", tabindex: 0 },
    table,
  );
  const show = (index, { score, nodes, milliseconds }) => {
    const isExact = score === sample[index].score;
    const shown = [`${score} ${isExact ? "exact" : "wrong"}`, number(nodes), readableTime(milliseconds)];
    rows[index].classList.toggle("wrong", !isExact);
    [2, 4, 5].forEach((at, which) => {
      rows[index].cells[at].textContent = shown[which];
    });
  };
  return { box, show };
}

function row({ moves, score, nodes }) {
  const cells = ["", String(score), "", number(nodes), "", ""].map((text) => element("td", {}, text));
  cells[0].append(element("code", {}, moves));
  return element("tr", {}, ...cells);
}
