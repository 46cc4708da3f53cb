// Texts of the stages: paragraphs, indented code, `names`.

import { element } from "./dom.js";

/** Return the elements of a text: empty lines end a paragraph, lines that begin with a space are code. */
export function prose(text) {
  return blocks(text).map(({ isCode, lines }) => {
    if (isCode) return element("pre", { tabindex: 0 }, lines.join("\n"));
    return element("p", {}, ...inline(lines.join(" ")));
  });
}

/** Return a text's blocks, each code or a paragraph. */
export function blocks(text) {
  const found = [];
  let last = null;
  for (const line of text.replace(/^\n+|\s+$/g, "").split("\n")) {
    const isCode = line.startsWith(" ");
    if (line.trim() === "" && !last?.isCode) {
      last = null;
    } else if (line.trim() === "" || last?.isCode === isCode) {
      last.lines.push(line);
    } else {
      last = { isCode, lines: [line] };
      found.push(last);
    }
  }
  return found.map(({ isCode, lines }) => ({ isCode, lines: isCode ? outdented(lines) : lines }));
}

function outdented(lines) {
  while (lines.at(-1).trim() === "") lines.pop();
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...indents)));
}

function inline(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}
