// A unified diff, each line marked by what becomes of it.

import { element } from "./dom.js";

const KINDS = { "+": "added", "-": "removed", "@": "place" };

/** Return the lines to show of a diff from a reader's program to ours. */
export function difference(text) {
  if (!text) return [element("p", {}, "Your program is the same as ours, line for line.")];
  const lines = text
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("+++ "))
    .map((line) => (line.startsWith("--- ") ? element("b", {}, line.slice(4)) : marked(line)));
  const named = { class: "difference", tabindex: 0, "aria-label": "Yours next to ours" };
  const code = element("pre", named, ...lines);
  return [element("p", {}, "Lines with - are yours, lines with + are ours."), code];
}

function marked(line) {
  return element("span", { class: KINDS[line[0]] ?? "same" }, line || " ");
}
